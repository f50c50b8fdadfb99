/** How every operation handles parameters that do not match its declaration. */

import { type Any, type Entry, maxBytesOf, wireOf } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { everything, fieldsOf, requiredOf } from "../sample.ts"
import { type Store, suite } from "../surface.ts"
import { call, given, unlimited } from "./calls.ts"

const asked = (store: Store, entry: Entry, parameters: string | object) => store.send(call(entry, parameters))

/** Operations that do not report each of these parameters exactly once. */
const unnamed = async (
  store: Store,
  names: (endpoint: Any) => ReadonlyArray<string>,
  form: (names: ReadonlyArray<string>) => string
): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  for (const entry of everything) {
    const expected = names(entry.endpoint)
    if (expected.length === 0) continue
    const { json, status } = await asked(store, entry, form(expected))
    const named: ReadonlyArray<string> = (json.error?.details ?? []).map(({ path }: { path: string }) => path)
    const missed = expected.filter((name) => !named.some((path) => path === name || path.startsWith(`${name}[`)))
    const complete = missed.length === 0 && new Set(named).size === named.length
    if (status !== 400 || !complete) wrong.push(`${entry.id}: ${status} [${named}], not [${expected}]`)
  }
  return wrong
}

const mayBeEmpty = (endpoint: Any, name: string): boolean =>
  fieldsOf(endpoint).some((field) => field.name === name && wireOf(field.type).keepsEmpty === true)

/** Values of no type, or at the far end of one. */
const garbage = ["", "x", "-1", "1e309", "9999999999999999999", "null", "{}", "\u0000", "\ud800", "../../etc/passwd"]
/** Values that fewer programs distinguish; sent in every parameter at once. */
const more = [
  " ",
  "0",
  "-0",
  "NaN",
  "999999999999999",
  "1.0000000000000001",
  "[]",
  "’; DROP TABLE orders; --",
  "𝕏\u202e\ufeff"
]
/** More than one value may have; a GET cannot carry it over HTTP. */
const endless = "x".repeat(101 * 1024)

/** Names that reach below or around a parameter's own name. */
const around: ReadonlyArray<(name: string) => string> = [
  (name) => `${name}=1&${name}=2`,
  (name) => `${name}[]=1&${name}=2`,
  (name) => `${name}[a][b][c][d][e][f]=1`,
  (name) => `${name}[9999999999]=1&${name}[x]=1`,
  (name) => `${name}[__proto__]=1&${name}[constructor][prototype]=1`,
  (name) => `${name}[toString]=1&${name}[$ne]=1`,
  (name) => `${name}%5B=1&${name}[=1&[${name}]=1&=1&&%`,
  (name) => `${name}=%ff%fe&${name}=%zz`
]

/** More than is read, and the answer to it: the number of details, and the status. */
const tooMuch: ReadonlyArray<readonly [form: (endpoint: Any) => string, details: number, status: number]> = [
  [() => Array.from({ length: 10_001 }, (_, n) => `x${n}=1`).join("&"), 1, 400],
  [() => Array.from({ length: 900 }, (_, n) => `${"x".repeat(2000)}${n}=1`).join("&"), 100, 400],
  [() => Array.from({ length: 1500 }, (_, n) => `${"%C3%A9".repeat(190)}${n}[constructor]=1`).join("&"), 100, 400],
  [(endpoint) => `x=${"x".repeat(maxBytesOf(endpoint))}`, 0, 413]
]

/** Milliseconds for some ten thousand requests on a busy machine. */
const enough = 120_000

export const parameters = suite("every operation reads its parameters", (open) => {
  it("and names all that are missing at once", async () => {
    const store = await unlimited(open)
    expect(await unnamed(store, requiredOf, () => "")).toEqual([])
  })

  it("and misses what is empty, unless an empty value says something", async () => {
    const store = await unlimited(open)
    const empty = (names: ReadonlyArray<string>) => names.map((name) => `${encodeURIComponent(name)}=`).join("&")
    const missed = (endpoint: Any) => requiredOf(endpoint).filter((name) => !mayBeEmpty(endpoint, name))
    expect(await unnamed(store, missed, empty)).toEqual([])
  })

  // Every answer is checked against the contract when it arrives, so a defect or an undeclared refusal fails here by
  // itself.
  it(
    "and answers whatever stands in one of them, or in all",
    async () => {
      const store = await unlimited(open)
      for (const entry of everything) {
        const base = await given(store, entry)
        const names = fieldsOf(entry.endpoint).map(({ name }) => String(name))
        const all = [...garbage, ...more, ...(entry.endpoint.method === "GET" ? [] : [endless])]
        for (const sent of [
          ...names.flatMap((name) => garbage.map((value) => ({ ...base, [name]: value }))),
          ...all.map((value) => Object.fromEntries(names.map((name) => [name, value])))
        ]) {
          const { status } = await asked(store, entry, sent)
          // A long value in each of many parameters is more than a body may have.
          expect([200, 400, 403, 404, 409, 413]).toContain(status)
        }
      }
    },
    enough
  )

  it(
    "and answers whatever a name is made of",
    async () => {
      const store = await unlimited(open)
      for (const entry of everything) {
        for (const { name } of fieldsOf(entry.endpoint)) {
          for (const form of around) {
            const { status } = await asked(store, entry, form(String(name)))
            expect([200, 400, 404]).toContain(status)
          }
        }
      }
    },
    enough
  )

  it(
    "and refuses what is more than it reads, in little",
    async () => {
      const store = await unlimited(open)
      for (const entry of everything.filter(({ endpoint }) => endpoint.method !== "GET" && !endpoint.upload)) {
        for (const [form, details, status] of tooMuch) {
          const answer = await asked(store, entry, form(entry.endpoint))
          expect([entry.id, answer.status, answer.json.error.details.length]).toEqual([entry.id, status, details])
          expect(answer.text.length).toBeLessThanOrEqual(64 * 1024)
        }
      }
    },
    enough
  )
})

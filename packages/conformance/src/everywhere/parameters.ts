/** How every operation handles parameters that do not match its declaration. */

import { type Any, base64Of, type Entry, fieldsOf, maxBytesOf } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { everything, requiredOf } from "../sample.ts"
import { isThorough, type Store, suiteInProcess, suiteOfOneStore } from "../surface.ts"
import { call, given, unlimited } from "./calls.ts"

/** Asks as a form, or as multipart data where an operation takes a file. */
const asked = (store: Store, entry: Entry, parameters: string | object) =>
  store.send(call(entry, entry.endpoint.upload && parameters !== "" ? multipart(parameters) : parameters))

const multipart = (parameters: string | object): FormData => {
  const data = new FormData()
  const pairs = typeof parameters === "string" ? new URLSearchParams(parameters) : Object.entries(parameters)
  for (const [name, value] of pairs) data.append(name, value)
  return data
}

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
  fieldsOf(endpoint).some((field) => field.name === name && field.keepsEmpty === true)

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
/**
 * Some of {@link garbage} for each parameter: it has a kind, such as a number or a text, that other parameters have as well, so that each
 * kind gets all of it many times. Each parameter gets all of it when all of them get one value.
 */
const garbageFor = (parameter: number): ReadonlyArray<string> =>
  isThorough ? garbage : garbage.filter((_, index) => (index + parameter) % 3 === 0)

/** More than one value may hold; a GET cannot carry it over HTTP. */
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

/** More parameters than are read, and the answer to them: the number of details, and the status. */
const tooMuch: ReadonlyArray<readonly [form: (endpoint: Any) => string, details: number, status: number]> = [
  [() => Array.from({ length: 10_001 }, (_, n) => `x${n}=1`).join("&"), 1, 400],
  [() => Array.from({ length: 900 }, (_, n) => `${"x".repeat(2000)}${n}=1`).join("&"), 100, 400],
  [() => Array.from({ length: 1500 }, (_, n) => `${"%C3%A9".repeat(190)}${n}[constructor]=1`).join("&"), 100, 400],
  [(endpoint) => `x=${"x".repeat(maxBytesOf(endpoint))}`, 0, 413]
]

/** A store receives parameters as values of its port, and the port's own suite tests odd values on each store. */
export const parameters = suiteOfOneStore("every operation reads its parameters", (open) => {
  it("and names all that are missing at once", async () => {
    const store = await unlimited(open)
    expect(await unnamed(store, requiredOf, () => "")).toEqual([])
  })

  it("and treats an empty value as missing, unless it has a meaning", async () => {
    const store = await unlimited(open)
    const empty = (names: ReadonlyArray<string>) => names.map((name) => `${encodeURIComponent(name)}=`).join("&")
    const missed = (endpoint: Any) => requiredOf(endpoint).filter((name) => !mayBeEmpty(endpoint, name))
    expect(await unnamed(store, missed, empty)).toEqual([])
  })
})

/** An endless answer ends where it begins: without a limit, or with one that counts as not given, it would never end. */
const ending = ({ endpoint }: Entry, sent: object): object => (endpoint.endless ? { ...sent, limit: 0 } : sent)

const withBody = everything.filter(({ endpoint }) => endpoint.method !== "GET" && !endpoint.upload)

/** What the receiver of a body knows of an operation: bodies of operations that are alike in this are received alike. */
const received = ({ endpoint }: Entry): string => `${maxBytesOf(endpoint)} ${base64Of(endpoint)?.maxCharacters}`

/**
 * Thousands of requests, one after another. The receiver of bodies is the same over HTTP, where the fuzzer sends such
 * values and names to every operation, in every encoding.
 */
export const values = suiteInProcess("every operation reads any parameters", (open) => {
  // Every answer is checked against the contract when it arrives, so a defect or an undeclared refusal fails here by
  // itself.
  it("and answers any value of one of them, or of all", async () => {
    const store = await unlimited(open)
    let parameter = 0
    for (const entry of everything) {
      const base = await given(store, entry)
      const names = fieldsOf(entry.endpoint).map(({ name }) => name)
      const all = [...garbage, ...more, ...(entry.endpoint.method === "GET" ? [] : [endless])]
      for (const sent of [
        ...names.flatMap((name) => garbageFor(parameter++).map((value) => ({ ...base, [name]: value }))),
        ...all.map((value) => Object.fromEntries(names.map((name) => [name, value])))
      ]) {
        const { status } = await asked(store, entry, ending(entry, sent))
        // A long value in each of many parameters is more than a body may have.
        const unknown = entry.endpoint.audience === "anyone" ? [401] : []
        expect([200, 400, 403, 404, 409, 413, ...unknown]).toContain(status)
      }
    }
  })

  it("and answers any name", async () => {
    const store = await unlimited(open)
    for (const entry of everything) {
      for (const { name } of fieldsOf(entry.endpoint)) {
        for (const form of around) {
          const { status } = await asked(store, entry, form(name))
          expect([200, 400, 404]).toContain(status)
        }
      }
    }
  })

  it("and refuses more parameters than it reads, with a short answer", async () => {
    const store = await unlimited(open)
    const ofEachKind = [...Map.groupBy(withBody, received).values()].map(([one]) => one!)
    for (const entry of isThorough ? withBody : ofEachKind) {
      for (const [form, details, status] of tooMuch) {
        const answer = await asked(store, entry, form(entry.endpoint))
        expect([entry.id, answer.status, answer.json.error.details.length]).toEqual([entry.id, status, details])
        expect(answer.text.length).toBeLessThanOrEqual(64 * 1024)
      }
    }
  })
})

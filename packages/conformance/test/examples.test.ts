/**
 * The examples of the API's description: they are what the operations answer. `npm test -- examples -u` writes them again, and
 * `npm test -- <area> -u` those of an area.
 */
import type * as Crypto from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { contract } from "@bottega/domain/areas"
import { entries } from "@bottega/domain/contract"
import { Chance } from "@bottega/service/demo"
import { expect, it, vi } from "vitest"
import manifest from "../../service/package.json" with { type: "json" }
import { subjectOf } from "../src/areas.ts"
import { makeExamples } from "../src/examples.ts"

const random = vi.hoisted(() => ({ fill: (bytes: Uint8Array): Uint8Array => bytes }))

vi.mock("node:crypto", async (actual) => ({
  ...(await actual<typeof Crypto>()),
  randomBytes: (size: number) => random.fill(Buffer.alloc(size)),
  randomUUID: () => {
    const digits = Buffer.from(random.fill(Buffer.alloc(16))).toString("hex")
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
  }
}))

/** The same random numbers for each operation. */
const restart = (): void => {
  const chance = new Chance(1)
  random.fill = (bytes) => {
    for (let at = 0; at < bytes.length; at++) bytes[at] = chance.int(0, 255)
    return bytes
  }
}

const all = entries(contract).filter((entry) => subjectOf(entry).unmade === undefined)
const file = "../../../apps/server/src/openapi/examples.json"
const areas = process.env["BOTTEGA_AREAS"]?.split(",")

/** The examples of these areas, or of all. Those of others stay as they are: an example depends on no other operation. */
const examplesOf = async (areas: ReadonlyArray<string> | undefined) => {
  if (areas === undefined) return makeExamples(restart, all)
  const kept = JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8"))
  const made = await makeExamples(
    restart,
    all.filter(({ area }) => areas.includes(area))
  )
  return Object.fromEntries(all.flatMap(({ id }) => (id in made || id in kept ? [[id, made[id] ?? kept[id]]] : [])))
}

it("are a call and its answer for each operation, the same whatever else is called", async () => {
  const examples = await examplesOf(areas)
  // Order numbers, which only grow within a process, are in none of these.
  const some = all.filter(({ area, name }) => name === "create" && ["brands", "taxes", "gallery"].includes(area))
  if (areas === undefined)
    expect(await makeExamples(restart, some)).toEqual(Object.fromEntries(some.map(({ id }) => [id, examples[id]])))
  const unmade = entries(contract).filter((entry) => subjectOf(entry).unmade !== undefined)
  expect([...Object.keys(examples), ...unmade.map(({ id }) => id)].sort()).toEqual(
    entries(contract)
      .map(({ id }) => id)
      .sort()
  )
  // A release does not change the examples.
  const text = JSON.stringify(examples, undefined, 2).replaceAll(
    `"version": "${manifest.version}"`,
    '"version": "1.0.0"'
  )
  await expect(`${text}\n`).toMatchFileSnapshot(file)
})

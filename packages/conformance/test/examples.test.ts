/**
 * The examples of the API's description: they are what the operations answer. `npm test -- examples -u` writes them again.
 */
import type * as Crypto from "node:crypto"
import { contract } from "@bottega/domain/areas"
import { entries } from "@bottega/domain/contract"
import { Chance } from "@bottega/service/demo"
import { expect, it, vi } from "vitest"
import { subjectOf } from "../src/areas.ts"
import { makeExamples } from "../src/examples.ts"

const random = vi.hoisted(() => ({ fill: (bytes: Uint8Array): Uint8Array => bytes }))

vi.mock("node:crypto", async (actual) => ({
  ...(await actual<typeof Crypto>()),
  randomBytes: (size: number) => random.fill(Buffer.alloc(size)),
  randomFillSync: (bytes: Uint8Array) => random.fill(bytes),
  randomUUID: () => Buffer.from(random.fill(Buffer.alloc(16))).toString("hex")
}))

/** The same random numbers for each operation. */
const restart = (): void => {
  const chance = new Chance(1)
  random.fill = (bytes) => {
    for (let at = 0; at < bytes.length; at++) bytes[at] = chance.int(0, 255)
    return bytes
  }
}

it("are a call and its answer for each operation, again the same", async () => {
  const first = await makeExamples(restart)
  const unmade = entries(contract).filter((entry) => subjectOf(entry).unmade !== undefined)
  expect([...Object.keys(first), ...unmade.map(({ id }) => id)].sort()).toEqual(
    entries(contract)
      .map(({ id }) => id)
      .sort()
  )
  const text = `${JSON.stringify(first, undefined, 2)}\n`
  await expect(text).toMatchFileSnapshot("../../../apps/server/src/pages/openapi/examples.json")
})

/** Works that end soon after one another are committed together, and nothing waits that no other work can join. */
import type { Webhook } from "@bottega/domain/areas/webhooks"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Batch } from "../../src/areas/webhooks/batch.ts"
import { bodyOf, type Payload } from "../../src/areas/webhooks/payload.ts"
import type { Finished } from "../../src/areas/webhooks/work.ts"

const finished = { targets: [] } as unknown as Finished
const added = (batch: Batch, count: number) => {
  for (let n = 0; n < count; n++) batch.add(finished)
}

it("is taken at once if it has all works that are in progress, or as many as a commit may", () => {
  const [few, many] = [new Batch(() => 3), new Batch(() => 1000)]
  added(few, 3)
  // An effect that waits cannot be run synchronously.
  expect(Effect.runSync(few.next)).toHaveLength(3)
  added(many, 70)
  expect(Effect.runSync(many.next)).toHaveLength(64)
  expect(many.size).toBe(6)
})

it("waits for others, until it is full", async () => {
  const batch = new Batch(() => 1000)
  added(batch, 1)
  const next = Effect.runPromise(batch.next)
  added(batch, 63)
  expect(await next).toHaveLength(64)
})

it("a body is the JSON of its payload, whose data are encoded once for all webhooks of an event", () => {
  let encodings = 0
  const payload = (name: string, data: unknown) => ({ id: `event ${name}`, name, orderID: null, data }) as Payload
  const order = { number: 1, toJSON: () => ({ encoding: ++encodings }) }
  const json: Webhook["format"] = "json"
  expect(["a", "b", "c"].map((name) => bodyOf(payload(name, order), json))).toEqual(
    ["a", "b", "c"].map((name) => JSON.stringify(payload(name, { encoding: 1 })))
  )
  expect(encodings).toBe(1)
  for (const data of [null, 0, "x", [], { deep: { ü: "\u2028" } }])
    expect(bodyOf(payload("a", data), json)).toBe(JSON.stringify(payload("a", data)))
})

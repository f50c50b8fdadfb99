/** The counts of the status, on every adapter: they end at a thousand, and cost the same however much there is. */
import { collections } from "@bottega/domain/areas"
import type { Message } from "@bottega/domain/areas/mail"
import type { Receiver } from "@bottega/domain/areas/webhooks"
import { maxCounted, timeKeyAt } from "@bottega/domain/contract"
import { newDatabase } from "@bottega/mongo-stand-in/shared"
import { Storage } from "@bottega/storage"
import { adapters, whyNotAsIs } from "@bottega/storage/adapters"
import { afterAll, expect, it } from "@effect/vitest"
import { Duration, Effect, Fiber, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { counted, maxReads } from "../src/areas/installation/counted.ts"
import { waitingIn } from "../src/areas/installation/waiting.ts"
import { allCollections } from "../src/collections.ts"
import { insert, writeOf } from "../src/engine/decide/change.ts"
import { type Find, Operator } from "../src/engine/decide/session.ts"
import { names, open, sweep } from "./maintenance/given.ts"

afterAll(sweep)

const { mail } = collections

const messageOf = (n: number, state: Message["state"]): Message => ({
  ...{
    id: `${timeKeyAt(1_800_000_000_000 + n)}${state}`,
    to: "a@example.com",
    subject: "",
    text: "x".repeat(100),
    html: ""
  },
  ...{
    reason: "b2b_welcome",
    state,
    attempts: [],
    ts: 0,
    order: null,
    people: [],
    about: {},
    person: null,
    rendered: true
  },
  ...{ messageId: null, failures: 0, due: null }
})

it.each(names)("counts of %s are exact up to a thousand, in few reads of one document", async (name) => {
  const store = open(name)
  const sizes = { failed: 0, queued: 1, kept: 37, sent: maxCounted + 500 }
  const reading = Effect.gen(function* () {
    const { commit, find } = yield* Storage
    for (const [state, size] of Object.entries(sizes) as Array<[Message["state"], number]>)
      for (let from = 0; from < size; from += 500) {
        const some = Array.from({ length: Math.min(500, size - from) }, (_, n) => messageOf(from + n, state))
        yield* commit(some.map((message) => writeOf("shop", insert(mail, message))))
      }
    const found: Record<string, readonly [count: number, reads: number]> = {}
    for (const state of Object.keys(sizes)) {
      let [reads, rows] = [0, 0]
      const looked: Parameters<typeof counted>[0] = (collection, query) =>
        Effect.tap(find("shop", collection, query), (some) =>
          Effect.sync(() => {
            reads++
            rows = Math.max(rows, some.length)
          })
        )
      const count = yield* counted(looked, mail, [{ on: "state", eq: state }])
      expect(rows).toBeLessThanOrEqual(1)
      found[state] = [count, reads]
    }
    return found
  })
  // 1, 10, 100 and 1,000 are looked at first, and then nine places for each digit.
  const expected = { failed: [0, 4], queued: [1, 13], kept: [37, 22], sent: [maxCounted, 4] }
  expect(await store.run(reading)).toEqual(expected)
  await store.close()
})

it.effect("a shop's status waits for the store five times, however much it counts", () =>
  Effect.gen(function* () {
    const rows = Array.from({ length: 999 }, (_, n) => ({
      ...{ key: timeKeyAt(1_800_000_000_000 + n), version: 1 },
      text: JSON.stringify(broken)
    }))
    let reads = 0
    const within =
      (): Find =>
      ({ name }, { limit, skip = 0 }) => {
        reads++
        const found =
          name === "webhooks" ? [] : name === "receivers" ? rows.slice(0, 1) : rows.slice(skip, skip + limit)
        return Effect.delay(Effect.succeed(found), "1 second")
      }
    const operator = { now: 0, within } as unknown as Operator["Service"]
    const counting = yield* Effect.forkChild(Effect.timed(Effect.provideService(waitingIn("shop"), Operator, operator)))
    yield* TestClock.adjust("10 minutes")
    const [took, { deliveries, mail }] = yield* Fiber.join(counting)
    expect([mail.failed, mail.queued, mail.kept, mail.sent, deliveries.dead]).toEqual([999, 999, 999, 999, 999])
    expect(deliveries).toMatchObject({ undelivered: 3, broken: 1 })
    // Four for the digits of a count, and one for what the receivers name. Each read takes a second of the test's clock.
    expect(Duration.toSeconds(took)).toBe(5)
    expect(reads).toBeLessThanOrEqual(5 * maxReads + 6)
  })
)

it.effect("a status names no instant to come as that of the oldest, after a clock that was ahead was set back", () =>
  Effect.gen(function* () {
    const made = 1_800_000_000_000
    const row = { key: timeKeyAt(made), version: 1, text: JSON.stringify(broken) }
    const within =
      (): Find =>
      ({ name }, { limit }) =>
        Effect.succeed(name === "webhooks" ? [] : [row].slice(0, limit))
    const oldestAt = (now: number) => {
      const operator = { now, within } as unknown as Operator["Service"]
      const counted = Effect.provideService(waitingIn("shop"), Operator, operator)
      return Effect.map(counted, ({ deliveries, mail }) => [deliveries.oldest_at, mail.oldest_at])
    }
    const shown = new Date(made).toISOString()
    expect(yield* oldestAt(made + 60_000)).toEqual([shown, shown])
    // A process whose clock is ahead.
    expect(yield* oldestAt(made - 900)).toEqual([shown, shown])
    expect(yield* oldestAt(made - 3_600_000)).toEqual([null, null])
  })
)

const broken: Receiver = {
  ...{ id: "hook", shop: "shop", due: null, failures: 9, failingSince: 0, isBroken: true },
  ...{ probes: 1, hasParked: true, open: 2, lastStatus: null, lastMs: null }
}

it("a database that is opened as it is and has no store yet gets none", async () => {
  const mongo = adapters.find(({ name }) => name === "mongo")!
  const database = newDatabase("as-it-is")
  const runtime = ManagedRuntime.make(mongo.open(database, allCollections, { asIs: true }))
  await expect(runtime.runPromise(Storage)).rejects.toMatchObject({ cause: { message: whyNotAsIs } })
  await runtime.dispose()
  expect(await Effect.runPromise(mongo.isMade!(database))).toBe(false)
})

/** Replays: what is parked again, what is due at once, and what stays as it is; in steps of a bounded size. */
import { collections } from "@bottega/domain/areas"
import { type Delivery, deliveryId, type Webhook } from "@bottega/domain/areas/webhooks"
import { eventQueue, type Outgoing, outbox, pendingEntry, timeKeyAt } from "@bottega/domain/contract"
import { type Adapter, all, installation, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { insert, type WriteDraft, writeOf } from "../../src/engine/decide/change.ts"
import { type Begun, begin } from "../mail/given.ts"

const begunAt = 1_795_000_000
/** Later than the clock of any run of these tests. */
const farAhead = Date.UTC(2099, 0)
const [a, b, paused, disabled] = ["a", "b", "c", "d"].map((letter) => letter.repeat(24)) as [
  string,
  string,
  string,
  string
]

const webhook = (id: string, more: Partial<Webhook> = {}): Webhook => ({
  ...{ id, type: 100, url: "https://erp.example/", name: id, format: "json", instance: "1".repeat(24), keysEnd: null },
  ...{ state: "active", resumed: null, secrets: [{ secret: "whsec_AAAA", until: null }], created: 0 },
  ...more
})

const eventsAt = (at: number, count: number, more: Partial<Outgoing> = {}): Outgoing => ({
  ...{ id: `${timeKeyAt((begunAt + at) * 1000)}00000001`, at: begunAt + at, instance: null, requestId: "r" },
  events: Array.from({ length: count }, (_, n) => ({ type: n % 2 === 0 ? 100 : 0, data: {} })),
  ...more
})

const ownOf = ({ at, id }: Outgoing, webhook: string, state: Delivery["state"]): Delivery => ({
  ...{ id: deliveryId(id, 0, webhook), event: id, n: 0, webhook, type: 100, orderID: null, version: null, state },
  ...{ attempts: [], failures: 3, due: state === "pending" ? farAhead : null, ts: at }
})

let begun: Begun
let shop: string
let commits: Array<number> = []
afterEach(() => begun.close())

const given = async (drafts: ReadonlyArray<WriteDraft>) => {
  begun = await begin(undefined)
  shop = (await begun.shopOf({})).id
  const webhooks = [
    webhook(a),
    webhook(b, { type: 0, created: (begunAt + 50) * 1e6 }),
    webhook(paused, { state: "paused" }),
    webhook(disabled, { state: "disabled" })
  ]
  await write([...webhooks.map((doc) => insert(collections.webhooks, doc)), ...drafts])
}
const write = async (drafts: ReadonlyArray<WriteDraft>) => {
  for (let at = 0; at < drafts.length; at += 100)
    await Effect.runPromise(
      begun.storage.commit(drafts.slice(at, at + 100).map((one) => writeOf(shop, one))) as Effect.Effect<void>
    )
}
const read = <A>(effect: Effect.Effect<A, unknown, Storage>) =>
  Effect.runPromise(Effect.provideService(effect, Storage, begun.storage) as Effect.Effect<A>)
const replay = (asked: object) => begun.operator("POST", "/control/v1/webhooks/replay.json", { shop, ...asked })
const listed = async (asked: object = {}) =>
  (await begun.operator("GET", "/control/v1/webhooks/deliveries.json", {
    shop,
    limit: 1000,
    ...asked
  })) as ReadonlyArray<{ readonly id: string; readonly state: string; readonly next_at: string | null }>
const receivers = async () => {
  const found = await read(all(installation, collections.receivers))
  return Object.fromEntries(found.map(({ doc }) => [doc.id, doc]))
}

it("parks what was delivered or given up, in the document of its event, and has its receiver looked at now", async () => {
  const outcomes = [{ n: 0, webhook: a, attempt: { ts: begunAt, status: 200, error: null, ms: 1, answer: "" } }]
  const [done, dead] = [eventsAt(1, 1, { outcomes }), eventsAt(2, 1)]
  await given([insert(outbox, done), insert(outbox, dead), insert(collections.deliveries, ownOf(dead, a, "dead"))])
  for (const { id } of [done, dead]) {
    expect(await replay({ delivery: deliveryId(id, 0, a) })).toEqual({ replayed: 1 })
    expect(await replay({ delivery: deliveryId(id, 0, a) })).toEqual({ replayed: 0 })
  }
  expect((await listed({ state: "parked" })).map(({ id }) => id)).toEqual(
    [dead, done].map(({ id }) => deliveryId(id, 0, a))
  )
  expect(await receivers()).toMatchObject({ [a]: { shop, hasParked: true, due: begun.now(), open: 0 } })
})

it("sends to a chosen webhook what it has never had; a paused one gets it once it goes on, a disabled one is refused", async () => {
  const one = eventsAt(1, 1)
  await given([insert(outbox, one)])
  const delivery = deliveryId(one.id, 0, a)
  expect(await replay({ delivery, webhook: b })).toEqual({ replayed: 1 })
  expect(await replay({ delivery, webhook: paused })).toEqual({ replayed: 1 })
  await expect(replay({ delivery, webhook: disabled })).rejects.toThrow("disabled")
  expect((await listed()).map(({ id }) => id)).toEqual([paused, b].map((id) => deliveryId(one.id, 0, id)))
  expect((await receivers())[paused]).toMatchObject({ hasParked: true, due: null })
})

it("lets what waits for its next attempt be due now, and leaves alone what waits behind it or was not sent yet", async () => {
  const [failed, behind, fresh] = [eventsAt(1, 1), eventsAt(2, 1), eventsAt(3, 1, { pending: true })]
  const own = [ownOf(failed, a, "pending"), ownOf(behind, a, "waiting")]
  await given([
    ...[failed, behind, fresh].map((doc) => insert(outbox, doc)),
    ...own.map((doc) => insert(collections.deliveries, doc))
  ])
  await write([insert(eventQueue, pendingEntry(shop, fresh.id), installation)])
  expect(await replay({ from: begunAt, to: begunAt + 10, webhook: a })).toEqual({ replayed: 1 })
  const due = (await listed({ webhook: a, state: "pending" })).map(({ id, next_at }) => [id, next_at])
  expect(due).toEqual([
    [deliveryId(fresh.id, 0, a), new Date((begunAt + 3) * 1000).toISOString()],
    [deliveryId(failed.id, 0, a), new Date(begun.now()).toISOString()]
  ])
  expect((await receivers())[a]).toMatchObject({ due: begun.now(), hasParked: false })
})

it("of a span sends each event to the webhooks of its type that existed, or to the chosen one alone", async () => {
  await given([eventsAt(10, 4), eventsAt(60, 4), eventsAt(90, 4)].map((doc) => insert(outbox, doc)))
  expect(await replay({ from: begunAt + 10, to: begunAt + 90 })).toEqual({ replayed: 2 * 2 + 2 })
  expect(await replay({ from: begunAt, to: begunAt + 90, webhook: b })).toEqual({ replayed: 2 })
  expect(await replay({ from: begunAt, to: begunAt + 200 })).toEqual({ replayed: 2 * 2 + 2 * 2 + 2 })
})

it("of a long span is made in steps of a bounded size, and is whole", async () => {
  const all = Array.from({ length: 40 }, (_, at) => eventsAt(at + 1, 50))
  await given(all.map((doc) => insert(outbox, doc)))
  commits = []
  const { commit } = begun.storage
  ;(begun.storage as { commit: Adapter["commit"] }).commit = (writes, guards) => {
    commits.push(writes.length)
    return commit(writes, guards)
  }
  expect(await replay({ from: begunAt, to: begunAt + 100, webhook: a })).toEqual({ replayed: 40 * 25 })
  expect(commits.length).toBeGreaterThanOrEqual(40)
  expect(Math.max(...commits)).toBeLessThan(10)
  expect(await listed({ webhook: a, state: "parked" })).toHaveLength(1000)
})

it("refuses what does not exist, and calls without a delivery or a span", async () => {
  const one = eventsAt(1, 1)
  await given([insert(outbox, one)])
  for (const delivery of ["x", `${one.id}-7-${a}`, `${one.id}-0-${"e".repeat(24)}`, `${one.id.slice(1)}0-0-${a}`])
    await expect(replay({ delivery })).rejects.toThrow("no such")
  for (const asked of [{}, { from: 1 }, { delivery: deliveryId(one.id, 0, a), from: 1, to: 2 }])
    await expect(replay(asked)).rejects.toThrow()
})

/** The list of deliveries: every filter alone and with others, page by page, against all deliveries of a shop, on every store. */
import { collections } from "@bottega/domain/areas"
import { type Delivery, type DeliveryState, deliveryId, type Webhook } from "@bottega/domain/areas/webhooks"
import { eventQueue, type Outgoing, outbox, pendingEntry, timeKeyAt } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { installation } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Chance } from "../../src/demo/chance.ts"
import { insert, writeOf } from "../../src/engine/decide/change.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { type Begun, begin } from "../mail/given.ts"
import { open } from "../maintenance/given.ts"

const chance = new Chance(11)
const begunAt = 1_795_000_000

const webhooks = ["a", "b", "c"].map(
  (letter, at): Webhook => ({
    ...{ id: letter.repeat(24), type: at === 2 ? 0 : 100, url: "https://erp.example/", name: letter, format: "json" },
    ...{ instance: "1".repeat(24), keysEnd: null, state: at === 1 ? "paused" : "active", resumed: null },
    ...{ secrets: [{ secret: "whsec_AAAA", until: null }], created: at }
  })
)

const isPaused = (id: string) => webhooks.some((one) => one.id === id && one.state === "paused")

/** What the list should say of one delivery. */
interface Expected {
  readonly id: string
  readonly event: string
  readonly webhook: string
  readonly orderID: string | null
  readonly state: DeliveryState
  readonly at: number
  readonly attempts: number
}

const attempt = (status: number, ts = begunAt) => ({ ts, status, error: null, ms: 5, answer: "" })

/** A document of events with its deliveries, and what the list should say of them, in its order. */
const made = (at: number) => {
  const id = `${timeKeyAt((begunAt + at) * 1000)}${chance.int(0, 0xffffff).toString(16).padStart(8, "0")}`
  const isPending = chance.is(0.1)
  const events = Array.from({ length: chance.int(1, 12) }, () => {
    const orderID = chance.is(0.8) ? `1_${chance.int(1, 6).toString().repeat(13)}` : undefined
    const about = orderID === undefined ? {} : { orderID, id_order: orderID, status: 1 }
    return { type: chance.of([0, 100, 101]), ...about, data: {} }
  })
  const outcomes: Array<(Outgoing["outcomes"] & {})[number]> = []
  const parked: Array<(Outgoing["parked"] & {})[number]> = []
  const own: Array<Delivery> = []
  const expected: Array<Expected> = []
  for (const [n, { orderID = null, type }] of events.entries())
    for (const { id: webhook } of webhooks.filter((one) => one.type === type)) {
      const state = isPending
        ? "pending"
        : chance.of<DeliveryState>(["delivered", "delivered", "parked", "dead", "waiting", "pending"])
      const isOwn =
        !isPending && ((state !== "parked" && state !== "delivered") || chance.is(0.2)) && state !== "parked"
      if (state === "delivered" && !isOwn) outcomes.push({ n, webhook, attempt: attempt(200) })
      if (state === "parked") parked.push({ n, webhook })
      // Some were delivered at once, and are sent again.
      const failures = isOwn ? chance.int(1, 3) : 0
      const isAgain = isOwn && chance.is(0.3)
      if (isAgain) outcomes.push({ n, webhook, attempt: attempt(200) })
      if (isOwn)
        own.push({
          ...{
            id: deliveryId(id, n, webhook),
            event: id,
            n,
            webhook,
            type,
            orderID,
            version: n,
            state: state as Delivery["state"]
          },
          ...{ attempts: Array.from({ length: failures }, () => attempt(500, begunAt + 1)), failures },
          ...{ due: state === "pending" ? begunAt * 1000 : null, ts: begunAt + at }
        })
      const attempts = failures + (isAgain || (state === "delivered" && !isOwn) ? 1 : 0)
      expected.push({
        id: deliveryId(id, n, webhook),
        event: `${id}-${n}`,
        webhook,
        orderID,
        state: state === "pending" && isPaused(webhook) ? "parked" : state,
        at: begunAt + at,
        attempts
      })
    }
  const outgoing: Outgoing = {
    ...{ id, at: begunAt + at, instance: null, requestId: "r", events },
    ...(isPending ? { pending: true as const } : {}),
    ...(outcomes.length > 0 ? { outcomes } : {}),
    ...(parked.length > 0 ? { parked } : {})
  }
  expected.sort(
    (one, other) =>
      Number(other.event.split("-")[1]) - Number(one.event.split("-")[1]) || (one.webhook < other.webhook ? 1 : -1)
  )
  return { outgoing, own, expected, isPending }
}

const all = Array.from({ length: 120 }, (_, at) => made(at))
const expected = all.toReversed().flatMap((one) => one.expected)

const stored = async ({ storage }: Begun, shop: string) => {
  const drafts = [
    ...webhooks.map((doc) => insert(collections.webhooks, doc)),
    ...all.flatMap(({ isPending, outgoing, own }) => [
      insert(outbox, outgoing),
      ...own.map((doc) => insert(collections.deliveries, doc)),
      ...(isPending ? [insert(eventQueue, pendingEntry(shop, outgoing.id), installation)] : [])
    ])
  ]
  for (let at = 0; at < drafts.length; at += 200)
    await Effect.runPromise(
      storage.commit(drafts.slice(at, at + 200).map((draft) => writeOf(shop, draft))) as Effect.Effect<void>
    )
}

describe.each(adapters.map(({ name }) => name))("in %s", (name) => {
  let begun: Begun
  let shop: string
  beforeAll(async () => {
    const store = open(name)
    begun = await begin(undefined, { store })
    shop = (await begun.shopOf({})).id
    await stored(begun, shop)
  })
  afterAll(() => begun.close())

  /** A page, and the cursor of the next one. */
  const page = async (asked: object) => {
    const transport = inProcessTransport(begun.service, Effect.runPromise)
    const { headers, text } = await transport({
      ...{ method: "GET", path: "/control/v1/webhooks/deliveries.json" },
      query: new URLSearchParams(format({ shop, ...asked })).toString(),
      headers: { authorization: "Bearer t" }
    })
    const next = /<([^>]*)>; rel="next"/.exec(headers["link"] ?? "")?.[1]
    return {
      items: JSON.parse(await text()) as ReadonlyArray<{ readonly id: string }>,
      next: next === undefined ? undefined : new URL(next).searchParams.get("cursor")!
    }
  }
  const listed = async (asked: object) => (await page({ limit: 1000, ...asked })).items

  it("shows every delivery once, with its state and the attempts of all its documents", async () => {
    const shown = (await listed({})) as ReadonlyArray<Record<string, any>>
    const wanted = expected.slice(0, 1000).map(({ at, attempts, ...rest }) => ({ ...rest, ts: at, attempts }))
    const found = shown.map(({ attempts, next_at: _, type: __, ...rest }) => ({ ...rest, attempts: attempts.length }))
    expect(found).toEqual(wanted)
  })

  const some = expected[40]!
  const filters: ReadonlyArray<readonly [Record<string, unknown>, (one: Expected) => boolean]> = [
    ...webhooks.map(({ id }) => [{ webhook: id }, (one: Expected) => one.webhook === id] as const),
    ...(["pending", "waiting", "parked", "delivered", "dead"] as const).flatMap((state) => [
      [{ state }, (one: Expected) => one.state === state] as const,
      [
        { state, webhook: webhooks[0]!.id },
        (one: Expected) => one.state === state && one.webhook === webhooks[0]!.id
      ] as const,
      [
        { state, orderID: "1_1111111111111" },
        (one: Expected) => one.state === state && one.orderID === "1_1111111111111"
      ] as const
    ]),
    [{ event: some.event }, (one) => one.event === some.event],
    [{ event: some.event, webhook: some.webhook }, (one) => one.id === some.id],
    [{ event: "none" }, () => false],
    [{ from: begunAt + 50, to: begunAt + 60 }, ({ at }) => at > begunAt + 50 && at < begunAt + 60],
    [
      { from: begunAt + 50, to: begunAt + 90, state: "dead" },
      ({ at, state }) => at > begunAt + 50 && at < begunAt + 90 && state === "dead"
    ],
    [{ webhook: "f".repeat(24) }, () => false]
  ]
  it.each(filters)("finds by %j what it names, and nothing else", async (asked, holds) => {
    const wanted = expected.filter(holds).map(({ id }) => id)
    expect((await listed(asked)).map(({ id }) => id)).toEqual(wanted.slice(0, 1000))
  })

  it("gives the same by pages of any size", async () => {
    for (const [asked, limit] of [
      [{}, 7],
      [{ state: "dead" }, 3],
      [{ webhook: webhooks[2]!.id }, 1]
    ] as const) {
      const whole = (await listed(asked)).slice(0, 12 * limit)
      const found: Array<unknown> = []
      let cursor: string | undefined
      do {
        const { items, next } = await page({ ...asked, limit, cursor })
        found.push(...items)
        cursor = next
      } while (cursor !== undefined && found.length < 12 * limit)
      expect(found.slice(0, whole.length)).toEqual(whole)
    }
  })
})

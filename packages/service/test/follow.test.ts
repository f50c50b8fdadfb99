/** Followers of a shop whose events come from two servers with clocks that differ: no gap, and each order in its sequence. */
import type { FollowedEvent } from "@bottega/domain/areas/follow"
import { numberedEvents, outbox } from "@bottega/domain/contract"
import { all, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { afterAll, describe, expect, it, vi } from "vitest"
import { records, removedUpTo } from "../src/engine/records.ts"
import { sweep } from "./maintenance/given.ts"

afterAll(sweep)

const hourMs = 3_600_000
const operator = { authorization: "Bearer t" }

/** A clock that is ahead of the real one. */
const clockAhead = (ms: number): Clock.Clock => {
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  const now = () => real.currentTimeMillisUnsafe() + ms
  return Object.assign(Object.create(real), {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + BigInt(ms) * 1_000_000n
  })
}

/** A server with an opening of the store and modules of its own, as another process has them: keys of one process only rise. */
const serverOn = async (name: string, aheadMs: number, file?: string) => {
  vi.resetModules()
  const { open } = await import("./maintenance/given.ts")
  const { inProcessTransport } = await import("../src/in-process.ts")
  const { digest } = await import("../src/engine/ids.ts")
  const { makeService } = await import("../src/service.ts")
  const store = open(name, file)
  const service = await store.run(makeService({ tokenDigest: digest("t"), throttle: false }))
  const clock = clockAhead(aheadMs)
  const transport = inProcessTransport(service, (effect) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  )
  const ask = async (method: string, path: string, form: string, headers: Record<string, string>) => {
    const isRead = method === "GET"
    const answer = await transport({
      method,
      path,
      query: isRead ? form : "",
      headers,
      body: isRead ? undefined : form
    })
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    return { json: JSON.parse(text), link: answer.headers["link"] ?? "" }
  }
  return {
    ask,
    store,
    place: async (shop: string): Promise<string> => {
      const { link } = await ask("GET", "/control/v1/follow.json", `shop=${shop}&limit=0`, operator)
      return /[?&]after=([\w-]+)/.exec(link)![1]!
    },
    /** The lines of an answer until `enough` says so. */
    follow: async (shop: string, after: string, take: (entry: FollowedEvent) => boolean): Promise<void> => {
      const leaving = new AbortController()
      const query = `shop=${shop}&after=${after}`
      const sent = { method: "GET", path: "/control/v1/follow.json", query, headers: operator, signal: leaving.signal }
      const { pieces, status } = await transport(sent)
      expect(status).toBe(200)
      for await (const line of pieces()) {
        if (leaving.signal.aborted || !/^,?\{/.test(line)) continue
        if (take(JSON.parse(line.replace(/^,/, "")))) leaving.abort()
      }
    },
    close: () => Effect.runPromise(service.close).then(store.close)
  }
}
type Server = Awaited<ReturnType<typeof serverOn>>

const shopOn = async (server: Server) => {
  const { json } = await server.ask("POST", "/control/v1/shops/shop.json", "name=Followed", operator)
  const issued = `shop=${json.id}&permission=read-write`
  const { key, exchange } = (await server.ask("POST", "/control/v1/keys/key.json", issued, operator)).json
  return { shop: json.id as string, pair: { key, exchange } as Record<string, string> }
}

const item = "item_id[0][sku]=A&item_id[0][price]=1&item_id[0][quantity]=1"
const order = `${item}&shipping_flag=not_required&shipping_method=a&shipping_cost=0&payment_method=a`
const path = "/v1.1/orders/order.json"
const statuses = [1, 2, 3, 4, 5, 8, 6, 1, 2, 3]

/** Makes an order and changes it, by the servers in turn. */
const lifeOf = async (servers: ReadonlyArray<Server>, pair: Record<string, string>, first: number) => {
  const by = (at: number) => servers[(first + at) % servers.length]!
  const { order_id } = (await by(0).ask("POST", path, order, pair)).json
  for (const [at, status] of statuses.entries())
    await by(at + 1).ask("PUT", path, `orderID=${order_id}&status=${status}`, pair)
}

/** The events of such a life: its creation, each change, and the own event of statuses 1, 2 and 3. */
const eventsOfLife = 1 + statuses.length + statuses.filter((status) => status <= 3).length

const isChange = ({ type }: Pick<FollowedEvent, "type">) => type === 100

it.each([
  [-hourMs, false],
  [hourMs, false],
  [hourMs, true]
])(
  "the place of now is kept where events were removed up to %d ms from now, and some are left: %s",
  async (ms, isLeft) => {
    const server = await serverOn("memory", 0)
    const { pair, shop } = await shopOn(server)
    const doc = { name: removedUpTo(outbox), at: clockAhead(ms).currentTimeMillisUnsafe() * 1000 }
    const write = { shop, collection: records.marks, key: doc.name, expect: 0, doc }
    await server.store.run(Storage.use(({ commit }) => commit([write])))
    if (isLeft) await server.ask("POST", path, order, pair)
    const now = await server.place(shop)
    await server.ask("POST", path, order, pair)
    const seen: Array<string> = []
    await server.follow(shop, now, ({ name }) => seen.push(name) === 1)
    expect(seen).toEqual(["order.created"])
    await server.close()
  }
)

describe.each(["sqlite", "mongo"])("two servers on %s whose clocks differ", (name) => {
  it.each([true, false])("show all events, each order's in its sequence; followed meanwhile: %s", async (isLive) => {
    const first = await serverOn(name, hourMs)
    const servers = [first, await serverOn(name, 0, first.store.file)]
    const { pair, shop } = await shopOn(servers[0]!)
    const orders = name === "mongo" ? 8 : 16
    const total = orders * eventsOfLife
    const begin = await servers[1]!.place(shop)
    /** Follows until every event was seen, and begins again from its place after some entries. */
    const followed = async (server: Server, atOnce: number) => {
      const seen = new Map<string, FollowedEvent>()
      for (let after = begin; seen.size < total; ) {
        let left = atOnce
        await server.follow(shop, after, (entry) => {
          if (!seen.has(entry.id)) seen.set(entry.id, entry)
          after = entry.after
          return --left === 0 || seen.size === total
        })
      }
      return [...seen.values()]
    }
    const live = isLive ? [followed(servers[0]!, Number.POSITIVE_INFINITY), followed(servers[1]!, 7)] : []
    await Promise.all(Array.from({ length: orders }, (_, at) => lifeOf(servers, pair, at)))
    const late = [followed(servers[1]!, Number.POSITIVE_INFINITY), followed(servers[0]!, 5)]
    const stored = await first.store.run(all(shop, outbox))
    const ids = stored.flatMap(({ doc }) => numberedEvents(doc).map(({ n }) => `${doc.id}-${n}`)).sort()
    for (const seen of await Promise.all([...live, ...late])) {
      expect(seen.map(({ id }) => id).sort()).toEqual(ids)
      const sequences = Map.groupBy(seen.filter(isChange), ({ orderID }) => orderID)
      expect(sequences.size).toBe(orders)
      for (const sequence of sequences.values()) expect(sequence.map(({ status }) => status)).toEqual(statuses)
    }
    for (const { close } of servers) await close()
  })
})

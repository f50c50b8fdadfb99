/** Kills real servers, in a size that suits every test run; `npm run torture` runs longer. */
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { back, crash, crashLine } from "../../src/torture/crash.ts"
import { judge } from "../../src/torture/judged.ts"
import { outcomeOf, type Write, work } from "../../src/torture/load.ts"
import { leave, type Place, placed, placeOf, start } from "../../src/torture/process.ts"
import { read, type Seen, wrongInStore } from "../../src/torture/seen.ts"
import { openShop, wireOf } from "../../src/torture/shop.ts"
import { brokenIn } from "../../src/torture/whole.ts"
import { jsonOf } from "../../src/torture/wire.ts"

// Each kind of victim is killed once.
it.each([
  { name: "sqlite", cycles: 2, maxWrites: 150 },
  { name: "mongo", cycles: 4, maxWrites: 40 }
])(
  "two servers on $name keep what they acknowledged, and no half of anything, whatever is killed",
  ({ cycles, maxWrites, name }) =>
    placed(placeOf(name), async (place) => {
      const crashed = await crash(place, { cycles, processes: 2, seed: 4, maxWrites })
      console.log(crashLine(place, crashed))
      expect([...crashed.lost, ...crashed.wrong]).toEqual([])
      expect(crashed.acknowledged).toBeGreaterThan(30)
      expect(crashed.unanswered).toBeGreaterThan(0)
    })
)

it("a server that was not killed and does not come back is named with its log", async () => {
  const dead = { url: "http://127.0.0.1:9", token: "t".repeat(64), pid: 0, log: () => "why it ended" }
  const unused = { kill: async () => {}, stop: async () => null }
  const ended = { ...dead, ...unused, hasEnded: () => true }
  await expect(back(ended)).rejects.toThrow(/^A server that was not killed ended: .+\nwhy it ended$/)
  const silent = { ...ended, hasEnded: () => false }
  await expect(back(silent, 2)).rejects.toThrow(/^A server that was not killed failed 2 times to write: /)
})

describe("the judge", () => {
  let place: Place
  let seen: Seen
  const journal: Array<Write> = []

  beforeAll(async () => {
    place = await placeOf("sqlite")
    const server = await start(place)
    const stock = { products: { ANY: 10 ** 9, MUG: 10 ** 6 }, coupons: { EVER: null } }
    const shop = await openShop(server, stock)
    const wire = wireOf(server, shop)
    await work({ shop, wires: [wire], writers: 4, seed: 2, journal, enough: (acknowledged) => acknowledged >= 150 })
    wire.close()
    seen = await read(server, shop, place)
    await server.stop()
  })
  afterAll(() => leave(place))

  it("finds nothing wrong in a consistent shop", () => {
    expect(judge(journal, seen)).toEqual({ acknowledged: expect.any(Number), lost: [], wrong: [] })
  })

  const without = <K extends keyof Seen>(name: K, at = seen[name].length - 1): Seen => ({
    ...seen,
    [name]: (seen[name] as ReadonlyArray<unknown>).filter((_, index) => index !== at)
  })

  it.each(["orders", "ledger", "inventory", "coupons", "customers", "events"] as const)(
    "finds that one of the %s is missing",
    (name) => {
      const { lost, wrong } = judge(journal, without(name))
      expect([...lost, ...wrong]).not.toEqual([])
    }
  )

  it("finds that a registered customer, or the tag of one, is lost", () => {
    const at = seen.customers.findIndex(({ tags }) => tags.length > 0)
    expect(at).toBeGreaterThan(-1)
    expect(judge(journal, without("customers", at)).lost.join("\n")).toContain('lost: {"kind":"customer",')
    const untagged = seen.customers.with(at, { ...seen.customers[at]!, tags: [] })
    expect(judge(journal, { ...seen, customers: untagged }).lost.join("\n")).toContain('lost: {"kind":"customerTag",')
  })

  it("finds that the event of a status is missing", () => {
    const own = seen.events.findIndex(({ type }) => [1, 2, 3, 7].includes(type))
    expect(own).toBeGreaterThan(-1)
    expect(brokenIn(without("events", own)).join("\n")).toContain("events of the statuses of order")
  })

  it("finds what is wrong in the store itself", async () => {
    const database = new DatabaseSync(place.location)
    database.exec("update inventory set doc = replace(doc, '\"quantity\":', '\"quantity\":1')")
    database.close()
    expect((await wrongInStore(place)).join("\n")).toMatch(/Doctor: .* in stock, and its ledger adds up to/)
  })

  it("finds half an order, whichever half it is", () => {
    const { orderID } = seen.orders[0]!
    const ofOrder = seen.ledger.findIndex((entry) => entry.orderID === orderID)
    expect(brokenIn(without("orders", 0)).join("\n")).toContain(
      `stock was taken for order ${orderID}, which is not there`
    )
    expect(brokenIn(without("ledger", ofOrder)).join("\n")).toContain(`that order ${orderID} took`)
    const made = seen.events.findIndex(({ type }) => type === 0)
    expect(brokenIn(without("events", made)).join("\n")).toContain("orders, and events of their making")
  })

  it("distinguishes lost writes from refused ones and from unknown ones", () => {
    const ends = (status: number, text = "{}") => outcomeOf({ answers: [{ status, text, replayed: false }] })
    expect([ends(200), ends(409), ends(503), ends(503, '{"type":"storage_full"}')]).toEqual([
      ...["done", "refused", "unknown", "refused"]
    ])
    const order = journal.find((write) => write.effect.kind === "order" && outcomeOf(write) === "done")!
    const at = seen.orders.findIndex(
      ({ detail }) => order.effect.kind === "order" && detail.message === order.effect.mark
    )
    const answered = (answers: Write["answers"]) =>
      journal.flatMap((write) => (write === order ? [{ ...order, answers }] : isOn(order, write) ? [] : [write]))
    expect(judge(answered(order.answers), without("orders", at)).lost).toHaveLength(1)
    expect(judge(answered([]), without("orders", at)).lost).toEqual([])
    const refused = [{ status: 409, text: "{}", replayed: false }]
    expect(judge(answered(refused), seen).wrong.join("\n")).toContain("refused, and 1 times there")
  })

  const isOn = ({ answers: [made] }: Write, { effect }: Write) =>
    (effect.kind === "status" || effect.kind === "tag") && effect.orderID === jsonOf(made!).order_id

  it("finds a repeated answer that differs", () => {
    const order = journal.find((write) => outcomeOf(write) === "done")!
    const twice = { ...order, answers: [...order.answers, { status: 200, text: "{}", replayed: true }] }
    expect(judge([twice], seen).wrong.join("\n")).toContain("two answers")
  })
})

/** The judge of deliveries finds what is lost, out of order, under another id or wrongly signed. */
import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"
import type { Arrival } from "../../src/receivers/behaviour.ts"
import { deliveryName, hasAll, judgeHeard } from "../../src/torture/arrived.ts"

const secret = `whsec_${Buffer.from("twenty-four bytes and so").toString("base64")}`
const listener = { id: "w", path: "/hook", type: 100, secret } as const
const chains = [
  { orderID: "1_a", statuses: [0, 1, 2, 3] },
  { orderID: "1_b", statuses: [0, 1] }
]

/** Arrivals one after the other, each answered before the next: order, status, answer and perhaps another id. */
const heard = (...all: ReadonlyArray<readonly [string, number, number?, string?]>): Array<Arrival> =>
  all.map(([orderID, status, answer = 200, id = `${orderID}-${status}`], at) => {
    const body = JSON.stringify({ id, orderID, status })
    const seconds = 1_700_000_000
    const signature = new Webhook(secret).sign(id, new Date(seconds * 1000), body)
    const headers = { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": signature }
    return { path: "/hook", id, at, body, headers, status: answer, answeredAt: at + 1 }
  })

const good = [
  ["1_a", 1],
  ["1_b", 1],
  ["1_a", 2],
  ["1_a", 3]
] as const
const judged = (arrivals: ReadonlyArray<Arrival>) => judgeHeard(listener, chains, arrivals)

it("finds nothing in what arrived as it happened, be it failed or repeated", () => {
  expect(judged(heard(...good))).toEqual({ delivered: 4, repeated: 0, lost: [], backlog: [], wrong: [] })
  const repeated = heard(["1_a", 1, 500], ["1_a", 1], ["1_a", 2], ["1_a", 1], ["1_a", 2], ["1_b", 1], ["1_a", 3])
  expect(judged(repeated)).toEqual({ delivered: 4, repeated: 2, lost: [], backlog: [], wrong: [] })
  expect(hasAll(listener, chains, repeated)).toBe(true)
})

it("finds what was not delivered", () => {
  expect(judged(heard(...good.slice(0, 3))).lost).toEqual(["/hook: order 1_a: status 3 was not delivered"])
  expect(hasAll(listener, chains, heard(...good.slice(0, 3)))).toBe(false)
  expect(judged(heard(...good.slice(0, 3), ["1_a", 3, 500])).lost).toHaveLength(1)
})

it("tells what the store is still to send from what is lost", () => {
  const open = new Map([[deliveryName("w", "1_a", 3), "waiting"]])
  const found = judgeHeard(listener, chains, heard(["1_a", 1], ["1_a", 2]), open)
  expect(found.backlog).toEqual(["/hook: 1 deliveries are waiting"])
  expect(found.lost).toEqual(["/hook: order 1_b: status 1 was not delivered"])
})

it("finds what is out of order, or was sent too early", () => {
  expect(judged(heard(["1_a", 2], ["1_a", 1], ["1_b", 1], ["1_a", 3])).wrong.join()).toContain("out of order: 2,1,3")
  const early = heard(["1_a", 1, 500], ["1_a", 2], ["1_a", 1], ["1_b", 1], ["1_a", 3])
  expect(judged(early).wrong.join()).toContain("sent before an earlier one was delivered")
  const [one, ...rest] = heard(...good)
  expect(judged([{ ...one!, answeredAt: 3 }, ...rest]).wrong.join()).toContain(
    "sent before an earlier one was delivered"
  )
})

it("finds what was sent under two ids, was never made, or is wrongly signed", () => {
  expect(judged(heard(["1_a", 1, 200, "x"], ...good)).wrong.join()).toContain("was sent before as x")
  expect(judged(heard(...good, ["1_a", 8])).wrong.join()).toContain("more was sent than happened")
  expect(judged(heard(...good, ["1_c", 1])).wrong.join()).toContain("1_c, which nobody made")
  const [one, ...rest] = heard(...good)
  expect(judged([{ ...one!, body: one!.body.replace("1_a", "1_b") }, ...rest]).wrong.join()).toContain("not signed")
})

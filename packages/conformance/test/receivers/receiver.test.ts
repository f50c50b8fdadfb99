/** The receiver of deliveries records what arrives and behaves as it is set, so that the tests of deliveries can trust it. */
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, expect, it } from "vitest"
import { answers, first, redirects, resets, slow, trickles } from "../../src/receivers/behaviour.ts"
import { Receiver } from "../../src/receivers/receiver.ts"
import { isSigned, verified } from "../../src/receivers/verified.ts"

const secret = `whsec_${Buffer.from("twenty-four bytes and so").toString("base64")}`
let receiver: Receiver
beforeAll(async () => {
  receiver = await new Receiver().listen()
})
afterAll(() => receiver.close())

const deliver = (url: string, { at = new Date(), body = "{}", id = "one" } = {}) =>
  fetch(url, {
    ...{ method: "POST", body, redirect: "manual" },
    headers: {
      ...{ "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1000)) },
      "webhook-signature": new Webhook(secret).sign(id, at, body)
    }
  })

it("records a delivery with its id, its body and its answer, and verifies its signature", async () => {
  expect((await deliver(receiver.url("/plain"), { body: '{"type":0}' })).status).toBe(200)
  const [arrival] = receiver.at("/plain")
  expect(arrival).toMatchObject({ id: "one", body: '{"type":0}', status: 200 })
  expect(arrival!.answeredAt).toBeGreaterThan(arrival!.at)
  expect(verified(arrival!, secret)).toEqual({ type: 0 })
  expect(isSigned(arrival!, secret)).toBe(true)
  expect(() => verified({ ...arrival!, body: "{}" }, secret)).toThrow()
  expect(isSigned({ ...arrival!, body: "{}" }, secret)).toBe(false)
})

it("tells a right signature of a wrong time from a wrong signature", async () => {
  await deliver(receiver.url("/late"), { at: new Date(Date.now() - 3_600_000) })
  const [arrival] = receiver.at("/late")
  expect(() => verified(arrival!, secret)).toThrow(/timestamp/i)
  expect(isSigned(arrival!, secret)).toBe(true)
})

it("fails the first attempts of each delivery, and takes the next", async () => {
  const url = receiver.url("/first", first(2, answers(503, { "retry-after": "7" })))
  const seen: Array<unknown> = []
  for (const id of ["a", "a", "b", "a"]) {
    const { headers, status } = await deliver(url, { id })
    seen.push([status, headers.get("retry-after")])
  }
  expect(seen).toEqual([
    [503, "7"],
    [503, "7"],
    [503, "7"],
    [200, null]
  ])
})

it("redirects, resets, is slow, and answers without an end", async () => {
  expect((await deliver(receiver.url("/moved", redirects("/plain")))).headers.get("location")).toBe("/plain")
  await expect(deliver(receiver.url("/reset", resets))).rejects.toThrow()
  expect(await (await deliver(receiver.url("/slow", slow(20, answers(410, {}, "gone"))))).text()).toBe("gone")
  const endless = await deliver(receiver.url("/trickle", trickles(5)))
  const reader = endless.body!.getReader()
  await reader.read()
  await reader.read()
  await reader.cancel()
  expect((await deliver(receiver.url("/").concat("unknown"))).status).toBe(404)
})

it("waits for what is still to arrive", async () => {
  const url = receiver.url("/awaited")
  const arrived = receiver.until((all) => all.filter(({ path }) => path === "/awaited").length === 2)
  await deliver(url)
  await deliver(url)
  expect((await arrived).length).toBeGreaterThan(1)
})

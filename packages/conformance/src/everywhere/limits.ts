/** Limits of calls: exact across all processes of a store. */
import type { Entry } from "@bottega/domain/contract"
import { type PolicyName, policies } from "@bottega/domain/throttle"
import { expect, it } from "vitest"
import { ofShops, plainRead } from "../sample.ts"
import { type Answer, type Store, suite } from "../surface.ts"
import { call, given } from "./calls.ts"

/** The maximum number of simultaneous calls: a busy server would refuse more because of its load, not because of a limit. */
const atOnce = 50

/** Sends a request this many times, many at once, alternating between the instances. */
const together = async (
  stores: ReadonlyArray<Store>,
  times: number,
  entry: Entry,
  more: object = {}
): Promise<ReadonlyArray<Answer>> => {
  // The calls that prepare a subject would be counted too.
  const parameters = entry === plainRead ? {} : await given(stores[0]!, entry)
  const one = call(entry, { ...parameters, ...more })
  const answers: Array<Answer> = []
  while (answers.length < times) {
    const turns = Array.from({ length: Math.min(atOnce, times - answers.length) }, (_, turn) => turn)
    answers.push(...(await Promise.all(turns.map((turn) => stores[turn % stores.length]!.send(one)))))
  }
  return answers
}

const admitted = (answers: ReadonlyArray<Answer>): number => answers.filter(({ status }) => status === 200).length

/** Two instances on one fresh shop, with small limits of their own if given. */
const two = async (open: () => Promise<Store>, limit?: number): Promise<readonly [Store, Store]> => {
  const store = await (await open()).withShop()
  const options = { policies: limit === undefined ? policies : { ...policies, daily: { ...policies.daily, limit } } }
  return [await store.twin(options), await store.twin(options)]
}

const under = (policy: PolicyName): ReadonlyArray<Entry> =>
  ofShops.filter(({ endpoint }) => endpoint.throttle === policy)

export const limits = suite("a limit of calls", (open) => {
  it("admits exactly as many as it says, to fifty at once over two processes", async () => {
    for (const entry of under("updates")) {
      const stores = await two(open)
      const answers = await together(stores, 50, entry)
      expect([entry.id, admitted(answers)]).toEqual([entry.id, 5])
      const refused = answers.find(({ status }) => status !== 200)
      expect(refused).toMatchObject({ status: 429, json: { error: { type: "too_many_requests" } } })
      const wait = Number(refused?.headers["retry-after"])
      expect(wait).toBeGreaterThanOrEqual(1)
      expect(wait).toBeLessThanOrEqual(60)
      expect(refused?.headers["x-service-limit"]).toBe("0/5")
      stores[0].clock.advance(wait * 1000)
      expect(admitted(await together(stores, 10, entry))).toBe(5)
    }
  })

  it("counts each key set and each endpoint by itself", async () => {
    const [entry] = under("updates")
    const [store] = await two(open)
    await together([store], 6, entry!)
    const reader = await store.send({ ...call(entry!, await given(store, entry!)), as: "reader" })
    expect([reader.status, reader.headers["x-service-limit"]]).toEqual([200, "4/5"])
    expect((await store.send(call(plainRead, {}))).status).toBe(200)
  })

  it("ends a key set's day at exactly its number, over two processes", async () => {
    for (const limit of [7, 210]) {
      const stores = await two(open, limit)
      // Enough for each that neither keeps the rest of a block.
      const answers = await together(stores, 2 * limit + 10, plainRead)
      expect([limit, admitted(answers)]).toEqual([limit, limit])
      const refused = answers.find(({ status }) => status !== 200)
      const err = `The quota of ${limit} calls in 24 hours is used up.`
      expect(refused).toMatchObject({ status: 509, json: { err, error: { type: "daily_quota_exceeded" } } })
      expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(86_000)
      stores[0].clock.advance(86_400_000)
      expect(admitted(await together(stores, 2, plainRead))).toBe(2)
    }
  })

  it("lets a full bucket leak", async () => {
    for (const entry of under("account")) {
      const stores = await two(open)
      const called = (times: number) => together(stores, times, entry, { nodes: "account" })
      expect(admitted(await called(80))).toBe(40)
      stores[0].clock.advance(5000)
      expect(admitted(await called(80))).toBe(10)
    }
  })

  it("counts what is refused for its parameters as well", async () => {
    const [store] = await two(open, 3)
    const wrong = { method: "GET", path: call(plainRead, {}).path, query: "a[__proto__]=1" }
    expect((await store.send(wrong)).status).toBe(400)
    expect(admitted(await together([store], 5, plainRead))).toBe(2)
  })
})

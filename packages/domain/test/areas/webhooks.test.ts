/** Webhooks: their types are the declared events, and they pause exactly when the keys of their application end. */
import { describe, expect, it } from "vitest"
import { endOfKeys, type KeySet, keySetFrom, rotated, withPair } from "../../src/areas/keys.ts"
import { type Delivery, deliveryCollections } from "../../src/areas/webhooks/deliveries.ts"
import {
  eventsByType,
  hooksOf,
  isBeginning,
  isMeantFor,
  stateOf,
  type Webhook,
  webhookWith
} from "../../src/areas/webhooks.ts"
import { events } from "../../src/areas.ts"

const pair = (key: string, created = 1) => ({ key, digest: key, created })
const set = (expires: number | null = null): KeySet =>
  keySetFrom({ id: "k", shop: "s", instance: "i", permission: "read-write", expires }, pair("a"))

describe("webhooks", () => {
  it("can be made for every event that an area declares", () => {
    const declared = Object.values(events).map(({ type }) => type)
    expect([...eventsByType.keys()]).toEqual(declared.sort((a, b) => a - b))
  })

  it("are listed by the types of those that are not disabled, each once and in order", () => {
    const states = ["active", "paused", "disabled", "active"] as const
    const types = [103, 7, 1, 7]
    expect(hooksOf(types.map((type, at) => ({ type, state: states[at]! })))).toEqual({ id: "hooks", types: [7, 103] })
    expect(hooksOf([]).types).toEqual([])
  })

  it("begin to listen when they are made, get another type, or are let go on after they were disabled", () => {
    const [active, paused, disabled] = (["active", "paused", "disabled"] as const).map((state) => ({ state, type: 1 }))
    const other = { ...active!, type: 2 }
    const began = [undefined, active, paused, disabled, other].map((before) => isBeginning(before, active!))
    expect(began).toEqual([true, false, false, true, true])
    expect([undefined, active, disabled, other].map((before) => isBeginning(before, disabled!))).not.toContain(true)
  })

  it("are meant by the events of commits that came after they began to listen", () => {
    expect([1, 2, 3].map((since) => isMeantFor({ begun: 2 }, { since }))).toEqual([true, true, false])
    expect([isMeantFor({}, { since: 9 }), isMeantFor({ begun: 0 }, {})]).toEqual([true, true])
  })

  it("have deliveries that the export of a person shows without a state, which depends on the webhook", () => {
    const { personal } = deliveryCollections.deliveries
    const shown = { id: "d", webhook: "w", type: 0, orderID: null, attempts: [], ts: 1 }
    const delivery: Delivery = { ...shown, event: "e", n: 0, version: null, state: "pending", failures: 0, due: 1 }
    expect(personal instanceof Object && personal.shown?.(delivery)).toEqual(shown)
  })

  it("pause in the second in which the last pair ends, and not before", () => {
    const at = (nowMs: number, resumed: number | null = null) =>
      stateOf({ state: "active", keysEnd: 100, resumed }, nowMs)
    expect([at(99_999), at(100_000)]).toEqual(["active", "paused"])
    expect([at(200_000, 99), at(200_000, 100)]).toEqual(["paused", "active"])
    expect(stateOf({ state: "active", keysEnd: null, resumed: null }, 1e15)).toBe("active")
    expect(stateOf({ state: "disabled", keysEnd: 1, resumed: null }, 1e15)).toBe("disabled")
    expect(stateOf({ state: "paused", keysEnd: null, resumed: 5 }, 1e15)).toBe("paused")
  })

  it("are not let go on by another address if their application has no keys", () => {
    const one: Webhook = {
      ...{ id: "w", type: 0, url: "https://a.example/", name: "w", format: "json", instance: "i" },
      ...{ keysEnd: 100, state: "active", resumed: null, secrets: [], created: 1 }
    }
    const moved = (nowMs: number) => webhookWith(one, { url: "https://b.example/" }, nowMs)
    expect(moved(99_000)).toEqual({ ...one, url: "https://b.example/", resumed: 99 })
    expect(stateOf(moved(99_000), 100_000)).toBe("paused")
    expect(moved(100_000)).toEqual({ ...one, url: "https://b.example/" })
  })
})

describe("the keys of an application", () => {
  it("end with the last pair of its key sets, never if one pair never ends", () => {
    expect(endOfKeys([])).toBe(0)
    expect(endOfKeys([set()])).toBe(null)
    expect(endOfKeys([set(50), set(70), set(60)])).toBe(70)
    expect(endOfKeys([set(50), set(), set(60)])).toBe(null)
    expect(endOfKeys([{ ...set(50), revoked: 20 }])).toBe(20)
    expect(endOfKeys([withPair(set(), "a", { revoked: 30 })])).toBe(30)
  })

  it("end with the older pair if the newer one was revoked", () => {
    const both = rotated(set(), pair("b", 10), 90)!
    expect(endOfKeys([both])).toBe(null)
    expect(endOfKeys([withPair(both, "b", { revoked: 40 })])).toBe(90)
    expect(endOfKeys([withPair(both, "a", { revoked: 40 })])).toBe(null)
  })
})

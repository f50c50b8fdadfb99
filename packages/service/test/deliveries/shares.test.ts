/** A shop whose receivers hang holds a share of the calls, and the receivers of other shops go on. No call is made. */
import { expect, it } from "vitest"
import { Lines } from "../../src/areas/webhooks/lines.ts"
import { Trials } from "../../src/areas/webhooks/trials.ts"
import { maxCalls } from "../../src/outbound/call.ts"

const webhooks = Array.from({ length: 100 }, (_, n) => `webhook ${n}`)

it("what is tried again of one shop leaves places for others", () => {
  const trials = new Trials()
  const begun = (shop: string, all: ReadonlyArray<string>) =>
    all.reduce((sum, webhook) => {
      const places = trials.places(shop, webhook, false)
      for (let n = 0; n < places; n++) trials.begin(shop, webhook, `${shop} ${webhook} ${n}`)
      return sum + places
    }, 0)
  expect(begun("hostile", webhooks)).toBe(128)
  expect(trials.fullShops).toBe(1)
  expect(begun("other", ["other's webhook"])).toBe(16)
  const ends = Array.from({ length: 16 }, (_, n) => ({ id: `hostile webhook 0 ${n}` }))
  trials.leave("hostile", "webhook 0", ends)
  expect(begun("hostile", webhooks)).toBe(16)
})

it("a hundred receivers that never answer leave first attempts of others their places", () => {
  const [trials, lines] = [new Trials(), new Lines(600_000)]
  let held = 0
  const ends: Array<() => void> = []
  for (const webhook of webhooks) {
    const shop = `shop of ${webhook}`
    const places = trials.places(shop, webhook, false)
    for (let n = 0; n < places; n++) trials.begin(shop, webhook, `${webhook} ${n}`)
    held += places
    for (let n = 0; n < 16; n++) ends.push(lines.enter(shop, webhook, (isHeld) => void (held += Number(isHeld))))
  }
  expect(held).toBe(maxCalls / 2 + 2 * webhooks.length)
  expect(maxCalls - held).toBeGreaterThanOrEqual(312)
  for (const end of ends) end()
})

it("receivers that never answered get two calls each, and those that are prompt sixteen", () => {
  const lines = new Lines(600_000)
  const held = (webhook: string) => {
    let count = 0
    const entered = (isHeld: boolean) => void (count += Number(isHeld))
    const ends = Array.from({ length: 20 }, () => lines.enter("shop", webhook, entered))
    return { count: () => count, end: () => ends.forEach((end) => void end()) }
  }
  const all = webhooks.map(held)
  expect(all.reduce((sum, { count }) => sum + count(), 0)).toBe(2 * webhooks.length)
  // One of them answers a call; the others are late.
  for (const webhook of webhooks.slice(1)) lines.countLate("shop", webhook, 1)
  lines.leave(webhooks[0]!)
  expect(all[0]!.count()).toBe(17)
  lines.leave(webhooks[1]!)
  expect(all[1]!.count()).toBe(3)
  for (const { end } of all) end()
})

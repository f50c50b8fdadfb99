import fc from "fast-check"
import { assert, it } from "vitest"
import { cursorOf, placeOf } from "../../src/contract/cursor.ts"
import { customerStyle, formattedOffset, isZone, localOf, orderStyle } from "../../src/contract/zones.ts"

it("prints both styles with the zone's offset at that instant", () => {
  assert.strictEqual(orderStyle(1450372794, "Europe/Rome"), "2015-12-17T18:19:54+0100")
  assert.strictEqual(customerStyle(1531553368, "Europe/Rome"), "2018-07-14T09:29:28+02:00")
  assert.strictEqual(orderStyle(1450372794, "Asia/Kathmandu"), "2015-12-17T23:04:54+0545")
  assert.strictEqual(customerStyle(1450372794, "America/St_Johns"), "2015-12-17T13:49:54-03:30")
  assert.strictEqual(orderStyle(0, "UTC"), "1970-01-01T00:00:00+0000")
})

it("changes the offset in the same second as the zone", () => {
  assert.strictEqual(orderStyle(1445734799, "Europe/Rome"), "2015-10-25T02:59:59+0200")
  assert.strictEqual(orderStyle(1445734800, "Europe/Rome"), "2015-10-25T02:00:00+0100")
})

it("prints a text that parses back to the same instant, in any zone", () => {
  const zone = fc.constantFrom("Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC")
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), zone, (seconds, name) => {
      assert.strictEqual(Date.parse(customerStyle(seconds, name)) / 1000, seconds)
    })
  )
})

it("has the offset that a formatter prints, in any zone of the platform", () => {
  const others = ["PST", "IST", "SystemV/PST8", "US/Pacific-New", "EST5EDT", "Etc/GMT+5", "europe/rome", "UTC"]
  const zone = fc.constantFrom(...others, ...Intl.supportedValuesOf("timeZone"))
  fc.assert(
    fc.property(fc.integer({ min: -2_208_988_800, max: 4_000_000_000 }), zone, (seconds, name) => {
      // A day that begins and ends with the same offset counts as a whole, so that the instant is asked where a day begins.
      const midnight = Math.floor(seconds / 86_400) * 86_400
      assert.strictEqual(localOf(midnight, name) - midnight, formattedOffset(midnight, name) * 60)
    }),
    { numRuns: 1000 }
  )
})

it("has the offset of names that the formatter alone knows", () => {
  assert.isTrue(isZone("PST"))
  assert.strictEqual(customerStyle(1531553368, "PST"), "2018-07-14T00:29:28-07:00")
})

it("distinguishes a zone from any other text", () => {
  assert.isTrue(isZone("Europe/Rome"))
  for (const name of ["", "Europe/Nowhere", "+02:00", "constructor"]) assert.isFalse(isZone(name), name)
})

it("decodes the cursors that it encoded, and no other text", () => {
  const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer())
  fc.assert(
    fc.property(value, value, (a, key) =>
      assert.deepStrictEqual(placeOf(cursorOf({ value: a, key })), { value: a, key })
    )
  )
  for (const text of ["", "x", "!!", "W10", "bnVsbA", "eyJhIjoxfQ"]) assert.isUndefined(placeOf(text), text)
})

it("prints an instant whose local year has five digits in UTC", () => {
  assert.strictEqual(orderStyle(253402300799, "Europe/Rome"), "9999-12-31T23:59:59+0000")
  assert.strictEqual(orderStyle(253402297199, "Europe/Rome"), "9999-12-31T23:59:59+0100")
  assert.strictEqual(customerStyle(253402297200, "Europe/Rome"), "9999-12-31T23:00:00+00:00")
  assert.strictEqual(orderStyle(253402300799, "America/New_York"), "9999-12-31T18:59:59-0500")
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { countryByName } from "../../src/areas/countries.ts"
import { couriersByCode, isCourier, trackingUrl } from "../../src/areas/orders.ts"

const couriers = Object.entries(couriersByCode)

describe("couriers", () => {
  it("are keyed by unique codes of lower-case words", () => {
    for (const [key, courier] of couriers) {
      expect(courier.code).toBe(key)
      expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(isCourier(key)).toBe(true)
    }
    expect(new Set(couriers.map(([, { name }]) => name)).size).toBe(couriers.length)
  })

  it("are global or belong to a country in the list of countries", () => {
    for (const [, { country }] of couriers)
      expect(country === "global" || countryByName(country)?.name === country, country).toBe(true)
  })

  it("include those that shops in Italy use", () => {
    const codes = ["brt", "dhl", "gls", "sda", "ups", "fedex", "tnt", "poste_italiane", "dpd", "inpost"]
    expect(codes.filter((code) => !isCourier(code))).toEqual([])
  })

  it("have an https page with the encoded tracking number", () => {
    fc.assert(
      fc.property(fc.constantFrom(...couriers), fc.string({ unit: "grapheme", minLength: 1 }), ([code], number) => {
        const url = trackingUrl(code, number)!
        expect(new URL(url).protocol).toBe("https:")
        expect(url).toContain(encodeURIComponent(number.trim()))
        expect(url).not.toContain("{}")
      })
    )
    expect(trackingUrl("ups", " 1Z&x=$& ")).toBe("https://www.ups.com/track?tracknum=1Z%26x%3D%24%26")
    expect(trackingUrl("ups", "\ud800")).toBe("https://www.ups.com/track?tracknum=%EF%BF%BD")
  })

  it("do not include unknown codes", () => {
    for (const code of ["", "UPS", "constructor", "__proto__"]) {
      expect(isCourier(code)).toBe(false)
      expect(trackingUrl(code, "1")).toBeUndefined()
    }
  })
})

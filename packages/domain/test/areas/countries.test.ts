import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { foldedName } from "../../src/areas/countries/names.ts"
import {
  allCountries,
  type Country,
  countryByCode,
  countryByName,
  countryByUid,
  postalCodeFits,
  stateOf
} from "../../src/areas/countries.ts"
import { postalLines } from "../../src/data/postal.ts"

const country = (code: string): Country => countryByCode(code)!
const codeOf = (of: string, given: string | number) => {
  const found = stateOf(country(of), given)
  return typeof found === "object" ? found.code : found
}
const codes = (of: string) => country(of).states.map(({ code }) => code)

describe("countries", () => {
  it("are those of ISO 3166-1, each with its own uid and code", () => {
    expect(allCountries).toHaveLength(249)
    expect(new Set(allCountries.map(({ uid }) => uid)).size).toBe(249)
    expect(country("IT")).toMatchObject({ uid: 380, code: "IT", name: "Italy" })
    expect(country("GB")).toMatchObject({ uid: 826, name: "United Kingdom" })
  })

  it("are found by code, uid and name, in any case", () => {
    for (const each of allCountries) {
      expect(countryByCode(each.code.toLowerCase())).toBe(each)
      expect(countryByUid(each.uid)).toBe(each)
      expect(countryByName(each.name.toUpperCase())).toBe(each)
    }
  })

  it.each([
    ["UK", "GB"],
    ["usa", "US"],
    ["Viet Nam", "VN"],
    ["Cote d’Ivoire", "CI"],
    ["Turkey", "TR"],
    ["Italia", "IT"],
    ["ITALIEN", "IT"],
    ["Deutschland", "DE"],
    ["Allemagne", "DE"],
    ["Alemania", "DE"],
    ["Germania", "DE"],
    ["Österreich", "AT"],
    ["Espana", "ES"],
    ["Schweiz", "CH"],
    ["Svizzera", "CH"],
    ["Nederland", "NL"],
    ["Sverige", "SE"],
    ["Ελλάδα", "GR"],
    ["中国", "CN"],
    ["Stati Uniti d'America", "US"],
    ["Monaco", "MC"],
    ["Congo", "CG"],
    ["Niger", "NE"],
    ["Dominica", "DM"]
  ])("knows %s as %s", (name, code) => expect(countryByName(name)?.code).toBe(code))

  it("are not found by anything else", () => {
    for (const text of ["", "XK", "constructor", "__proto__"]) {
      expect(countryByCode(text)).toBeUndefined()
      expect(countryByName(text)).toBeUndefined()
    }
    expect(countryByUid(0)).toBeUndefined()
  })

  it("print as the list of all countries, with their states", () => {
    const printed = JSON.parse(JSON.stringify(country("SM")))
    expect(Object.keys(printed)).toEqual(["uid", "code", "name", "states"])
    expect(printed.states[0]).toEqual({ uid: 674001, code: "SM-01", name: "Acquaviva" })
  })
})

describe("states", () => {
  const all = allCountries.flatMap((each) => each.states.map((state) => ({ each, state })))

  it("have uids and codes of their own, unlike any other state or country", () => {
    const uids = [...allCountries.map(({ uid }) => uid), ...all.map(({ state }) => state.uid)]
    expect(new Set(uids).size).toBe(uids.length)
    expect(new Set(all.map(({ state }) => state.code)).size).toBe(all.length)
  })

  // Orders store these numbers, so a change here would give them another meaning.
  it.each([
    [380001, "IT-23"],
    [380053, "IT-MI"],
    [380080, "IT-RM"],
    [840006, "US-CA"],
    [276004, "DE-BY"],
    [124009, "CA-ON"],
    [724028, "ES-M"],
    [250103, "FR-976"],
    [250119, "FR-IDF"],
    [894010, "ZM-10"]
  ])("keep uid %i for %s", (uid, code) => expect(codeOf(code.slice(0, 2), uid)).toBe(code))

  it("are found by uid, full code and code without its country", () => {
    for (const { each, state } of all) {
      expect(stateOf(each, state.uid)).toBe(state)
      expect(stateOf(each, String(state.uid))).toBe(state)
      expect(stateOf(each, state.code.toLowerCase())).toBe(state)
      expect(stateOf(each, ` ${state.code.slice(3)} `)).toBe(state)
    }
  })

  it.each([
    ["MC", "Monaco", "MC-MCO", 492018],
    ["MC", "Mónaco", "MC-MCO", 492018],
    ["SG", "singapore", "SG-SGP", 702006],
    ["MT", "Malta", "MT-MLT", 470069],
    ["LU", "Luxembourg", "LU-LU", undefined],
    ["SM", "San Marino", "SM-07", undefined]
  ])("of %s are its own name where people write it so: %s", (code, name, state, uid) => {
    const found = stateOf(country(code), name)
    expect(found).toMatchObject({ code: state, ...(uid === undefined ? {} : { uid }) })
    // It is found again by what is stored, and not listed.
    expect(stateOf(country(code), (found as { readonly uid: number }).uid)).toBe(found)
    if (uid !== undefined) expect(country(code).states.map((one) => one.uid)).not.toContain(uid)
  })

  it("of other countries are not their own names", () => {
    for (const code of ["IT", "DE", "US", "NL"]) expect(stateOf(country(code), country(code).name)).toBeUndefined()
  })

  it("are found by name, in any case", () => {
    for (const { each, state } of all) expect(stateOf(each, state.name.toUpperCase()), state.code).toBe(state)
  })

  it.each([
    ["IT", "milano", "IT-MI"],
    ["IT", "Aosta", "IT-23"],
    ["IT", "VALLE D’AOSTA", "IT-23"],
    ["IT", "Forli", "IT-FC"],
    ["IT", "Monza-Brianza", "IT-MB"],
    ["IT", "reggio nell'emilia", "IT-RE"],
    ["IT", "Lombardia", "IT-25"],
    ["IT", "25", "IT-25"],
    ["FR", "Île-de-France", "FR-IDF"],
    ["FR", "ile de france", "FR-IDF"],
    ["FR", "FR-IDF", "FR-IDF"],
    ["FR", "250119", "FR-IDF"],
    ["FR", "Provence-Alpes-Côte d'Azur", "FR-PAC"],
    ["ES", "La Coruña", "ES-C"],
    ["ES", "Cataluña", "ES-CT"],
    ["ES", "principado de asturias", "ES-AS"],
    ["BE", "Bruxelles", "BE-BRU"],
    ["CH", "Genf", "CH-GE"],
    ["IT", "Milan", "IT-MI"],
    ["IT", "AO", "IT-23"],
    ["IT", "Bolzano", "IT-BZ"],
    ["IT", "forli cesena", "IT-FC"],
    ["IT", "L’Aquila", "IT-AQ"],
    ["US", "california", "US-CA"],
    ["CA", "Quebec", "CA-QC"],
    ["DE", "bavaria", "DE-BY"],
    ["ES", "avila", "ES-AV"],
    ["FR", "75", "FR-75C"],
    ["JP", "Tokyo", "JP-13"],
    ["IR", "Tehran", "IR-23"],
    ["TR", "IĞDIR", "TR-76"]
  ])("of %s: %s is %s", (of, text, code) => expect(codeOf(of, text)).toBe(code))

  it("are found before a region of the same name", () => {
    expect(["Madrid", "Asturias", "La Rioja", "Navarra"].map((name) => codeOf("ES", name))).toEqual([
      "ES-M",
      "ES-O",
      "ES-LO",
      "ES-NA"
    ])
    for (const { each, state } of all) expect(stateOf(each, state.name), state.code).toBe(state)
  })

  it("are of one level only", () => {
    expect(codes("IT")).toHaveLength(107)
    expect(codes("IT")).not.toContain("IT-25")
    expect(codes("ES")).toHaveLength(52)
    expect(codes("FR")).not.toContain("FR-IDF")
    expect(codes("BE")).toHaveLength(11)
    expect(codes("GB")).toEqual([])
    expect(codes("DE")).toHaveLength(16)
    expect(codes("US")).toContain("US-DC")
    expect(codes("CA")).toHaveLength(13)
  })

  it("belong to their country", () => {
    expect(stateOf(country("IT"), "US-CA")).toBeUndefined()
    expect(stateOf(country("IT"), 840006)).toBeUndefined()
    for (const text of ["", "constructor", "__proto__", "IT-", "US-"]) {
      expect(stateOf(country("US"), text)).toBeUndefined()
    }
  })

  it("are any text if the country has none", () => {
    expect(country("HK").states).toEqual([])
    fc.assert(fc.property(fc.string(), (text) => stateOf(country("HK"), text) === text.trim()))
  })

  it("never throw on a text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...allCountries), fc.string({ unit: "binary" }), (each, text) => {
        const found = stateOf(each, text)
        // Regions and retired states are found by their codes, and are not listed.
        if (typeof found === "object") expect(Math.floor(found.uid / 1000)).toBe(each.uid)
        else expect(found === undefined || each.states.length === 0).toBe(true)
      })
    )
  })
})

describe("postal codes", () => {
  it.each([
    ["IT", "20121", true],
    ["IT", " 20121 ", true],
    ["IT", "2012", false],
    ["IT", "20121\n1", false],
    ["GB", "sw1a 1aa", true],
    ["GB", "20121", false],
    ["NL", "1012 ab", true],
    ["PT", "1000-001", true],
    ["US", "94016-1234", true],
    ["CA", "K1A 0B1", true],
    ["IE", "D02 X285", true],
    ["AZ", "AZ1000", true],
    ["MD", "MD-2001", true],
    ["SM", "47890", true],
    ["VA", "00120", true],
    ["IT", "", false],
    ["HK", "anything", true]
  ])("of %s: %s fits %s", (of, text, fits) => expect(postalCodeFits(country(of), text)).toBe(fits))

  it("have patterns without unbounded repetition or back references, so that none backtracks forever", () => {
    const lines = postalLines.split("\n").map((line) => line.split("\t") as [string, string])
    for (const [members, pattern] of lines) {
      expect(pattern).not.toMatch(/[*+^$]|,\}|\\[1-9k]/)
      for (const code of members.split(" ")) expect(country(code)).toBeDefined()
    }
    const members = lines.flatMap(([codes]) => codes.split(" "))
    expect(new Set(members).size).toBe(members.length)
  })

  it("compile and match any text without an error, for every country", () => {
    fc.assert(
      fc.property(fc.constantFrom(...allCountries), fc.string({ unit: "binary" }), (each, text) => {
        expect(typeof postalCodeFits(each, text)).toBe("boolean")
      })
    )
    for (const each of allCountries) expect(() => postalCodeFits(each, "0".repeat(100_000))).not.toThrow()
  })
})

describe("a folded name", () => {
  it("is the same with and without the shortcut for plain names", () => {
    const plain = fc.string({ unit: fc.constantFrom(..."AZaz09I  "), maxLength: 12 })
    fc.assert(
      fc.property(plain, (name) => {
        // A lone accent is removed, and makes the name skip the shortcut.
        expect(foldedName(name)).toBe(foldedName(`${name}\u0301`))
        expect(foldedName(name)).toBe(foldedName(name.replaceAll(" ", "-")))
      })
    )
    expect(foldedName("Forlì-Cesena")).toBe("forli cesena")
  })
})

import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { dataFiles } from "../../../tools/data/make-countries.ts"
import { kept } from "../../../tools/data/states.ts"

const files = dataFiles()
const committed = (name: string) => readFileSync(new URL(`../src/data/${name}`, import.meta.url), "utf8")

describe("data files", () => {
  it.each(Object.keys(files))("%s is what tools/data/make-countries.ts makes", (name) => {
    expect(files[name] === committed(name), `run node tools/data/make-countries.ts and read the difference`).toBe(true)
  })
})

describe("lines of states", () => {
  it("keep their place when the library gives another order, and take the new name", () => {
    expect(kept("B\tBeta\nA\tAlpha", ["A\tAlfa", "B\tBeta"])).toBe("B\tBeta\nA\tAlfa")
  })

  it("come last when they are new, and stay, retired, when they are gone", () => {
    expect(kept("A\tAlpha\nB\tBeta", ["AA\tNew", "B\tBeta"])).toBe("-A\tAlpha\nB\tBeta\nAA\tNew")
  })

  it("are the same state under a new code that names the old one", () => {
    expect(kept("A\tAlpha\nB\tBeta", ["B\tBeta", "Z,A\tAlpha"])).toBe("Z,A\tAlpha\nB\tBeta")
  })

  it("come back from retirement in their old place, and stay retired otherwise", () => {
    expect(kept("-A\tAlpha\nB\tBeta", ["A\tAlpha", "B\tBeta"])).toBe("A\tAlpha\nB\tBeta")
    expect(kept("-A\tAlpha\nB\tBeta", ["B\tBeta"])).toBe("-A\tAlpha\nB\tBeta")
  })

  it("have room for 999 in a country", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index}\tName`)
    expect(() => kept("", lines(999))).not.toThrow()
    expect(() => kept("", lines(1000))).toThrow()
  })
})

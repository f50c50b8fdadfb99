import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { dataFiles } from "../../../tools/data/make-countries.ts"
import { kept } from "../../../tools/data/states.ts"

const files = dataFiles()
const committed = (name: string) => readFileSync(new URL(`../src/data/${name}`, import.meta.url), "utf8")

describe("data files", () => {
  it.each(Object.keys(files))("%s equals the output of tools/data/make-countries.ts", (name) => {
    expect(files[name] === committed(name), `run node tools/data/make-countries.ts and read the difference`).toBe(true)
  })
})

describe("the lines of states", () => {
  it("keep their positions when the library changes its order, and take new names", () => {
    expect(kept("B\tBeta\nA\tAlpha", ["A\tAlfa", "B\tBeta"])).toBe("B\tBeta\nA\tAlfa")
  })

  it("are appended for new states, and stay as retired for removed ones", () => {
    expect(kept("A\tAlpha\nB\tBeta", ["AA\tNew", "B\tBeta"])).toBe("-A\tAlpha\nB\tBeta\nAA\tNew")
  })

  it("stay the same state when a new code names the old one", () => {
    expect(kept("A\tAlpha\nB\tBeta", ["B\tBeta", "Z,A\tAlpha"])).toBe("Z,A\tAlpha\nB\tBeta")
  })

  it("return to their old position when a state comes back, and stay retired otherwise", () => {
    expect(kept("-A\tAlpha\nB\tBeta", ["A\tAlpha", "B\tBeta"])).toBe("A\tAlpha\nB\tBeta")
    expect(kept("-A\tAlpha\nB\tBeta", ["B\tBeta"])).toBe("-A\tAlpha\nB\tBeta")
  })

  it("are at most 999 per country", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index}\tName`)
    expect(() => kept("", lines(999))).not.toThrow()
    expect(() => kept("", lines(1000))).toThrow()
  })
})

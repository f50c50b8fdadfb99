/** `npm test -- <filter>` runs the files that the filter names, and fails if there are none. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { areas as registry } from "../packages/domain/src/areas.ts"
import { select, testFiles } from "./selection.ts"

const conformance = "packages/conformance/test/conformance.test.ts"
const suites = ["packages/conformance/test/conformance-mongo.test.ts", conformance]
const coupons = ["packages/domain/test/coupons.test.ts", "packages/service/test/areas/coupons-use.test.ts"]
const form = "packages/domain/test/form.test.ts"
const declarations = ["packages/conformance/test/contract.test.ts", "packages/conformance/test/examples.test.ts"]
const ofArea = ["apps/server/test/openapi.test.ts", ...suites, ...declarations]
const files = [...coupons, form, ...suites, "packages/storage/test/storage.test.ts"]
const areas = ["coupons", "orders"]
const chosen = (...filters: Array<string>) => select(filters, files, areas)

it("runs the area's tests, its suites, and the tests of all declarations", () => {
  expect(chosen("coupons")).toEqual({ files: [...ofArea, ...coupons], areas: ["coupons"] })
  expect(chosen("orders", "coupons")).toEqual({ files: [...ofArea, ...coupons], areas: ["orders", "coupons"] })
  expect(chosen("orders", "form")).toEqual({ files: [...ofArea, form], areas: ["orders"] })
})

it("runs all suites if a filter names their file", () => {
  for (const filters of [["conformance"], ["coupons", "conformance"], ["coupons", "conformance/test"]])
    expect(chosen(...filters)).toMatchObject({ areas: undefined })
})

it("matches the beginnings of words, and any part of a path with a slash", () => {
  expect(chosen("form")).toEqual({ files: [form], areas: undefined })
  expect(chosen("coupons-use")).toEqual({ files: [coupons[1]], areas: undefined })
  expect(chosen("main/test/for")).toEqual({ files: [form], areas: undefined })
})

it("names the areas if a filter selects nothing, and the one that was probably meant", () => {
  expect(chosen("cuopons")).toBe(
    'No test ran: no test file and no area is called "cuopons". Did you mean coupons?\nThe areas are coupons, orders.'
  )
  expect(chosen("form", "elsewhere")).toBe(
    'No test ran: no test file and no area is called "elsewhere".\nThe areas are coupons, orders.'
  )
})

it("finds the repository's areas and files", () => {
  for (const area of Object.keys(registry)) expect(select([area])).toMatchObject({ areas: [area] })
  expect(select(["coupons"])).toMatchObject({
    files: expect.arrayContaining([conformance, expect.stringMatching("domain/.*coupons")]),
    areas: ["coupons"]
  })
})

it("is divided in CI such that each file runs in one job, what uses MongoDB in one of its own, and the checks in another", () => {
  const workflow = readFileSync(join(import.meta.dirname, "../.github/workflows/ci.yml"), "utf8")
  const filters = [...workflow.matchAll(/- run: npm test -- (.+)/g)].map(([, filter]) => filter!)
  expect(filters).toEqual(["without-mongodb", "with-mongodb"])
  const [without, using] = filters.map((filter) => {
    const job = select([filter])
    return typeof job === "string" ? [job] : job.files
  })
  const all = globSync(testFiles, { cwd: join(import.meta.dirname, "..") })
  expect([...without!, ...using!].sort()).toEqual(all.sort())
  expect(using).toEqual(expect.arrayContaining([suites[0], "packages/storage/test/storage.test.ts"]))
  expect(without).toEqual(expect.arrayContaining([conformance, "packages/conformance/test/everywhere.test.ts"]))
  expect(workflow).toContain("- run: npm run check\n")
})

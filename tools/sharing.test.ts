/** Test files share modules only if none of them changes what another one sees. */
import { globSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { isChanging, longest, shared, testFiles } from "./selection.ts"

const root = join(import.meta.dirname, "..")
const all = Object.values(shared()).flat()

it("files share modules unless they mock, set a bound, have a clock of their own or import a file that does", () => {
  expect(all.length).toBeGreaterThan(150)
  const apart = {
    mocks: "packages/service/test/images.test.ts",
    "sets a bound": "packages/service/test/engine/commit/steps.test.ts",
    "has a clock": "packages/service/test/payments.test.ts",
    "moves the clock": "apps/server/test/console-workbench.test.ts",
    "imports a clock": "packages/service/test/mail/queue.test.ts",
    "imports a changed prototype": "packages/service/test/bounds/largest.test.ts",
    "imports other bounds": "packages/storage/test/kinds.test.ts"
  }
  expect(Object.values(apart).map((path) => [path, isChanging(path)])).toEqual(
    Object.values(apart).map((path) => [path, true])
  )
  expect(Object.values(apart).filter((path) => all.includes(path))).toEqual([])
  expect(all).toContain("apps/server/test/console-orders.test.ts")
})

it("the conformance suites, whose clock is ahead, share with nobody else", () => {
  const { sharing } = shared()
  expect(sharing!.filter((path) => path.includes("conformance"))).toEqual([])
})

it("those that share, and those that begin first, are test files", () => {
  const files = globSync(testFiles, { cwd: root }).map((path) => path.replaceAll("\\", "/"))
  expect(files).toEqual(expect.arrayContaining([...all, ...longest]))
})

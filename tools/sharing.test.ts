/** Test files share modules only if none of them changes what another one sees. */
import { globSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { isChanging, longest, shared, testFiles } from "./selection.ts"

const root = join(import.meta.dirname, "..")
const all = Object.values(shared()).flat()

it("files share modules unless they mock, set a bound, an environment, timers or a clock, or import a file that does", () => {
  expect(all.length).toBeGreaterThan(240)
  const apart = {
    mocks: "packages/service/test/images.test.ts",
    "sets a bound": "packages/service/test/engine/commit/steps.test.ts",
    "sets the environment": "apps/server/test/pictures.test.ts",
    "has timers of its own": "apps/server/test/overload.test.ts",
    "has a clock": "packages/service/test/payments.test.ts",
    "moves the clock": "apps/server/test/console-workbench.test.ts",
    "imports a clock": "packages/service/test/mail/queue.test.ts",
    "imports a changed prototype": "packages/service/test/bounds/largest.test.ts"
  }
  expect(Object.values(apart).map((path) => [path, isChanging(path)])).toEqual(
    Object.values(apart).map((path) => [path, true])
  )
  expect(Object.values(apart).filter((path) => all.includes(path))).toEqual([])
  expect(shared()["sharing"]).toEqual(
    expect.arrayContaining([
      "apps/server/test/console-orders.test.ts",
      // It spies, and `tools/restored.ts` takes the spies away.
      "apps/server/test/accept.test.ts",
      // What it changes is its own.
      "apps/server/test/console-webhooks.test.ts",
      // The program that changes its process is another process.
      "apps/cli/test/csv.test.ts"
    ])
  )
})

it("files with a clock or bounds in common share with each other alone", () => {
  const expected = {
    "sharing small steps": ["packages/storage/test/kinds.test.ts"],
    "sharing a clock": ["packages/conformance/test/webhooks.test.ts"]
  }
  const files = shared()
  for (const [group, some] of Object.entries(expected)) expect(files[group]).toEqual(expect.arrayContaining(some))
  expect(new Set(all).size).toBe(all.length)
  expect(files["sharing"]!.filter((path) => path.includes("conformance"))).toEqual([])
})

it("those that share, and those that begin first, are test files", () => {
  const files = globSync(testFiles, { cwd: root }).map((path) => path.replaceAll("\\", "/"))
  expect(files).toEqual(expect.arrayContaining([...all, ...longest]))
})

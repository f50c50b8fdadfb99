/** The suites of the tests on every surface with every store, and 500 random histories on each. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../../..")

const files = [
  ...["conformance", "conformance-mongo", "everywhere", "everywhere-mongo", "history"].map(
    (name) => `packages/conformance/test/${name}.test.ts`
  ),
  "packages/storage/test/storage.test.ts"
]

/** Runs them, which prints what fails; returns a sentence if anything did. */
export const runSuites = (): ReadonlyArray<string> => {
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const env = { ...process.env, BOTTEGA_SUITES: "all", HISTORY_RUNS: "500" }
  const { status } = spawnSync(process.execPath, [vitest, "run", ...files], { cwd: root, env, stdio: "inherit" })
  return status === 0 ? [] : ["A suite failed."]
}

import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { testFiles } from "./tools/selection.ts"

/** Suites over every store take minutes: where they begin last, one core has nothing to do at the end. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\/(conformance|storage)\/test\/[a-z]+\.test\.ts$/.test(moduleId)

class LongFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: testFiles,
    globalSetup: ["packages/mongo-stand-in/src/global-setup.ts"],
    pool: "threads",
    // Most tests wait for a database, a disk or another process, so every core can have a worker.
    maxWorkers: "100%",
    sequence: { sequencer: LongFirst },
    // Bounds on a hang only: how long anything takes is the machine's business, and it may be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 20_000 } },
    // The processes that tests start load their modules from it in half the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "dist/compile-cache") }
  }
})

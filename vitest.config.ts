import { availableParallelism } from "node:os"
import { join, relative } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { longest, shared, testFiles } from "./tools/selection.ts"

class LongFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = longest.indexOf(relative(import.meta.dirname, moduleId).replaceAll("\\", "/"))
      return rank < 0 ? longest.length : rank
    }
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}

/** Whether each file says what it costs. */
const measuresCpu = process.env["BOTTEGA_CPU"] === "1"

const groups = Object.entries(shared())

const common = {
  pool: "threads",
  // Bounds on a hang only: how long anything takes is the machine's business, and it may be busy.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: measuresCpu ? ["tools/restored.ts", "tools/cpu.ts"] : ["tools/restored.ts"],
  // The processes that tests start load their modules from it in half the time.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "dist/compile-cache") }
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "alone",
          include: testFiles,
          exclude: [...configDefaults.exclude, ...groups.flatMap(([, files]) => files)]
        }
      },
      ...groups.map(([name, files]) => ({ test: { ...common, name, include: [...files], isolate: false } }))
    ],
    // Here, and not in a project, so that all of them have the same MongoDB.
    globalSetup: ["packages/mongo-stand-in/src/global-setup.ts"],
    // Half of what tests take is waiting for a database, a timer or another process, so there are more workers than cores.
    // A process can only be measured for one file at a time.
    maxWorkers: measuresCpu ? 1 : availableParallelism() + 2,
    sequence: { sequencer: LongFirst }
  }
})

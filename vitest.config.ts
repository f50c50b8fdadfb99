import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { testFiles } from "./tools/selection.ts"

export default defineConfig({
  test: {
    include: testFiles,
    globalSetup: ["packages/mongo-stand-in/src/global-setup.ts"],
    pool: "threads",
    // Most tests wait for a database, a disk or another process, so every core can have a worker.
    maxWorkers: "100%",
    // Bounds on a hang only: how long anything takes is the machine's business, and it may be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The processes that tests start load their modules from it in half the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "dist/compile-cache") }
  }
})

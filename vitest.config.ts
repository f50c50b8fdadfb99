import { defineConfig } from "vitest/config"
import { testFiles } from "./tools/selection.ts"

export default defineConfig({
  test: {
    include: testFiles,
    globalSetup: ["packages/mongo-stand-in/src/global-setup.ts"],
    pool: "threads",
    // Most tests wait for a database, a disk or another process, so every core can have a worker.
    maxWorkers: "100%",
    testTimeout: 20_000
  }
})

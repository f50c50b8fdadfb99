import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "apps/*/{src,test}/**/*.test.ts", "{tools,bench}/**/*.test.ts"],
    globalSetup: ["packages/mongo-stand-in/src/global-setup.ts"],
    pool: "threads",
    // Much of it waits: for a database, a disk, another process.
    maxWorkers: "100%",
    testTimeout: 20_000
  }
})

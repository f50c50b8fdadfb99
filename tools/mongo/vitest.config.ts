import { defineConfig } from "vitest/config"

/** The tests of the MongoDB that tests run on; they start a real server, so they are a run of their own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    globalSetup: ["./global-setup.ts"],
    pool: "threads",
    testTimeout: 60_000
  }
})

import { join } from "node:path"
import { defineConfig } from "vitest/config"

/** The tests that need a MongoDB; they start a real server, so they are a run of their own. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["tools/mongo/**/*.test.ts", "packages/storage/test/mongo-server.test.ts"],
    globalSetup: ["tools/mongo/global-setup.ts"],
    pool: "threads",
    testTimeout: 60_000
  }
})

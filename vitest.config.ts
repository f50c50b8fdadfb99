import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "apps/*/{src,test}/**/*.test.ts", "{tools,bench}/**/*.test.ts"],
    globalSetup: ["tools/mongo/global-setup.ts"],
    pool: "threads",
    testTimeout: 20_000
  }
})

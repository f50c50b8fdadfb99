import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "apps/*/{src,test}/**/*.test.ts", "{tools,bench}/**/*.test.ts"],
    // These need a database server: `npm run test:mongo`.
    exclude: ["**/node_modules/**", "**/dist/**", "tools/mongo/**", "packages/storage/test/mongo-server.test.ts"],
    pool: "threads",
    testTimeout: 20_000
  }
})

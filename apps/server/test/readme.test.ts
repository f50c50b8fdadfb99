/** What the README says of the server. `npm run pack` runs its code. */
import { expect, test } from "vitest"
import { createServer, makeLog } from "../src/index.ts"

test("what the README says of the server of its own is what it has", async () => {
  const { app, drain } = createServer({ operations: [], endEndless: () => {} } as never, {
    log: makeLog({ level: "silent" })
  })
  const { headersTimeout, keepAliveTimeout, maxHeadersCount, maxRequestsPerSocket, requestTimeout } = app.server
  expect([requestTimeout, headersTimeout, keepAliveTimeout, maxHeadersCount, maxRequestsPerSocket]).toEqual([
    60_000, 5000, 65_000, 100, 0
  ])
  await drain(0)
})

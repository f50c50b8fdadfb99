/** The reasons why a source gives no answer are sentences. */
import { once } from "node:events"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { HttpConnections } from "../src/maintenance/pull/http.ts"
import { certificate } from "./mail/certificate.ts"

it("says in words what is wrong with a certificate", async () => {
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (_, response) => response.end())
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const connections = new HttpConnections()
  const asked = connections.get({ url, headers: {}, maxBytes: 1, withinMs: 10_000 })
  expect(await Effect.runPromise(Effect.flip(asked))).toMatchObject({
    why: expect.stringMatching(/^unable to verify the first certificate/)
  })
  connections.close()
  server.close()
})

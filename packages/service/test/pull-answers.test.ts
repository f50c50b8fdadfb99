/** Answers of a source: why there is none is a sentence, and many small pieces of one are joined early. */
import { once } from "node:events"
import { createServer } from "node:https"
import { type AddressInfo, createServer as createPlainServer } from "node:net"
import { Effect } from "effect"
import { expect, it, vi } from "vitest"
import { HttpConnections } from "../src/maintenance/pull/http.ts"
import { certificate } from "./mail/certificate.ts"

it("says in words what is wrong with a certificate", async () => {
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (_, response) => response.end())
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const connections = new HttpConnections()
  const asked = connections.get({ url, headers: {}, maxBytes: 1, withinMs: 10_000 })
  // The sentence depends on the authorities that this process trusts. A code, such as UNABLE_TO_VERIFY_LEAF_SIGNATURE, has no blanks.
  expect(await Effect.runPromise(Effect.flip(asked))).toMatchObject({
    why: expect.stringMatching(/^[a-z ]*\bcertificate; NODE_EXTRA_CA_CERTS names/)
  })
  connections.close()
  server.close()
})

it("does not hold an answer as a buffer for each of its chunks, which may be of one byte", async () => {
  const server = createPlainServer((socket) => {
    const chunks = `${"1\r\nx\r\n".repeat(5000)}0\r\n\r\n`
    socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const connections = new HttpConnections()
  const joined = vi.spyOn(Buffer, "concat")
  const { body } = await Effect.runPromise(connections.get({ url, headers: {}, maxBytes: 5000, withinMs: 60_000 }))
  expect(body.toString()).toBe("x".repeat(5000))
  expect(Math.max(...joined.mock.calls.map(([pieces]) => pieces.length))).toBeLessThanOrEqual(300)
  joined.mockRestore()
  connections.close()
  server.close()
})

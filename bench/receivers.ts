/**
 * Receives webhooks in a process of its own, which only answers; counts what arrives, keeps some bodies, and on request the
 * time at which each order first arrived at each path. What is sent to `/hang` is not answered, and `/fail` fails.
 */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** The bodies that are kept. */
const maxBodies = 300

let arrived = 0
const bodies: Array<string> = []
/** By path and order. */
const firstMs = new Map<string, number>()

const receive = (path: string, body: string): void => {
  arrived++
  if (bodies.length < maxBodies) bodies.push(body)
  if (!path.startsWith("/live")) return
  const name = `${path} ${(JSON.parse(body) as { readonly orderID: string }).orderID}`
  if (!firstMs.has(name)) firstMs.set(name, Date.now())
}

const answer = (path: string, response: ServerResponse): void => {
  if (path.startsWith("/hang")) return
  if (path.startsWith("/fail")) response.statusCode = 500
  response.end("ok")
}

const server = createServer((request, response) => {
  const pieces: Array<Buffer> = []
  request.on("data", (piece: Buffer) => pieces.push(piece))
  request.on("error", () => {})
  response.on("error", () => {})
  request.on("end", () => {
    receive(request.url!, Buffer.concat(pieces).toString())
    answer(request.url!, response)
  })
})
server.keepAliveTimeout = 600_000
server.listen(0, "127.0.0.1", () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
)
process.on("message", ({ first }: { readonly first?: boolean }) =>
  process.send?.(first === true ? { first: [...firstMs] } : { arrived, bodies })
)

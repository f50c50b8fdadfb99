/** Serves a store over HTTP for the tests of pulls, with the faults of its rules, or answers of the test's own. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { digest } from "../../src/engine/ids.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { makeService } from "../../src/service.ts"
import type { Opened } from "./given.ts"

export const token = "0123456789abcdef"

/** A server of a test; `asked` has the paths of its calls. */
export interface Served {
  readonly url: URL
  readonly asked: Array<string>
  readonly close: () => Promise<void>
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** A server on a free port of this machine. */
export const serve = async (answer: Answering): Promise<Served> => {
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: new URL(`http://127.0.0.1:${port}`), asked, close }
}

/** The transport to a store, as its owner's development server has it. */
export const transportOf = async (store: Opened) => {
  const service = await store.run(makeService({ tokenDigest: digest(token), workbench: true, throttle: false }))
  return inProcessTransport(service, (effect) => Effect.runPromise(effect))
}

/** Serves a store without limits; `before` may answer a call itself. */
export const serveStore = async (
  store: Opened,
  before: (path: string, response: ServerResponse) => boolean = () => false
): Promise<Served> => {
  const transport = await transportOf(store)
  return serve(async (request, response) => {
    const { pathname, search } = new URL(request.url!, "http://embedded")
    if (before(pathname, response)) return
    try {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const query = search.slice(1)
      const answer = await transport({ method: "GET", path: pathname, query, headers, body: undefined })
      const parts: Array<Uint8Array> = []
      for await (const part of answer.bytes()) parts.push(part)
      const text = Buffer.concat(parts)
      response.writeHead(answer.status, answer.headers).end(text)
    } catch {
      // A fault drops the connection.
      response.destroy()
    }
  })
}

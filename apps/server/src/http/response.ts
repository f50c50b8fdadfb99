/** The responses of our own server: plain ASCII texts are written without encoding. */
import type { IncomingMessage } from "node:http"
import { exposed } from "./cors.ts"
import type { Shared } from "./shared.ts"

// An import of the whole module would load `fetch`, which costs 16 MB and 50 ms.
const { ServerResponse } = process.getBuiltinModule("node:http")

/** A response that writes plain ASCII faster, as Latin-1, which Node copies unchanged. */
export class AsciiResponse extends ServerResponse<IncomingMessage> {
  // Fastify calls it with all three arguments.
  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    const isAscii = typeof chunk === "string" && encoding == null && Buffer.byteLength(chunk) === chunk.length
    return super.end(chunk, (isAscii ? "latin1" : encoding) as BufferEncoding, callback as () => void)
  }

  /** Whether {@link answer} may send it: to a GET of HTTP/1.1 without expectations, on a connection that stays open. */
  get isUsual(): boolean {
    const { headersSent, req, shouldKeepAlive } = this
    if (!shouldKeepAlive || headersSent) return false
    return req.method === "GET" && req.httpVersionMinor === 1 && req.headers.expect === undefined
  }

  /**
   * Sends a text with status 200, as `writeHead` and `end` would. Its header lines are valid and complete but for those
   * that Node adds. Fastify and Node would take each of them apart, which costs a repeated read a quarter of its time.
   */
  answer(lines: string, body: string, bytes: number): void {
    const own = this as unknown as { _header: string }
    own._header = `HTTP/1.1 200 OK\r\n${lines}content-length: ${bytes}\r\n${ownLines()}\r\n`
    super.end(body, bytes === body.length ? "latin1" : "utf8")
  }
}

/** The lines that Node adds to an answer after which a connection stays open. */
const ownLines = (): string => {
  const second = Math.floor(Date.now() / 1000)
  if (second !== last.second) {
    const date = new Date(second * 1000).toUTCString()
    last = { second, lines: `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n` }
  }
  return last.lines
}
let last = { second: 0, lines: "" }

/** A header of every answer. */
export const sniffing = { "x-content-type-options": "nosniff" } as const
/** The header of every answer of an operation that has none of its own. */
const noStore = { "cache-control": "no-store" } as const

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

/** The headers of every answer of an operation, as lines. */
export const linesForAll = ({ cors }: Pick<Shared, "cors">): string => (cors ? commonLines : uncommonLines)

const commonLines = linesOf({ ...noStore, ...exposed, ...sniffing })
const uncommonLines = linesOf({ ...noStore, ...sniffing })

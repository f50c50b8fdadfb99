/**
 * One connection to a server. Requests are written byte for byte as given, and a strict HTTP/1.1 parser reads the
 * answers: what it cannot read is a finding, and so is a connection that ends before its answers arrived.
 */
import { connect, type Socket } from "node:net"

/** A complete answer. */
export interface Answer {
  readonly status: number
  readonly reason: string
  /** Keys are in lower case; the values of a repeated header are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** Milliseconds between the request's first byte and the answer's last. */
  readonly ms: number
}

/** The result of a request: its answer, or why there is none. */
export type Outcome = Answer | { readonly none: "closed" | "timeout" | string }

/** How a request is written. */
export interface Writing {
  /** The answer has no body, whatever its headers say. */
  readonly head?: boolean
  /** Bytes of each piece, each in a write of its own; the rest is in the last. */
  readonly pieces?: ReadonlyArray<number>
  /** Sent when the server asks for it with `100 Continue`. */
  readonly waiting?: Buffer
}

interface Waiting {
  readonly head: boolean
  readonly started: number
  body: Buffer | undefined
  readonly done: (outcome: Outcome) => void
}

/** How long the answer to a complete request may take, in milliseconds. */
const answerTimeoutMs = 60_000

/** A connection that connects when it is created and is closed by its owner. */
export class Connection {
  readonly #socket: Socket
  readonly #waiting: Array<Waiting> = []
  readonly #timer: NodeJS.Timeout
  #received: Buffer = empty
  #open = true
  /** The server announced that it closes the connection, so it owes no answer to later requests. */
  closing = false

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on("data", (chunk: Buffer) => this.#read(chunk))
    this.#socket.on("error", () => this.#end("closed")).on("close", () => this.#end("closed"))
    this.#timer = setInterval(() => this.#expire(), 1000).unref()
  }

  get open(): boolean {
    return this.#open
  }

  /** Sends a request and returns its outcome. A request may be sent before earlier ones are answered. */
  send(bytes: Buffer, { head = false, pieces = [], waiting }: Writing = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      if (!this.#open) return resolve({ none: "closed" })
      this.#waiting.push({ head, started: performance.now(), body: waiting, done: resolve })
      void this.write(bytes, pieces)
    })
  }

  /** Writes bytes without expecting an answer. */
  async write(bytes: Buffer, pieces: ReadonlyArray<number> = []): Promise<void> {
    let at = 0
    for (const length of pieces) {
      if (!this.#open || at >= bytes.length) break
      this.#socket.write(bytes.subarray(at, (at += length)))
      await new Promise(setImmediate)
    }
    if (this.#open && at < bytes.length) this.#socket.write(at === 0 ? bytes : bytes.subarray(at))
  }

  /** Stops reading from the server. */
  pause(): void {
    this.#socket.pause()
  }

  /** Closes the connection at once, even with requests in progress. */
  close(): void {
    this.#end("closed")
  }

  #end(why: string): void {
    if (!this.#open) return
    this.#open = false
    clearInterval(this.#timer)
    this.#socket.destroy()
    for (const { done } of this.#waiting.splice(0)) done({ none: why })
  }

  #expire(): void {
    const first = this.#waiting[0]
    if (first !== undefined && performance.now() - first.started > answerTimeoutMs) this.#end("timeout")
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    try {
      while (this.#received.length > 0 && this.#takeOne());
    } catch (error) {
      this.#end((error as Error).message)
    }
  }

  /** Removes the first answer from the received bytes; returns false if it is incomplete. */
  #takeOne(): boolean {
    const first = this.#waiting[0]
    if (first === undefined)
      throw new Error(`an answer that nobody asked for: ${this.#received.toString("latin1", 0, 200)}`)
    const head = headOf(this.#received)
    if (head === undefined) return false
    if (head.status === 100) {
      this.#received = this.#received.subarray(head.end)
      if (first.body !== undefined) void this.write(first.body)
      first.body = undefined
      return true
    }
    const isEndless = head.status === 200 && /^\r\n\[\n/.test(firstLineOf(this.#received, head.end))
    if (isEndless) return this.#leave(first, head)
    const body = first.head || head.status === 204 ? { text: "", end: head.end } : bodyOf(this.#received, head)
    if (body === undefined) return false
    this.#received = this.#received.subarray(body.end)
    this.#waiting.shift()
    // A sender that is refused before its body was requested does not send it, so the connection cannot be reused.
    if (head.headers.get("connection")?.toLowerCase() === "close" || first.body !== undefined) this.closing = true
    const { headers, reason, status } = head
    first.done({ status, reason, headers, text: body.text, ms: performance.now() - first.started })
    return true
  }

  /** Ends the connection after the beginning of an answer that does not end by itself. */
  #leave({ done, started }: Waiting, { headers, reason, status }: Head): boolean {
    this.#waiting.shift()
    done({ status, reason, headers, text: "[]", ms: performance.now() - started })
    this.close()
    return false
  }
}

const empty = Buffer.alloc(0)

/** The beginning of a body in chunks: only an answer that does not end by itself has a first line of its own. */
const firstLineOf = (bytes: Buffer, start: number): string => {
  const size = bytes.indexOf("\r\n", start)
  return size < 0 ? "" : bytes.toString("latin1", size, size + 4)
}

interface Head extends Pick<Answer, "status" | "reason" | "headers"> {
  readonly end: number
}

const headOf = (bytes: Buffer): Head | undefined => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) {
    if (bytes.length > 64 * 1024) throw new Error("the head of an answer does not end")
    return undefined
  }
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n")
  const [, status, reason = ""] = /^HTTP\/1\.1 (\d{3}) (.+)$/.exec(first) ?? []
  if (status === undefined) throw new Error(`no status line of HTTP/1.1: ${first.slice(0, 200)}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`no header line: ${line.slice(0, 200)}`)
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }
  return { status: Number(status), reason, headers, end: end + 4 }
}

interface Taken {
  readonly text: string
  readonly end: number
}

const bodyOf = (bytes: Buffer, { end, headers, status }: Head): Taken | undefined => {
  if (headers.get("transfer-encoding") === "chunked") return chunksOf(bytes, end)
  const length = headers.get("content-length")
  if (length === undefined) throw new Error(`an answer ${status} without the length of its body`)
  const last = end + Number(length)
  return bytes.length < last ? undefined : { text: bytes.toString("utf8", end, last), end: last }
}

const chunksOf = (bytes: Buffer, start: number): Taken | undefined => {
  const chunks: Array<Buffer> = []
  let at = start
  while (true) {
    const line = bytes.indexOf("\r\n", at)
    if (line < 0) return undefined
    const size = bytes.toString("latin1", at, line)
    if (!/^[0-9a-f]{1,8}$/i.test(size)) throw new Error(`no size of a chunk: ${size.slice(0, 200)}`)
    const length = Number.parseInt(size, 16)
    const next = line + 2 + length + 2
    if (bytes.length < next) return undefined
    if (length === 0) return { text: Buffer.concat(chunks).toString("utf8"), end: next }
    chunks.push(bytes.subarray(line + 2, line + 2 + length))
    at = next
  }
}

/**
 * One connection to a server. Requests are written byte for byte as they are given, and answers are read by a strict
 * parser of HTTP/1.1: what it cannot read is a finding, and so is a connection that ends before its answers came.
 */
import { connect, type Socket } from "node:net"

/** A whole answer. */
export interface Answer {
  readonly status: number
  readonly reason: string
  /** By names in lower case; of a header that came twice, both values joined by a comma. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** Milliseconds between the request's first byte and the answer's last. */
  readonly ms: number
}

/** What became of a request: its answer, or why there is none. */
export type Outcome = Answer | { readonly none: "closed" | "timeout" | string }

/** How a request is written. */
export interface Writing {
  /** The answer has no body, whatever its headers say. */
  readonly head?: boolean
  /** Bytes of each piece; the rest is written with the last. Each piece is a write of its own. */
  readonly pieces?: ReadonlyArray<number>
  /** Sent once the server asks for it with `100 Continue`. */
  readonly waiting?: Buffer
}

interface Waiting {
  readonly head: boolean
  readonly started: number
  body: Buffer | undefined
  readonly done: (outcome: Outcome) => void
}

/** How long the answer to a whole request may take, in milliseconds. */
const patience = 30_000

/** A connection; it connects by itself and is closed by its owner. */
export class Connection {
  readonly #socket: Socket
  readonly #waiting: Array<Waiting> = []
  readonly #timer: NodeJS.Timeout
  #received: Buffer = empty
  #open = true
  /** The server said that it closes the connection, so requests behind that answer are not owed one. */
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

  /** Sends a request and gives what became of it. Requests may be sent before earlier ones are answered. */
  send(bytes: Buffer, { head = false, pieces = [], waiting }: Writing = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      if (!this.#open) return resolve({ none: "closed" })
      this.#waiting.push({ head, started: performance.now(), body: waiting, done: resolve })
      void this.write(bytes, pieces)
    })
  }

  /** Writes bytes that nobody waits for an answer to. */
  async write(bytes: Buffer, pieces: ReadonlyArray<number> = []): Promise<void> {
    let at = 0
    for (const length of pieces) {
      if (!this.#open || at >= bytes.length) break
      this.#socket.write(bytes.subarray(at, (at += length)))
      await new Promise(setImmediate)
    }
    if (this.#open && at < bytes.length) this.#socket.write(at === 0 ? bytes : bytes.subarray(at))
  }

  /** Stops reading what the server sends. */
  pause(): void {
    this.#socket.pause()
  }

  /** Closes it at once, whatever is under way. */
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
    if (first !== undefined && performance.now() - first.started > patience) this.#end("timeout")
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    try {
      while (this.#received.length > 0 && this.#takeOne());
    } catch (error) {
      this.#end((error as Error).message)
    }
  }

  /** Takes the first answer off what was received; false where it is not there whole. */
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
    const body = first.head || head.status === 204 ? { text: "", end: head.end } : bodyOf(this.#received, head)
    if (body === undefined) return false
    this.#received = this.#received.subarray(body.end)
    this.#waiting.shift()
    // Who was refused before the body was asked for does not send it, and cannot go on behind it.
    if (head.headers.get("connection")?.toLowerCase() === "close" || first.body !== undefined) this.closing = true
    const { headers, reason, status } = head
    first.done({ status, reason, headers, text: body.text, ms: performance.now() - first.started })
    return true
  }
}

const empty = Buffer.alloc(0)

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

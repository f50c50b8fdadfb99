/**
 * Reads multipart/form-data (RFC 7578) as its bytes come, without a stream for each part: what is read goes on at once,
 * and nothing of it is held but the end of a chunk that may be the beginning of a delimiter.
 */

import { isUtf8 } from "node:buffer"

/** Takes what is read. */
export interface PartsSink {
  /** A part begins; one with a file name is a file. */
  readonly begin: (name: string, filename: string | undefined) => void
  /** A piece of the part's content. */
  readonly data: (piece: Buffer) => void
  readonly end: () => void
  /** True once nothing more is wanted. */
  readonly isOver: () => boolean
}

/** A part's headers may be so long. */
const maxHeaderBytes = 8 * 1024

/** The boundary that a content type names. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** What the reader has come to. */
type State = "delimiter" | "headers" | "content" | "done"

/** A body that is being read. */
export class PartsReader {
  readonly #delimiter: Buffer
  readonly #sink: PartsSink
  #state: State = "content"
  #isPreamble = true
  // The first delimiter may stand at the very beginning, without a line's end before it.
  #rest: Buffer = Buffer.from("\r\n")

  constructor(boundary: string, sink: PartsSink) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#sink = sink
  }

  /** Reads a chunk; gives what is wrong with the body, after which it is not to be called again. */
  push(chunk: Buffer): string | undefined {
    let rest: Buffer = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    for (;;) {
      if (this.#state === "done" || this.#sink.isOver()) return undefined
      const step = this.#step(rest)
      if (typeof step === "string") return step
      rest = rest.subarray(step.read)
      if (step.waits) break
    }
    this.#rest = rest
    return undefined
  }

  /** What is missing once everything has come. */
  end(): string | undefined {
    return this.#state === "done" || this.#sink.isOver() ? undefined : "it ends early"
  }

  #step(rest: Buffer): Step | string {
    if (this.#state === "content") return this.#content(rest)
    return this.#state === "headers" ? this.#headers(rest) : this.#afterDelimiter(rest)
  }

  #content(rest: Buffer): Step {
    const at = rest.indexOf(this.#delimiter)
    const length = at < 0 ? Math.max(0, rest.length - this.#delimiter.length + 1) : at
    if (length > 0 && !this.#isPreamble) this.#sink.data(rest.subarray(0, length))
    if (at < 0) return { read: length, waits: true }
    if (!this.#isPreamble) this.#sink.end()
    this.#isPreamble = false
    this.#state = "delimiter"
    return { read: at + this.#delimiter.length, waits: false }
  }

  /** Two dashes end the body; else there are the rest of a line, which may hold blanks, and a part. */
  #afterDelimiter(rest: Buffer): Step | string {
    if (rest.length < 2) return { read: 0, waits: true }
    if (rest[0] === dash && rest[1] === dash) {
      this.#state = "done"
      return { read: rest.length, waits: true }
    }
    const end = rest.indexOf("\r\n")
    if ((end < 0 ? rest.length : end) > maxBlankBytes) return "a delimiter is not followed by a line's end"
    if (end < 0) return { read: 0, waits: true }
    if (!/^[ \t]*$/.test(rest.toString("latin1", 0, end))) return "a delimiter is not followed by a line's end"
    this.#state = "headers"
    // The line's end may be one of the two that close an empty block of headers.
    return { read: end, waits: false }
  }

  #headers(rest: Buffer): Step | string {
    const end = rest.indexOf("\r\n\r\n")
    if ((end < 0 ? rest.length : end) > maxHeaderBytes) return `the headers of a part are over ${maxHeaderBytes} bytes`
    if (end < 0) return { read: 0, waits: true }
    const disposition = dispositionOf(rest.subarray(0, end))
    if (typeof disposition === "string") return disposition
    this.#sink.begin(disposition.name, disposition.filename)
    this.#state = "content"
    return { read: end + 4, waits: false }
  }
}

/** How many bytes were read, and whether more must come before anything else can be. */
interface Step {
  readonly read: number
  readonly waits: boolean
}

const dash = 0x2d
const maxBlankBytes = 128

interface Disposition {
  readonly name: string
  readonly filename: string | undefined
}

/** The name of a part, and of its file, by its headers; or what is wrong with them. */
const dispositionOf = (headers: Buffer): Disposition | string => {
  if (!isUtf8(headers)) return "the headers of a part are not UTF-8"
  const [, said] = /\r\n *content-disposition *: *form-data *(.*)/i.exec(`\r\n${headers.toString("utf8")}`) ?? []
  const given = new Map<string, string>()
  for (const [, key = "", quoted, plain] of (said ?? "").matchAll(parameter))
    given.set(key.toLowerCase(), quoted === undefined ? (plain ?? "") : unquoted(quoted))
  const name = given.get("name")
  const filename = given.get("filename")
  if (name === undefined) return "a part has no name"
  // Some senders give the whole path.
  return { name, filename: filename === undefined ? undefined : filename.replace(/^.*[\\/]/s, "") || "file" }
}

const parameter = /\s*;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gy

/** What browsers write for a quote and a line's end within a name, and what other programs do for a quote. */
const unquoted = (text: string): string =>
  text
    .replace(/\\"|%22/g, '"')
    .replace(/%0d/gi, "\r")
    .replace(/%0a/gi, "\n")

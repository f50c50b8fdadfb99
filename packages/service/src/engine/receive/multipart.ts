/**
 * Reads multipart/form-data (RFC 7578) as its bytes arrive, without a stream for each part. Content is passed on at
 * once; only the end of a chunk that may begin a delimiter is held.
 */

import { isUtf8 } from "node:buffer"

/** Takes the content of one part. */
export interface Content {
  readonly data: (piece: Buffer) => void
  readonly end: () => void
}

/** Receives the parts. */
export interface Parts {
  /** A part begins; one with a file name is a file. */
  readonly begin: (name: string, filename: string | undefined) => Content
  /** True once no further parts are wanted. */
  readonly isOver: () => boolean
}

/** The maximum size of a part's headers, in bytes. */
const maxHeaderBytes = 8 * 1024

/** The boundary that a content type names. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** The state of the reader. */
type State = "delimiter" | "headers" | "content" | "done"

/** Reads one body. */
export class PartsReader {
  readonly #delimiter: Buffer
  readonly #parts: Parts
  #state: State = "content"
  /** The content of the part that is read; before the first one there is none. */
  #part: Content | undefined
  // The first delimiter may be at the very beginning, without a line break before it.
  #rest: Buffer = Buffer.from("\r\n")

  constructor(boundary: string, parts: Parts) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#parts = parts
  }

  /** Reads a chunk; returns what is wrong with the body, after which it must not be called again. */
  push(chunk: Buffer): string | undefined {
    let rest: Buffer = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    for (;;) {
      if (this.#state === "done" || this.#parts.isOver()) return undefined
      const step = this.#step(rest)
      if (typeof step === "string") return step
      rest = rest.subarray(step.read)
      if (step.waits) break
    }
    this.#rest = rest
    return undefined
  }

  /** What is missing at the end of the body. */
  end(): string | undefined {
    return this.#state === "done" || this.#parts.isOver() ? undefined : "it ends early"
  }

  #step(rest: Buffer): Step | string {
    if (this.#state === "content") return this.#content(rest)
    return this.#state === "headers" ? this.#headers(rest) : this.#afterDelimiter(rest)
  }

  #content(rest: Buffer): Step {
    const at = rest.indexOf(this.#delimiter)
    const length = at < 0 ? Math.max(0, rest.length - this.#delimiter.length + 1) : at
    if (length > 0) this.#part?.data(rest.subarray(0, length))
    if (at < 0) return { read: length, waits: true }
    this.#part?.end()
    this.#state = "delimiter"
    return { read: at + this.#delimiter.length, waits: false }
  }

  /** Two dashes end the body; otherwise the rest of the line, which may contain blanks, and a part follow. */
  #afterDelimiter(rest: Buffer): Step | string {
    if (rest.length < 2) return { read: 0, waits: true }
    if (rest[0] === dash && rest[1] === dash) {
      this.#state = "done"
      return { read: rest.length, waits: true }
    }
    const end = rest.indexOf("\r\n")
    if ((end < 0 ? rest.length : end) > maxBlankBytes) return "a delimiter is not followed by a line break"
    if (end < 0) return { read: 0, waits: true }
    if (!/^[ \t]*$/.test(rest.toString("latin1", 0, end))) return "a delimiter is not followed by a line break"
    this.#state = "headers"
    // The line break may be one of the two that end an empty block of headers.
    return { read: end, waits: false }
  }

  #headers(rest: Buffer): Step | string {
    const end = rest.indexOf("\r\n\r\n")
    if ((end < 0 ? rest.length : end) > maxHeaderBytes) return `the headers of a part are over ${maxHeaderBytes} bytes`
    if (end < 0) return { read: 0, waits: true }
    const disposition = dispositionOf(rest.subarray(0, end))
    if (typeof disposition === "string") return disposition
    this.#part = this.#parts.begin(disposition.name, disposition.filename)
    this.#state = "content"
    return { read: end + 4, waits: false }
  }
}

/** How many bytes were read, and whether more are needed before reading can go on. */
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

/** The name of a part, and of its file, from its headers; or what is wrong with them. */
const dispositionOf = (headers: Buffer): Disposition | string => {
  if (!isUtf8(headers)) return "the headers of a part are not UTF-8"
  const [, said] = /\r\n *content-disposition *: *form-data *(.*)/i.exec(`\r\n${headers.toString("utf8")}`) ?? []
  const given = new Map<string, string>()
  for (const [, key = "", quoted, plain] of (said ?? "").matchAll(parameter))
    given.set(key.toLowerCase(), quoted === undefined ? (plain ?? "") : unquoted(quoted))
  const name = given.get("name")
  const filename = given.get("filename")
  if (name === undefined) return "a part has no name"
  // Some senders include the whole path.
  return { name, filename: filename === undefined ? undefined : filename.replace(/^.*[\\/]/s, "") || "file" }
}

const parameter = /\s*;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gy

/** How browsers escape a quote and a line break within a name, and how other programs escape a quote. */
const unquoted = (text: string): string =>
  text
    .replace(/\\"|%22/g, '"')
    .replace(/%0d/gi, "\r")
    .replace(/%0a/gi, "\n")

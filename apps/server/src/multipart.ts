/** Receives a multipart body: its fields as the tree that a form makes, and the file of an operation that takes one. */
import { createHash } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import type { IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { maxPairs, Node, type Problem, put } from "@bottega/domain/form"
import { invalid, type Refusal, StorageUnavailable } from "@bottega/domain/refusals"
import type { Upload } from "@bottega/service/session"
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy"
import { Result } from "effect"
import { type Body, gone, patience, type Received, tooLarge, tooSlow } from "./bounds.ts"

/** Receives the parts; `files` are the parameters that are files, of so many bytes at most, `room` counts the whole body. */
export const receiveParts = async (
  request: IncomingMessage,
  files: ReadonlySet<string>,
  most: number,
  room: number
): Promise<Received<Body>> => {
  const parts = new Parts(files, most)
  const failure = await through(request, parts, room)
  const file = await parts.file?.catch(() => "lost" as const)
  const upload = typeof file === "object" ? file : undefined
  const refusal = failure ?? (file === "large" ? tooLarge(most) : file === "lost" ? lost() : undefined)
  if (refusal === undefined)
    return Result.succeed({ parsed: parts.parsed, ...(upload === undefined ? {} : { upload }) })
  await discard(upload)
  return Result.fail(refusal)
}

const lost = () => new StorageUnavailable({ message: "The file could not be kept aside; try again.", retryAfter: 5 })

/** Removes a file that came with a call. */
export const discard = async (upload: Upload | undefined): Promise<void> => {
  if (upload !== undefined) await rm(dirname(upload.path), { recursive: true, force: true })
}

/** What has been read of a multipart body. */
class Parts {
  readonly parsed: { readonly root: Node; readonly problems: Array<Problem> } = { root: new Node(), problems: [] }
  readonly files: ReadonlySet<string>
  readonly most: number
  file: Promise<Upload | "large"> | undefined
  #stream: BusboyFileStream | undefined

  constructor(files: ReadonlySet<string>, most: number) {
    this.files = files
    this.most = most
  }

  problem(path: string, message: string): void {
    this.parsed.problems.push({ path, message })
  }

  field(name: string | undefined, value: string): void {
    if (name === undefined) this.problem("", "a part of the body has no name")
    else if (this.files.has(name)) this.problem(name, "must be a file")
    // What was no UTF-8 has become this character.
    else if (`${name}${value}`.includes("\ufffd")) this.problem(name, "is not UTF-8")
    else put(this.parsed, name, value)
  }

  begin(name: string | undefined, stream: BusboyFileStream, filename = "file"): void {
    if (name !== undefined && this.files.has(name) && this.file === undefined) {
      put(this.parsed, name, filename || "file")
      this.#stream = stream
      this.file = keep(stream, name, filename || "file")
    } else {
      this.problem(name ?? "", this.file === undefined ? "is a file, which is not taken here" : "is a second file")
      stream.resume()
    }
  }

  /** Gives up a file that has begun and will not end. */
  breakOff(): void {
    this.#stream?.destroy(new Error("the body broke off"))
  }
}

/** Puts a body through a parser; gives the refusal where it has to stop. */
const through = (request: IncomingMessage, parts: Parts, room: number): Promise<Refusal | typeof gone | undefined> =>
  new Promise((resolve) => {
    const parser = parserOf(request, parts)
    if (parser === undefined) return resolve(malformed("it names no boundary"))
    let size = 0
    const end = (failure?: Refusal | typeof gone) => {
      clearTimeout(timer)
      request.off("data", count).off("close", leave).unpipe(parser)
      // What is left of it is let in and forgotten.
      request.resume()
      if (failure !== undefined) {
        parser.destroy()
        parts.breakOff()
      }
      resolve(failure)
    }
    const count = (chunk: Buffer) => {
      size += chunk.length
      if (size > room) end(tooLarge(parts.most))
    }
    const leave = () => {
      // A request that came whole closes too, maybe before its last part is read.
      if (!request.complete) end(gone)
    }
    const timer = parts.files.size === 0 ? setTimeout(() => end(tooSlow()), patience) : undefined
    parser.on("finish", () => end())
    parser.on("error", (error) => end(malformed((error as Error).message)))
    parser.on("partsLimit", () => end(invalid([{ path: "", message: `more than ${maxPairs} parameters` }])))
    request.on("data", count).on("close", leave)
    request.pipe(parser)
  })

const malformed = (why: string): Refusal =>
  invalid([{ path: "", message: `the body is not well-formed multipart/form-data: ${why}` }])

const parserOf = (request: IncomingMessage, parts: Parts): BusboyInstance | undefined => {
  try {
    const limits = { fieldSize: 16 * 1024 * 1024, parts: maxPairs, headerPairs: 20, headerSize: 8192 }
    const parser = new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { ...limits, fileSize: parts.most }
    })
    parser.on("field", (name: string | undefined, value) => parts.field(name, value))
    parser.on("file", (name: string | undefined, stream, filename) => parts.begin(name, stream, filename))
    return parser
  } catch {
    return undefined
  }
}

/** Writes a file to a place of its own that nobody else can read. */
const keep = async (stream: BusboyFileStream, name: string, filename: string): Promise<Upload | "large"> => {
  const folder = await mkdtemp(join(tmpdir(), "bottega-"))
  const path = join(folder, "upload")
  const hash = createHash("sha256")
  let size = 0
  try {
    const measured = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(stream, measured, createWriteStream(path, { flags: "wx", mode: 0o600 }))
    if (!stream.truncated) return { name, filename, path, size, digest: hash.digest("hex") }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  await rm(folder, { recursive: true, force: true })
  return "large"
}

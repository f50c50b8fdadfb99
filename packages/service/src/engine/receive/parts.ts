/** Reads multipart data: its fields as the tree that a form makes, and the file of an operation that takes one. */
import { isUtf8 } from "node:buffer"
import type { Refusal } from "@bottega/domain/contract"
import { emptyTree, put } from "@bottega/domain/form"
import { Option, Result } from "effect"
import type { Accepted } from "./accepted.ts"
import { Base64Receiver } from "./base64/receiver.ts"
import type { Body } from "./body.ts"
import { type Counts, type Failure, Pieces, type Received } from "./bounds.ts"
import { boundaryOf, type Content, PartsReader } from "./multipart.ts"
import { over, type Sink } from "./sink.ts"
import { discard, IncomingFile } from "./uploads.ts"

/** Reads the parts of one body. */
export class PartsSink implements Sink {
  readonly #parsed = emptyTree()
  readonly #accepted: Accepted
  readonly #counts: Counts
  readonly #receiver: Base64Receiver | undefined
  readonly #reader: PartsReader
  #heldBytes = 0
  #refusal: Refusal | undefined
  #file: IncomingFile | undefined

  constructor(contentType: string, accepted: Accepted, counts: Counts) {
    this.#accepted = accepted
    this.#counts = counts
    this.#receiver = accepted.base64 && new Base64Receiver(accepted.base64)
    this.#reader = new PartsReader(boundaryOf(contentType) ?? "", {
      begin: (name, filename) => this.#contentOf(name, filename),
      isOver: () => this.#stop() !== undefined
    })
  }

  get file() {
    return this.#file?.stream ?? this.#receiver?.file
  }

  push(chunk: Buffer): Refusal | typeof over | undefined {
    const refusal = this.#counts.keeps(chunk.length)
    if (refusal !== undefined) return refusal
    this.#malformed(this.#reader.push(chunk))
    return this.#stop()
  }

  async end(failure: Failure | undefined): Promise<Received<Body>> {
    if (failure === undefined) this.#malformed(this.#reader.end())
    const { fault } = this.#parsed.problems
    const kept = await this.#file?.end()
    // For an unreadable body, that it is unreadable is the only reason to give.
    const lost = kept === undefined || fault !== undefined ? Option.none() : Result.getFailure(kept)
    const refusal = failure ?? this.#refusal ?? Option.getOrUndefined(lost)
    if (refusal === undefined && fault === undefined && this.#receiver !== undefined)
      return this.#receiver.end(this.#parsed)
    // A value of a body that cannot be read may have no end.
    await this.#receiver?.abandon()
    const upload = kept && Result.getOrUndefined(kept)
    if (refusal === undefined) return Result.succeed({ parsed: this.#parsed, upload })
    await discard(upload)
    return Result.fail(refusal)
  }

  /** Why further parts are not read: too much is held, the body is malformed, or its file cannot be kept. */
  #stop(): Refusal | typeof over | undefined {
    if (this.#refusal !== undefined) return this.#refusal
    return this.#parsed.problems.fault !== undefined || this.#file?.isLost ? over : undefined
  }

  #malformed(why: string | undefined): void {
    if (why === undefined) return
    this.#parsed.problems.stop("", `the body is not well-formed multipart/form-data: ${why}`)
  }

  #contentOf(name: string, filename: string | undefined): Content {
    const base64 = this.#base64(name, filename !== undefined)
    if (base64 !== undefined) return base64
    return filename === undefined ? this.#field(name) : this.#fileOf(name, filename)
  }

  /** The content of a base64 parameter: its text, or the file itself. */
  #base64(name: string, isFile: boolean): Content | undefined {
    const receiver = this.#receiver
    if (receiver?.parameter.name !== name || !receiver.wantsMore || !put(this.#parsed, name, "")) return undefined
    const value = receiver.begin()
    return {
      data: (piece) => (isFile ? value.take(piece) : value.push(piece.toString("latin1"))),
      end: () => value.end()
    }
  }

  #field(name: string): Content {
    const pieces = new Pieces()
    return {
      data: (piece) => {
        this.#hold(piece.length)
        pieces.add(piece)
      },
      end: () => {
        const bytes = pieces.whole()
        if (this.#accepted.files.has(name)) this.#textFor(name)
        else if (isUtf8(bytes)) put(this.#parsed, name, bytes.toString("utf8"))
        else this.#refuse(name, "is not UTF-8")
      }
    }
  }

  #fileOf(name: string, filename: string): Content {
    if (this.#file !== undefined || !this.#accepted.files.has(name)) {
      this.#refuse(name, this.#file === undefined ? "is a file, which is not accepted here" : "is a second file")
      return ignored
    }
    if (!put(this.#parsed, name, filename)) return ignored
    const { stream } = (this.#file = new IncomingFile({ name, filename }))
    return { data: (piece) => void stream.write(piece), end: () => void stream.end() }
  }

  /** Refuses a text in the place of a file; it has a value in the tree, or it would be reported as missing too. */
  #textFor(file: string): void {
    if (put(this.#parsed, file, file)) this.#refuse(file, "must be a file")
  }

  #hold(bytes: number): void {
    this.#heldBytes += bytes
    this.#refusal ??= this.#counts.grows(bytes)
    if (this.#heldBytes > this.#accepted.maxHeldBytes) this.#refusal ??= this.#accepted.heldTooLarge
  }

  #refuse(name: string, message: string): void {
    const { problems } = this.#parsed
    if (problems.pair()) problems.add(name, message)
  }
}

const ignored: Content = { data: () => {}, end: () => {} }

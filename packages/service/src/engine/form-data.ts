/** Collects multipart data part by part, from a server's connection or from memory. */
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { type Any, filesOf, heldBytesOf, type Refusal } from "@bottega/domain/contract"
import { emptyTree, put } from "@bottega/domain/form"
import { Option, Result } from "effect"
import { Base64Receiver } from "./base64/receiver.ts"
import { type Base64Value, inBytes } from "./base64/value.ts"
import type { Body } from "./body.ts"
import type { Upload } from "./session.ts"
import { discard, keepUpload, uploadTooLarge } from "./uploads.ts"

type Kept = Result.Result<Upload, Refusal>

/** Collects the parts of one body, within the limits of its operation. */
export class Parts {
  readonly #parsed = emptyTree()
  readonly #files: ReadonlySet<string>
  readonly #receiver: Base64Receiver | undefined
  readonly #maxBytes: number
  #size = 0
  #file: Promise<Kept> | undefined

  constructor(endpoint: Any) {
    this.#files = filesOf(endpoint)
    this.#receiver = Base64Receiver.of(endpoint)
    this.#maxBytes = heldBytesOf(endpoint)
  }

  /** True once further parts are ignored: the body is too large, or cannot be read. */
  get isOver(): boolean {
    return this.#size > this.#maxBytes || this.#parsed.problems.fault !== undefined
  }

  /** Stops collecting: the body is not multipart data. */
  stop(why: string): void {
    this.#parsed.problems.stop("", `the body is not well-formed multipart/form-data: ${why}`)
  }

  /** Counts bytes of parameters as they arrive. */
  count(bytes: number): void {
    this.#size += bytes
  }

  /** The base64 that a parameter's text is decoded as while it comes, with what lets its body wait; else nothing. */
  base64(name: string): { readonly value: Base64Value; readonly receiver: Base64Receiver } | undefined {
    const receiver = this.#receiver
    if (
      receiver === undefined ||
      name !== receiver.parameter.name ||
      !receiver.wantsMore ||
      !put(this.#parsed, name, "")
    )
      return undefined
    return { value: receiver.begin(), receiver }
  }

  /** Takes a parameter; `undefined` is one that is no UTF-8. */
  field(name: string, value: string | undefined): void {
    if (this.#files.has(name)) this.#refuse(name, "must be a file")
    else if (value === undefined) this.#refuse(name, "is not UTF-8")
    else put(this.#parsed, name, value)
  }

  /** Whether the operation accepts this file; if so, call `keep` with its content. */
  wants(name: string, filename: string): boolean {
    const isTaken = this.#files.has(name) && this.#file === undefined
    if (isTaken) return put(this.#parsed, name, filename)
    this.#refuse(name, this.#file === undefined ? "is a file, which is not accepted here" : "is a second file")
    return false
  }

  /** Keeps the accepted file. */
  keep(source: Readable, named: Pick<Upload, "name" | "filename">): Promise<Kept> {
    return (this.#file = keepUpload(source, named))
  }

  /** The collected body, once its file is kept; or the refusal, after the file was removed. */
  async end<E>(failure?: E): Promise<Result.Result<Body, E | Refusal>> {
    const file = await this.#file
    const upload = file && Result.getOrUndefined(file)
    const refusal = failure ?? (this.#size > this.#maxBytes ? uploadTooLarge(this.#maxBytes) : this.#lost(file))
    const isRead = refusal === undefined && this.#parsed.problems.fault === undefined
    if (isRead && this.#receiver !== undefined) return this.#receiver.end(this.#parsed)
    // A value of a body that cannot be read may have no end.
    await this.#receiver?.abandon()
    if (refusal === undefined) return Result.succeed({ parsed: this.#parsed, upload })
    await discard(upload)
    return Result.fail(refusal)
  }

  /** Why the file was not kept; for an unreadable body, the only reason to give. */
  #lost(file: Kept | undefined): Refusal | undefined {
    return file === undefined || this.#parsed.problems.fault !== undefined
      ? undefined
      : Result.getFailure(file).pipe(Option.getOrUndefined)
  }

  #refuse(name: string, message: string): void {
    const { problems } = this.#parsed
    if (problems.pair()) problems.add(name, message)
  }
}

/** Reads multipart data that is in memory. */
export const readFormData = async (form: FormData, endpoint: Any): Promise<Result.Result<Body, Refusal>> => {
  const parts = new Parts(endpoint)
  for (const [name, value] of form) {
    if (parts.isOver) break
    const base64 = typeof value === "string" ? parts.base64(name)?.value : undefined
    if (base64 !== undefined && typeof value === "string") {
      base64.push(inBytes(value))
      base64.end()
    } else if (typeof value === "string") {
      parts.count(Buffer.byteLength(name) + Buffer.byteLength(value))
      parts.field(name, value)
    } else if (parts.wants(name, value.name)) {
      const source = Readable.fromWeb(value.stream() as ReadableStream)
      await parts.keep(source, { name, filename: value.name })
    }
  }
  return parts.end()
}

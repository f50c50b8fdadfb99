/** Receives a multipart body: its fields as the tree that a form makes, and the file of an operation that takes one. */
import { isUtf8 } from "node:buffer"
import { PassThrough, type Readable } from "node:stream"
import type { Any, Refusal } from "@bottega/domain/contract"
import { type Body, Parts } from "@bottega/service"
import { Result } from "effect"
import { type BodyBounds, counting, gone, Pieces, type Received, tooSlow } from "./bounds.ts"
import { boundaryOf, PartsReader, type PartsSink } from "./parts.ts"

/** The bytes of a multipart body, and its content type. */
export interface PartsSource {
  readonly payload: Readable
  readonly contentType: string
}

/** Receives the parts; never rejects, and leaves no file of what it refuses. */
export const receiveParts = async (source: PartsSource, endpoint: Any, limits: BodyBounds): Promise<Received<Body>> => {
  const parts = new Parts(endpoint)
  return parts.end(await through(source, parts, limits))
}

/** Puts a body through a reader; gives why it was not read to its end, where `parts` does not know that. */
const through = (
  { contentType, payload }: PartsSource,
  parts: Parts,
  limits: BodyBounds
): Promise<Refusal | typeof gone | undefined> =>
  new Promise((resolve) => {
    const content = new Content(payload, parts, { lost: (refusal) => end(refusal), grows: limits.grows })
    const reader = new PartsReader(boundaryOf(contentType) ?? "", content)
    const count = counting({ ...limits, grows: limits.keeps })
    const end = (failure?: Refusal | typeof gone) => {
      clearTimeout(timer)
      payload.off("data", onData).off("end", onEnd).off("close", onClose)
      // What is left of it is let in and forgotten.
      payload.resume()
      content.close()
      resolve(failure)
    }
    const stop = (wrong: string | undefined) => {
      if (wrong !== undefined) parts.stop(wrong)
      if (parts.isOver) end()
    }
    const onData = (chunk: Buffer) => {
      const refusal = count(chunk)
      if (refusal !== undefined) end(refusal)
      else stop(reader.push(chunk))
    }
    const onEnd = () => {
      stop(reader.end())
      end()
    }
    const onClose = () => end(gone)
    const timer = limits.timeoutMs === undefined ? undefined : setTimeout(() => end(tooSlow()), limits.timeoutMs)
    payload.on("data", onData).on("end", onEnd).on("close", onClose)
  })

/** What the content of parts is counted by, and what is called if it cannot be kept. */
interface Hooks {
  readonly grows: BodyBounds["grows"]
  readonly lost: (refusal: Refusal) => void
}

/** Hands the content of the parts on, and lets the request wait for a file that is written slower than it comes. */
class Content implements PartsSink {
  readonly #payload: Readable
  readonly #parts: Parts
  readonly #hooks: Hooks
  #field: { readonly name: string; readonly pieces: Pieces } | undefined
  #base64: ReturnType<Parts["base64"]>
  #file: PassThrough | undefined

  constructor(payload: Readable, parts: Parts, hooks: Hooks) {
    this.#payload = payload
    this.#parts = parts
    this.#hooks = hooks
  }

  begin(name: string, filename: string | undefined): void {
    if (filename === undefined) {
      this.#base64 = this.#parts.base64(name)
      if (this.#base64 === undefined) this.#field = { name, pieces: new Pieces() }
    } else if (this.#parts.wants(name, filename)) {
      const file = new PassThrough()
      const goOn = () => this.#payload.resume()
      file.on("drain", goOn).on("close", goOn)
      this.#file = file
      void this.#parts.keep(file, { name, filename }).then((kept) => {
        if (Result.isFailure(kept)) this.#hooks.lost(kept.failure)
      })
    }
  }

  data(piece: Buffer): void {
    if (this.#file !== undefined) {
      if (!this.#file.write(piece) && !this.#file.destroyed) this.#payload.pause()
    } else if (this.#base64 !== undefined) {
      this.#base64.value.push(piece.toString("latin1"))
      this.#base64.receiver.pauseIfBehind(this.#payload)
    } else if (this.#field !== undefined) {
      const refusal = this.#hooks.grows(piece.length)
      if (refusal !== undefined) this.#hooks.lost(refusal)
      this.#parts.count(piece.length)
      this.#field.pieces.add(piece)
    }
  }

  end(): void {
    if (this.#field !== undefined) {
      const bytes = this.#field.pieces.whole()
      this.#parts.field(this.#field.name, isUtf8(bytes) ? bytes.toString("utf8") : undefined)
    }
    this.#base64?.value.end()
    this.#file?.end()
    this.#base64 = undefined
    this.#field = undefined
    this.#file = undefined
  }

  isOver(): boolean {
    return this.#parts.isOver
  }

  /** Gives up a file that has begun and did not end. */
  close(): void {
    this.#file?.destroy()
  }
}

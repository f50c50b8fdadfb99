/** Reads a form or JSON. Base64 in it is decoded into a file while it arrives, and only the rest is held in memory. */
import { isUtf8 } from "node:buffer"
import type { Refusal } from "@bottega/domain/contract"
import { Result } from "effect"
import { keptText } from "../answer/ring.ts"
import type { Accepted } from "./accepted.ts"
import { FormScanner } from "./base64/form-scanner.ts"
import { JsonScanner } from "./base64/json-scanner.ts"
import { Base64Receiver } from "./base64/receiver.ts"
import type { Scanner } from "./base64/scanner.ts"
import type { Body } from "./body.ts"
import { type Counts, type Failure, notUtf8, Pieces, type Received } from "./bounds.ts"
import type { Sink } from "./sink.ts"
import { type BodyType, readBody } from "./wire.ts"

/** How the text of a body is written. */
export type TextType = Exclude<BodyType, "multipart">

/** Reads the text of one body. */
export class TextSink implements Sink {
  readonly #media: TextType
  readonly #accepted: Accepted
  readonly #counts: Counts
  readonly #receiver: Base64Receiver | undefined
  readonly #scanner: Scanner | undefined
  readonly #pieces = new Pieces()
  #heldBytes = 0

  constructor(media: TextType, accepted: Accepted, counts: Counts) {
    this.#media = media
    this.#accepted = accepted
    this.#counts = counts
    this.#receiver = accepted.base64 && new Base64Receiver(accepted.base64)
    this.#scanner = this.#receiver && scannerOf(media, this.#receiver)
  }

  get file() {
    return this.#receiver?.file
  }

  push(chunk: Buffer): Refusal | undefined {
    if (this.#scanner === undefined) return this.#hold(chunk)
    const refusal = this.#counts.keeps(chunk.length)
    if (refusal !== undefined) return refusal
    for (const piece of this.#scanner.push(chunk)) {
      const refusal = this.#hold(piece)
      if (refusal !== undefined) return refusal
    }
    return undefined
  }

  end(failure: Failure | undefined): Received<Body> | Promise<Received<Body>> {
    if (failure !== undefined) return this.#refuse(failure)
    this.#scanner?.end()
    const bytes = this.#pieces.whole()
    if (!isUtf8(bytes)) return this.#refuse(notUtf8)
    const text = bytes.toString("utf8")
    const parsed = readBody(this.#media, text)
    return this.#receiver === undefined ? Result.succeed({ parsed, text: keptText(text) }) : this.#receiver.end(parsed)
  }

  #hold(piece: Buffer): Refusal | undefined {
    this.#heldBytes += piece.length
    if (this.#heldBytes > this.#accepted.maxHeldBytes) return this.#accepted.heldTooLarge
    const refusal = this.#counts.grows(piece.length)
    if (refusal === undefined) this.#pieces.add(piece)
    return refusal
  }

  #refuse(failure: Failure): Received<Body> | Promise<Received<Body>> {
    const refused = Result.fail(failure)
    return this.#receiver === undefined ? refused : this.#receiver.abandon().then(() => refused)
  }
}

const scannerOf = (media: TextType, receiver: Base64Receiver): Scanner =>
  media === "json" ? new JsonScanner(receiver) : new FormScanner(receiver)

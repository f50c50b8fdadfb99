/** Receives a form or JSON that holds base64: the base64 is decoded into a file while it arrives, and only the rest is held in memory. */
import type { Readable } from "node:stream"
import type { Refusal } from "@bottega/domain/contract"
import {
  type Base64Receiver,
  type Body,
  type BodyType,
  parametersOf,
  scannerOf,
  uploadTooLarge
} from "@bottega/service"
import { Result } from "effect"
import { type BodyBounds, counting, gone, Pieces, type Received } from "./bounds.ts"

/** How a body is written, where its base64 goes, and what it may have beside it. */
export interface Written {
  readonly media: Exclude<BodyType, "multipart">
  readonly receiver: Base64Receiver
  readonly maxRestBytes: number
}

/** Receives the body; never rejects, and leaves no file of what it refuses. */
export const receiveBase64 = (
  payload: Readable,
  { receiver, maxRestBytes, media }: Written,
  room: BodyBounds
): Promise<Received<Body>> =>
  new Promise((resolve) => {
    const scan = scannerOf(media, receiver)
    const count = counting({ ...room, grows: room.keeps })
    const rest = new Rest(room, maxRestBytes)
    const leave = () => payload.off("data", onData).off("end", onEnd).off("close", onClose)
    const fail = (failure: Refusal | typeof gone) => {
      leave()
      // What is left of it is received and dropped.
      payload.resume()
      void receiver.abandon().then(() => resolve(Result.fail(failure)))
    }
    const onData = (chunk: Buffer) => {
      const refusal = count(chunk) ?? rest.add(scan.push(chunk))
      if (refusal !== undefined) fail(refusal)
      else receiver.pauseIfBehind(payload)
    }
    const onEnd = () => {
      leave()
      scan.end()
      resolve(parametersOf(media, rest.whole(), receiver))
    }
    const onClose = () => fail(gone)
    payload.on("data", onData).on("end", onEnd).on("close", onClose)
  })

/** The bytes beside the base64. */
class Rest {
  readonly #pieces = new Pieces()
  readonly #room: BodyBounds
  readonly #maxBytes: number
  #size = 0

  constructor(room: BodyBounds, maxBytes: number) {
    this.#room = room
    this.#maxBytes = maxBytes
  }

  /** Adds pieces; gives the refusal once they are too many. */
  add(pieces: ReadonlyArray<Buffer>): Refusal | undefined {
    for (const piece of pieces) {
      this.#size += piece.length
      if (this.#size > this.#maxBytes) return uploadTooLarge(this.#maxBytes)
      const refusal = this.#room.grows(piece.length)
      if (refusal !== undefined) return refusal
      this.#pieces.add(piece)
    }
    return undefined
  }

  whole(): Buffer {
    return this.#pieces.whole()
  }
}

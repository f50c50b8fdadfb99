/**
 * Collects the answer to one outbound call, up to a number of bytes. It holds no more of it than its caller reads, in whatever pieces
 * and with whatever between them it is sent.
 */
import { whyNoAnswer } from "@bottega/domain/no-answer"
import type { Dispatcher } from "undici"

/** The answer, whatever its status. A redirect is an answer like any other and is never followed. */
export interface PostResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The answer, or the start of it that was to be kept. */
  readonly text: string
}

/** The longest reason why there is no answer, in characters. A certificate alone can put 60,000 into one. */
const maxReasonCharacters = 200

/** The most answers 1xx before the final one; each takes longer to read than to send. */
const maxInformational = 100

type Done = (response: PostResponse | undefined, reason: string) => void

/** Receives an answer from undici and hands it over whole, once; or the reason why there is none. */
export class Answer implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number
  readonly #keptBytes: number
  readonly #done: Done
  #kept = Buffer.alloc(0)
  #bytes = 0
  #informational = 0
  #isOver = false
  #head: Pick<PostResponse, "status" | "headers"> = { status: 0, headers: {} }
  #controller: Dispatcher.DispatchController | undefined

  /** Sends the request again if an error does not show that it was heard; false if it does. Undefined if it may not be sent again. */
  again: ((error: Error) => boolean) | undefined

  /** Reads at most `maxBytes`. A longer answer is a failure, but not for a caller who wants only its first `keptBytes`. */
  constructor(maxBytes: number, done: Done, keptBytes = maxBytes) {
    this.#maxBytes = maxBytes
    this.#keptBytes = keptBytes
    this.#done = done
  }

  /** Ends the call without an answer, also if it is not sent yet. */
  fail(reason: string): void {
    this.#finish(undefined, reason)
    this.#controller?.abort(new Error(reason))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error("The call has ended."))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: PostResponse["headers"]): void {
    this.#head = { status, headers }
    if (status < 200 && ++this.#informational > maxInformational)
      this.fail(`answered more than ${maxInformational} times with 1xx`)
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#bytes < this.#keptBytes) this.#keep(piece)
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) this.#stop()
  }

  onResponseEnd(): void {
    this.#finish(this.#response)
  }

  onResponseError(_: unknown, error: Error): void {
    // When a call has ended, it is this process that closes the connection.
    if (!this.#isOver && this.#head.status === 0 && this.again?.(error) === true) return
    this.#finish(
      undefined,
      `gave no answer: ${whyNoAnswer(error)
        .replace(/[\s\p{Cc}]+/gu, " ")
        .trim()}`
    )
  }

  get #response(): PostResponse {
    return { ...this.#head, text: this.#kept.toString("utf8", 0, Math.min(this.#bytes, this.#keptBytes)) }
  }

  /** Copies a piece, which would hold all of what was received with it. Many small ones take no more room than a large one. */
  #keep(piece: Buffer): void {
    const wanted = Math.min(this.#bytes + piece.length, this.#keptBytes)
    if (wanted > this.#kept.length) {
      const grown = Buffer.alloc(Math.min(2 * wanted, this.#keptBytes))
      this.#kept.copy(grown)
      this.#kept = grown
    }
    piece.copy(this.#kept, this.#bytes)
  }

  /** Closes the connection of an answer that is too long. */
  #stop(): void {
    if (this.#keptBytes < this.#maxBytes) this.#finish(this.#response)
    this.fail(`answered more than ${this.#maxBytes} bytes`)
  }

  #finish(response: PostResponse | undefined, reason = ""): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#done(response, reason.slice(0, maxReasonCharacters))
  }
}

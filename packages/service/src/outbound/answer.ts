/** Collects the answer to one outbound call, up to a number of bytes, and holds no more of it than its caller reads. */
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

type Done = (response: PostResponse | undefined, reason: string) => void

/** Receives an answer from undici and hands it over whole, once; or the reason why there is none. */
export class Answer implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number
  readonly #keptBytes: number
  readonly #done: Done
  readonly #pieces: Array<Buffer> = []
  #bytes = 0
  #isOver = false
  #head: Pick<PostResponse, "status" | "headers"> = { status: 0, headers: {} }
  #controller: Dispatcher.DispatchController | undefined

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
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    const leftBytes = this.#keptBytes - this.#bytes
    this.#bytes += piece.length
    // A part of a piece would hold all of what was received with it.
    if (leftBytes > 0) this.#pieces.push(piece.length <= leftBytes ? piece : Buffer.from(piece.subarray(0, leftBytes)))
    if (this.#bytes > this.#maxBytes) this.#stop()
  }

  onResponseEnd(): void {
    this.#finish(this.#response)
  }

  onResponseError(_: unknown, error: Error): void {
    this.#finish(undefined, error.message)
  }

  get #response(): PostResponse {
    return { ...this.#head, text: Buffer.concat(this.#pieces).toString("utf8") }
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

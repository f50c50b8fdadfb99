/** Counts the bytes of one answer while it is being made, against its owner's share. */
import type { Room } from "@bottega/service"
import { Effect } from "effect"
import type { WaitingShares } from "./waiting.ts"

export class AnswerRoom implements Room {
  readonly #shares: WaitingShares
  readonly #payer: string
  #bytes = 0
  #isOver = false
  #stopWaiting = () => {}

  constructor(shares: WaitingShares, payer: string) {
    this.#shares = shares
    this.#payer = payer
  }

  take(bytes: number): boolean {
    if (this.#isOver) return true
    if (!this.#shares.take(this.#payer, bytes)) return false
    this.#bytes += bytes
    return true
  }

  add(bytes: number): void {
    if (this.#isOver) return
    this.#bytes += bytes
    this.#shares.add(this.#payer, bytes)
  }

  taken(bytes: number): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.take(bytes)) return resume(Effect.void)
      const stop = this.#shares.wait(this.#payer, bytes, () => {
        // The call may have ended between the grant and this.
        if (this.#isOver) this.#shares.give(this.#payer, bytes)
        else this.#bytes += bytes
        resume(Effect.void)
      })
      this.#stopWaiting = () => {
        stop()
        resume(Effect.void)
      }
      return Effect.sync(stop)
    })
  }

  give(bytes: number): void {
    if (this.#isOver || bytes === 0) return
    this.#bytes -= bytes
    this.#shares.give(this.#payer, bytes)
  }

  /** Releases everything; nothing is counted afterwards. */
  end(): void {
    if (this.#isOver) return
    this.give(this.#bytes)
    this.#isOver = true
    this.#stopWaiting()
  }
}

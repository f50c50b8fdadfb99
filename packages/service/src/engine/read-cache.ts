/**
 * Answers of reads, given again while nothing in the store has changed. What is asked again and again (a page that is
 * polled, an order that is shown) then costs neither parameters, nor a handler, nor the store's rows.
 */
import type { Adapter } from "@bottega/storage"
import type { Answer } from "./answer.ts"

/** The most characters of answers and of what they answer that are kept, all told. */
const most = 16 * 1024 * 1024
/** The longest that a single one of them may be. */
const longest = 256 * 1024

/** The answers that a process keeps of one store; a store that cannot tell whether it has changed keeps it from keeping any. */
export class Unchanged {
  readonly #revision: Adapter["revision"]
  #kept = new Map<string, Answer>()
  #size = 0
  #of: unknown

  constructor({ revision }: Pick<Adapter, "revision">) {
    this.#revision = revision
  }

  /** The answer to this question, if it is kept and nothing has changed since. */
  find(question: string): Answer | undefined {
    if (this.#kept.size === 0) return undefined
    this.#renew()
    return this.#kept.get(question)
  }

  /** Which state of the store an answer that is now begun may be of; `undefined` where none is kept. */
  begun(): unknown {
    return this.#revision === undefined ? undefined : this.#renew()
  }

  /** Keeps an answer that was begun at a state; it is dropped if the store has changed while it was made. */
  keep(begun: unknown, question: string, answer: Answer): void {
    if (begun === undefined || typeof answer.body !== "string" || answer.status !== 200) return
    const size = question.length + answer.body.length
    if (size > longest || begun !== this.#renew()) return
    if (this.#size + size > most) this.#forget()
    this.#kept.set(question, answer)
    this.#size += size
  }

  #renew(): unknown {
    const now = this.#revision?.()
    if (now !== this.#of) {
      this.#of = now
      this.#forget()
    }
    return now
  }

  #forget(): void {
    if (this.#kept.size > 0) this.#kept = new Map()
    this.#size = 0
  }
}

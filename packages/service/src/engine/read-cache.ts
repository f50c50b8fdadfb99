/**
 * Caches the answers of reads while nothing in the store changes. A repeated read (a page that is polled, an order that is
 * shown) then needs no parsing, no handler and no rows of the store.
 */
import type { Adapter } from "@bottega/storage"
import type { Answer } from "./answer.ts"

/** The maximum size of the cache: the characters of all questions and answers. */
const maxCharacters = 16 * 1024 * 1024
/** The maximum size of a single entry. */
const maxEntryCharacters = 256 * 1024

/** The cached answers of one store in this process. Nothing is cached if the store cannot tell whether it has changed. */
export class ReadCache {
  readonly #revision: Adapter["revision"]
  #kept = new Map<string, Answer>()
  #size = 0
  #of: unknown

  constructor({ revision }: Pick<Adapter, "revision">) {
    this.#revision = revision
  }

  /** The answer to this question, if it is cached and nothing has changed since. */
  find(question: string): Answer | undefined {
    if (this.#kept.size === 0) return undefined
    this.#renew()
    return this.#kept.get(question)
  }

  /** The state of the store as a read begins, to pass to `keep`; `undefined` if nothing is cached. */
  begun(): unknown {
    return this.#revision === undefined ? undefined : this.#renew()
  }

  /** Caches an answer that was begun at a state, unless the store has changed in the meantime. */
  keep(begun: unknown, question: string, answer: Answer): void {
    if (begun === undefined || typeof answer.body !== "string" || answer.status !== 200) return
    const size = question.length + answer.body.length
    if (size > maxEntryCharacters || begun !== this.#renew()) return
    if (this.#size + size > maxCharacters) this.#forget()
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

/**
 * Caches the answers of reads while nothing changes in the collections that they were made from. A repeated read (a page that
 * is polled, an order that is shown) then needs no parsing, no handler and no rows of the store.
 */
import { collections } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import type { Adapter } from "@bottega/storage"
import { records } from "../records.ts"
import type { Answer } from "./answer.ts"

/** The maximum size of the cache: the characters of all questions and answers. */
const maxCharacters = 16 * 1024 * 1024
/** The maximum size of a single entry. */
export const maxEntryCharacters = 256 * 1024

type Revision = NonNullable<Adapter["revision"]>

type Source = Pick<Collection, "name">

/** The collections that an answer is made from, and the sum of their revisions before each was first read. */
export class Sources {
  readonly #revision: Revision
  readonly #collections = new Set<Source>()
  #sum = 0

  constructor(revision: Revision) {
    this.#revision = revision
    for (const collection of always) this.add(collection)
  }

  /** Adds a collection that is about to be read. */
  add(collection: Source): void {
    if (this.#collections.has(collection)) return
    this.#collections.add(collection)
    this.#sum += this.#revision(collection)
  }

  get collections(): ReadonlySet<Source> {
    return this.#collections
  }

  get sum(): number {
    return this.#sum
  }
}

/** What every session gives its handler without a query: the caller, and the marks of its shop. */
const always = [collections.keySets, collections.shops, records.marks]

interface Entry {
  readonly answer: Answer
  readonly sources: ReadonlyArray<Source>
  /** The sum of the revisions of its sources when it was made. Revisions only rise, so the sum tells whether one has changed. */
  readonly sum: number
  readonly size: number
}

/** The cached answers of one store in this process. Nothing is cached if the store cannot tell whether it has changed. */
export class ReadCache {
  readonly #revision: Revision | undefined
  readonly #entries = new Map<string, Entry>()
  /** Thousands of answers are made from the same collections: a list for all of them stays in the processor's cache. */
  readonly #lists = new Map<string, ReadonlyArray<Source>>()
  #size = 0

  constructor({ revision }: Pick<Adapter, "revision">) {
    this.#revision = revision
  }

  /** The answer to this question, if it is cached and nothing that it was made from has changed since. */
  find(question: string): Answer | undefined {
    const entry = this.#entries.get(question)
    if (entry === undefined || this.#sumOf(entry.sources) === entry.sum) return entry?.answer
    this.#forget(question, entry)
    return undefined
  }

  /** The sources of an answer that is about to be made, to pass to `keep`; `undefined` if nothing is cached. */
  begun(): Sources | undefined {
    return this.#revision && new Sources(this.#revision)
  }

  /** Caches an answer that was made from these sources; one whose sources have changed meanwhile is never found. */
  keep(sources: Sources, question: string, answer: Answer): void {
    if (typeof answer.body !== "string" || answer.status !== 200) return
    const size = question.length + answer.body.length
    if (size > maxEntryCharacters) return
    this.#forget(question, this.#entries.get(question))
    // It is counted once, and not each time that the answer is sent.
    const counted = { ...answer, bytes: Buffer.byteLength(answer.body) }
    this.#entries.set(question, { answer: counted, sources: this.#listOf(sources), sum: sources.sum, size })
    this.#size += size
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= maxCharacters) return
      this.#forget(oldest, entry)
    }
  }

  #sumOf(sources: ReadonlyArray<Source>): number {
    let sum = 0
    for (const source of sources) sum += this.#revision!(source)
    return sum
  }

  #listOf({ collections }: Sources): ReadonlyArray<Source> {
    const name = [...collections].map((one) => one.name).join(" ")
    const list = this.#lists.get(name) ?? [...collections]
    this.#lists.set(name, list)
    return list
  }

  #forget(question: string, entry: Entry | undefined): void {
    if (entry === undefined) return
    this.#entries.delete(question)
    this.#size -= entry.size
  }
}

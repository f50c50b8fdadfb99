/** What `bottega export --salvage` could not read of a damaged store, told as it is met and counted. */
import type { Lost } from "@bottega/storage/adapters"
import { say } from "../output.ts"

/** The documents that are lost so far. */
export class Losses {
  /** Documents by collection. */
  readonly counts: Record<string, number> = {}
  /** The shops whose own document is lost. */
  readonly shops = new Set<string>()
  readonly #shopCollection: string

  constructor(shopCollection: string) {
    this.#shopCollection = shopCollection
  }

  get any(): boolean {
    return Object.keys(this.counts).length > 0
  }

  /** Says that a document is lost, and counts it. */
  add({ collection, key, shop }: Lost): void {
    this.counts[collection] = (this.counts[collection] ?? 0) + 1
    if (collection === this.#shopCollection) this.shops.add(String(key))
    say(`Lost: ${collection} ${key}${shop === "" ? "" : ` of the shop ${shop}`}.`)
  }

  /** What is lost in all, as a sentence. */
  get sentence(): string {
    const counts = Object.entries(this.counts).map(([collection, count]) => `${count} of ${collection}`)
    return counts.length === 0
      ? "Nothing is lost."
      : `Lost documents: ${counts.join(", ")}. Run bottega doctor on the store that the file is imported into.`
  }
}

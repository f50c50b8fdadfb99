/** Reports and counts the documents of a damaged store that `bottega export --salvage` could not read. */
import type { Lost } from "@bottega/storage/adapters"
import { say } from "../output.ts"

/** The documents lost so far. */
export class Losses {
  /** The number of lost documents by collection. */
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

  /** Reports a lost document and counts it. */
  add({ collection, key, shop }: Lost): void {
    this.counts[collection] = (this.counts[collection] ?? 0) + 1
    if (collection === this.#shopCollection) this.shops.add(String(key))
    say(`Lost: ${collection} ${key}${shop === "" ? "" : ` of the shop ${shop}`}.`)
  }

  /** A sentence that sums up the losses. */
  get sentence(): string {
    const counts = Object.entries(this.counts).map(([collection, count]) => `${count} of ${collection}`)
    return counts.length === 0
      ? "Nothing is lost."
      : `Lost documents: ${counts.join(", ")}. Run bottega doctor on the store that the file is imported into.`
  }
}

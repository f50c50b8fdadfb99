/** Caches the reader's results while nobody writes to their collection: limited in entries and in bytes. */
import type { Row } from "../storage.ts"

interface Page {
  readonly rows: ReadonlyArray<Row>
  readonly revision: number
  readonly bytes: number
}

/** A cache of results, each of one revision of its collection. */
export class Pages {
  #bytes = 0
  readonly #pages = new Map<string, Page>()

  /** The result cached under this name, if it belongs to this revision; an older one is dropped. */
  get(revision: number, name: string): ReadonlyArray<Row> | undefined {
    const page = this.#pages.get(name)
    if (page === undefined || page.revision === revision) return page?.rows
    this.#pages.delete(name)
    this.#bytes -= page.bytes
    return undefined
  }

  /** Caches a result under this name, unless there is one already; the oldest entries are dropped for it. */
  keep(revision: number, name: string, rows: ReadonlyArray<Row>): void {
    const bytes = 200 + name.length + rows.reduce((sum, { text }) => sum + text.length + 100, 0)
    if (bytes > max.bytes / 8 || this.#pages.has(name)) return
    this.#pages.set(name, { rows, revision, bytes })
    this.#bytes += bytes
    for (const [oldest, page] of this.#pages) {
      if (this.#bytes <= max.bytes && this.#pages.size <= max.entries) return
      this.#pages.delete(oldest)
      this.#bytes -= page.bytes
    }
  }
}

const max = { entries: 5000, bytes: 16 * 1024 * 1024 }

/** Caches the reader's results while nobody writes: limited in entries and in bytes. */
import type { Row } from "../storage.ts"

/** A cache of results that is emptied when the file's version changes. */
export class Pages {
  #version: unknown
  #bytes = 0
  readonly #pages = new Map<string, { readonly rows: ReadonlyArray<Row>; readonly bytes: number }>()

  /** The result cached under this name, if it belongs to this version of the file. */
  get(version: unknown, name: string): ReadonlyArray<Row> | undefined {
    if (version !== this.#version) {
      this.#pages.clear()
      this.#bytes = 0
      this.#version = version
    }
    return this.#pages.get(name)?.rows
  }

  /** Caches a result under this name; the oldest entries are dropped for it. */
  keep(name: string, rows: ReadonlyArray<Row>): void {
    const bytes = 200 + name.length + rows.reduce((sum, { text }) => sum + text.length + 100, 0)
    if (bytes > most.bytes / 8) return
    this.#pages.set(name, { rows, bytes })
    this.#bytes += bytes
    for (const [oldest, page] of this.#pages) {
      if (this.#bytes <= most.bytes && this.#pages.size <= most.entries) return
      this.#pages.delete(oldest)
      this.#bytes -= page.bytes
    }
  }
}

const most = { entries: 5000, bytes: 16 * 1024 * 1024 }

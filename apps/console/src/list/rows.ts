/** The rows of a list, read while they are looked at. */
import { signal } from "@preact/signals"
import { listed, type Parameters } from "../call/client.ts"
import { isOffline, notice } from "../call/session.ts"
import { awaited } from "../call/slow.ts"
import type { Operation } from "../contract/operation.ts"

/** The rows that were read so far. */
export interface Rows {
  readonly entries: ReadonlyArray<unknown>
  readonly state: "loading" | "some" | "all" | "failed"
  readonly failure?: unknown
}

/** Reads a list, some rows at a time. */
export class RowReader {
  readonly rows = signal<Rows>({ entries: [], state: "loading" })
  readonly #end = new AbortController()
  readonly #iterator: AsyncIterator<unknown>
  #entries: Array<unknown> = []
  #wanted = 0

  constructor(list: Operation, parameters: Parameters) {
    this.#iterator = listed(list, parameters, this.#end.signal)
    this.want(rowsAtOnce)
  }

  /** Reads until there are as many rows, or no more. */
  want(count: number): void {
    const isReading = this.#wanted > this.#entries.length
    this.#wanted = Math.max(this.#wanted, Math.ceil(count / rowsAtOnce) * rowsAtOnce)
    if (!isReading && this.#wanted > this.#entries.length && this.rows.value.state !== "all") void this.#read()
  }

  /** Shows an entry as it is now: at its place if it is shown already, else first if it is wanted. */
  put(entry: unknown, isSame: (other: unknown) => boolean, isWanted: boolean): void {
    const at = this.#entries.findIndex(isSame)
    if (at >= 0) this.#entries[at] = entry
    else if (isWanted) this.#entries.unshift(entry)
    if (this.rows.value.state !== "loading") this.rows.value = { ...this.rows.value, entries: [...this.#entries] }
  }

  /** Stops reading. */
  stop(): void {
    this.#end.abort()
    void this.#iterator.return?.(undefined)?.catch(() => {})
  }

  async #read(): Promise<void> {
    try {
      while (this.#entries.length < this.#wanted) {
        const next = await awaited(this.#iterator.next())
        if (this.#end.signal.aborted) return
        if (next.done === true) return this.#show("all")
        this.#entries.push(next.value)
      }
      this.#show("some")
    } catch (failure) {
      if (this.#end.signal.aborted) return
      notice(failure)
      this.rows.value = { entries: [...this.#entries], state: "failed", failure }
    }
  }

  #show(state: Rows["state"]): void {
    isOffline.value = false
    if (state === "all") this.#wanted = this.#entries.length
    this.rows.value = { entries: [...this.#entries], state }
  }
}

/** Rows that are asked for at once. */
const rowsAtOnce = 100

/** The rows of a list that a person picked, and the changes of them. */
import { signal } from "@preact/signals"
import { call } from "../call/client.ts"
import { notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import type { Bulk } from "../fold/bulk.ts"

/** A row by its key, and by what people call it. */
export interface Picked {
  readonly key: string
  readonly title: string
}

/** The picked rows of one list. */
export class Picks {
  readonly rows = signal<ReadonlyMap<string, Picked>>(new Map())
  #last: string | undefined

  /** Picks a row or lets it go; with `isRange`, all from the last one to it. */
  toggle(row: Picked, all: ReadonlyArray<Picked>, isRange: boolean): void {
    const next = new Map(this.rows.value)
    const [from, to] = [all.findIndex(({ key }) => key === this.#last), all.findIndex(({ key }) => key === row.key)]
    const isPicked = !next.has(row.key)
    const rows = isRange && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
    for (const one of rows) {
      if (isPicked) next.set(one.key, one)
      else next.delete(one.key)
    }
    this.#last = row.key
    this.rows.value = next
  }

  set(rows: ReadonlyArray<Picked>): void {
    this.rows.value = new Map(rows.map((row) => [row.key, row]))
  }
}

/** How far a change of several rows is. */
export interface Progress {
  readonly text: string
  readonly total: number
  readonly done: number
  readonly refused: ReadonlyArray<Picked & { readonly why: string }>
  readonly isRunning: boolean
}

/** So many calls run at once: the server has other callers. */
const atOnce = 4

/** Changes the rows, each by a call of its own, so that a refusal is one row's. */
export const changeAll = async (
  { by, operation, set, text }: Bulk,
  rows: ReadonlyArray<Picked>,
  show: (progress: Progress) => void,
  signal: AbortSignal
): Promise<void> => {
  let progress: Progress = { text, total: rows.length, done: 0, refused: [], isRunning: true }
  const next = (change: Partial<Progress>) => {
    progress = { ...progress, ...change }
    show(progress)
  }
  next({})
  const queue = rows[Symbol.iterator]()
  const work = async () => {
    for (const row of queue) {
      if (signal.aborted) return
      try {
        await call(operation, { ...set, [by]: row.key }, { signal })
        next({ done: progress.done + 1 })
      } catch (cause) {
        if (signal.aborted) return
        notice(cause)
        const why = whyOf(cause)
        next({ refused: [...progress.refused, { ...row, why }] })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  next({ isRunning: false })
}

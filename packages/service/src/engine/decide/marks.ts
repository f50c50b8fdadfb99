/** Marks: numbers of a shop that only rise, for all processes of a store. */
import { type Adapter, docOf, modify, Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { records } from "../records.ts"

/** The marks of one shop. */
export interface ShopMarks {
  /** The mark as this process last saw it, which may be too low; 0 at first. */
  readonly known: (name: string) => number
  /** The mark, 0 if it was never raised. */
  readonly read: (name: string) => Effect.Effect<number, Unavailable>
  /** Raises the mark to a number that depends on it, and gives the result; a lower number changes nothing. */
  readonly raise: (name: string, to: (mark: number) => number) => Effect.Effect<number, Unavailable>
}

/** A mark as it was last read, with the revision of all marks before; and the highest that was seen. */
interface Known {
  readonly at: number
  readonly revision: number | undefined
  readonly highest: number
}

/** Makes the function that gives the marks of a shop. */
export const marksOf = (storage: Adapter) => {
  const known = new Map<string, Known>()

  return (shop: string): ShopMarks => {
    const idOf = (name: string) => `${shop}/${name}`
    const note = (name: string, at: number, revision?: number): number => {
      const id = idOf(name)
      const highest = Math.max(at, known.get(id)?.highest ?? 0)
      known.delete(id)
      known.set(id, { highest, at, revision })
      if (known.size > maxKnown) known.delete(known.keys().next().value!)
      return at
    }
    return {
      known: (name) => known.get(idOf(name))?.highest ?? 0,
      read: (name) => {
        const last = known.get(idOf(name))
        const revision = storage.revision?.(records.marks)
        if (last !== undefined && revision !== undefined && last.revision === revision) return Effect.succeed(last.at)
        const found = storage.find(shop, records.marks, { where: [{ on: "key", eq: name }], limit: 1 })
        return Effect.map(found, ([row]) => note(name, row === undefined ? 0 : docOf(records.marks, row).at, revision))
      },
      raise: (name, to) =>
        modify(shop, records.marks, name, (before) => {
          const at = Math.max(before?.at ?? 0, to(before?.at ?? 0))
          return Effect.succeed(at === before?.at ? before : { name, at })
        }).pipe(
          Effect.map(({ at }) => note(name, at)),
          // `marks` has no unique lookup.
          Effect.catchTag("Taken", Effect.die),
          Effect.provideService(Storage, storage)
        )
    }
  }
}

const maxKnown = 10_000

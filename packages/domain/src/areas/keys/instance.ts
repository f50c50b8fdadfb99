/**
 * The application behind a document: an instance whose key sets may all end, at once by a revocation or later by expiry. The
 * document stores when that is, so that every reader knows whether it is paused without reading key sets.
 */
import { Schema } from "effect"
import { type Check, crossCheck, related } from "../../contract/check.ts"
import type { Collection } from "../../contract/collection.ts"
import { ServiceID, Unix } from "../../contract/values.ts"
import { collections, instanceInShop, type KeySet } from "./document.ts"
import { endOf } from "./rules.ts"

/**
 * What a document stores of the application that made it. `keysEnd` is when the last pair of the instance ends, in unix
 * seconds; null if one never ends. The operations on key sets keep it current.
 */
export const instanceFields = { instance: ServiceID, keysEnd: Schema.NullOr(Unix) }

/** Whether the application of a document has a valid pair at an instant (unix milliseconds). */
export const hasKeys = ({ keysEnd }: { readonly keysEnd: number | null }, nowMs: number): boolean =>
  keysEnd === null || keysEnd > Math.floor(nowMs / 1000)

/** Whether a document goes on: its application has keys, or the operator let it go on (`resumed`, unix seconds) after they ended. */
export const goesOn = (
  { keysEnd, resumed }: { readonly keysEnd: number | null; readonly resumed: number | null },
  nowMs: number
): boolean => hasKeys({ keysEnd }, nowMs) || (resumed !== null && resumed >= keysEnd!)

/**
 * What a document stores of another end of its application's keys. What the operator said of an earlier end does not hold for this one,
 * though it were in the same second.
 */
export const anotherEnd = (keysEnd: number | null) => ({ keysEnd, resumed: null })

/** When the last pair of these key sets ends, in unix seconds; null if one never ends, 0 without key sets. */
export const endOfKeys = (sets: ReadonlyArray<KeySet>): number | null =>
  sets
    .flatMap((set) => set.pairs.map((pair) => endOf(set, pair)))
    .map(({ expires, revoked }) => Math.min(expires ?? Infinity, revoked ?? Infinity))
    .reduce<number | null>((last, end) => (last === null || end === Infinity ? null : Math.max(last, end)), 0)

/** What the document stores of its application, and by what others name it. */
interface OfApplication {
  readonly id: string
  readonly keysEnd: number | null
}

interface Application<Doc> {
  readonly sets: ReadonlyArray<KeySet>
  readonly made: ReadonlyArray<Doc>
}

/** Checks that the documents of a collection with {@link instanceFields} pause when the last pair of their application ends. */
export const pausesWithKeys = <Doc extends OfApplication, Name extends string>(
  of: Collection<Doc, Name>,
  noun: string
): Check =>
  crossCheck<KeySet, Application<Doc>>(
    `A ${noun} pauses when the last pair of its application ends`,
    collections.keySets,
    {
      related: [
        related(
          collections.keySets,
          "instance",
          (set: KeySet) => [instanceInShop(set)],
          (found: Application<Doc>, set) => ({ ...found, sets: [...found.sets, set] })
        ),
        related(
          of,
          "instance" as Name,
          ({ instance }: KeySet) => [instance],
          (found: Application<Doc>, doc) => ({ ...found, made: [...found.made, doc] }),
          ({ shop }) => shop
        )
      ],
      begin: () => ({ sets: [], made: [] }),
      wrong: (_, { made, sets }) => {
        const end = endOfKeys(sets)
        return made
          .filter(({ keysEnd }) => keysEnd !== end)
          .map(
            ({ id, keysEnd }) => `the ${noun} ${id} pauses at ${keysEnd}, and the keys of its application end at ${end}`
          )
      }
    }
  )

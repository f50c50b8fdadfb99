/**
 * Writes what was pulled straight into the store, as an import does: in bounded commits, under the ids that the source gave.
 * A document that is stored already is changed only where it differs, so a repeated pull continues an interrupted one. A
 * document that cannot be stored is refused by name, and the rest goes on.
 */
import { isDeepStrictEqual } from "node:util"
import type { Collection, Key } from "@bottega/domain/contract"
import {
  type Adapter,
  bytes,
  docOf,
  type Row,
  Stale,
  type Storage,
  Taken,
  type Unavailable,
  type Write
} from "@bottega/storage"
import { Effect } from "effect"
import { counterWrites } from "./counters.ts"
import { NotGiven } from "./failures.ts"
import { Unfit } from "./given.ts"
import type { Item } from "./item.ts"
import { wrongWith } from "./judge.ts"
import type { Tallies } from "./tally.ts"

/** A document that is ready for its commit. */
interface Ready {
  readonly item: Item
  readonly before: Row | undefined
  readonly doc: unknown
}

/** The documents of one commit; their texts together stay below a few MiB, because most are short. */
const maxDocuments = 50
/** The texts of one commit, in characters. */
const maxCharacters = 1024 * 1024
/** The questions that are open at a time. */
const maxAsked = 8
const maxConflicts = 20

export class Keeper {
  readonly #storage: Adapter
  readonly #shop: string
  readonly #tallies: Tallies

  constructor(storage: Adapter, shop: string, tallies: Tallies) {
    this.#storage = storage
    this.#shop = shop
    this.#tallies = tallies
  }

  /** Brings documents of a kind, a bounded number at a time. */
  bring<Doc>(kind: string, collection: Collection<Doc>, items: ReadonlyArray<Item<Doc>>) {
    return Effect.gen({ self: this }, function* () {
      for (let at = 0; at < items.length; at += maxDocuments)
        yield* this.#brought(kind, collection, items.slice(at, at + maxDocuments) as ReadonlyArray<Item>)
    })
  }

  #brought(kind: string, collection: Collection, items: ReadonlyArray<Item>) {
    return Effect.gen({ self: this }, function* () {
      const rows = yield* this.rows(
        collection,
        items.map(({ key }) => key)
      )
      const loaded = yield* Effect.forEach(items, (item) => this.#loaded(kind, collection, item, rows.get(item.key)), {
        concurrency: maxAsked
      })
      let together: Array<Ready> = []
      let characters = 0
      for (const ready of loaded) {
        if (ready === undefined) continue
        const isAlone = ready.item.isAlone?.(ready.doc) ?? false
        characters += isAlone ? 0 : collection.encode(ready.doc).length
        if (isAlone) yield* this.#stored(kind, collection, [ready])
        else together.push(ready)
        if (characters < maxCharacters) continue
        yield* this.#stored(kind, collection, together)
        together = []
        characters = 0
      }
      yield* this.#stored(kind, collection, together)
    })
  }

  /** The stored rows of these keys. */
  rows(collection: Collection, keys: ReadonlyArray<Key>): Effect.Effect<ReadonlyMap<Key, Row>, Unavailable> {
    const found = this.#storage.find(this.#shop, collection, {
      where: [{ on: "key", in: keys }],
      limit: Math.max(1, keys.length),
      latest: true
    })
    return Effect.map(
      keys.length === 0 ? Effect.succeed([]) : found,
      (rows) => new Map(rows.map((row) => [row.key, row]))
    )
  }

  #loaded(kind: string, collection: Collection, item: Item, before: Row | undefined) {
    const refused = (why: string) => {
      this.#tallies.refuse(kind, String(item.key), why)
      return undefined
    }
    return item.load(before && docOf(collection, before)).pipe(
      // The readers of values throw what is unfit.
      Effect.catchDefect((defect) =>
        defect instanceof Unfit ? Effect.fail(new NotGiven({ status: 200, why: defect.message })) : Effect.die(defect)
      ),
      Effect.map((doc): Ready | undefined => {
        const wrong = wrongWith(collection, doc)
        return wrong === undefined ? { item, before, doc } : refused(wrong)
      }),
      Effect.catchIf(
        (failure): failure is NotGiven => failure instanceof NotGiven,
        ({ why }) => Effect.succeed(refused(why))
      )
    )
  }

  /** Commits documents together; if one of them conflicts with the store, each by itself. */
  #stored(kind: string, collection: Collection, all: ReadonlyArray<Ready>): Effect.Effect<void, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      if (all.length === 0) return
      const taken = yield* this.#committed(kind, collection, all)
      if (taken === undefined) return
      if (all.length === 1)
        return this.#tallies.refuse(
          kind,
          String(all[0]!.item.key),
          `has a value that another document of the shop has: its ${taken}`
        )
      for (const one of all) yield* this.#stored(kind, collection, [one])
    })
  }

  /** Commits; returns the lookup whose value another document has, if that is why nothing was stored. */
  #committed(kind: string, collection: Collection, all: ReadonlyArray<Ready>) {
    return Effect.gen({ self: this }, function* (): Effect.fn.Return<string | undefined, Unavailable, Storage> {
      let ready = all
      for (let conflicts = 0; ; conflicts++) {
        const attempt = yield* Effect.result(this.#attempt(collection, ready))
        if (attempt._tag === "Success") {
          const tally = this.#tallies.of(kind)
          tally.added += attempt.success.added
          tally.changed += attempt.success.changed
          return undefined
        }
        const { failure } = attempt
        if (failure instanceof Taken) return failure.lookup
        if (!(failure instanceof Stale)) return yield* Effect.fail(failure)
        if (conflicts >= maxConflicts)
          return yield* Effect.die(
            new Error(`The document ${failure.key} of ${failure.collection} changes all the time.`)
          )
        const rows = yield* this.rows(
          collection,
          ready.map(({ item }) => item.key)
        )
        ready = ready.map((one) => ({ ...one, before: rows.get(one.item.key) }))
      }
    })
  }

  #attempt(collection: Collection, all: ReadonlyArray<Ready>) {
    return Effect.gen({ self: this }, function* () {
      const writes: Array<Write> = []
      const counts = { added: 0, changed: 0 }
      const docs: Array<unknown> = []
      for (const { before, doc: loaded, item } of all) {
        const stored = before && docOf(collection, before)
        const settled = item.settle && (yield* item.settle(stored, loaded))
        const doc = settled?.doc ?? loaded
        docs.push(doc)
        writes.push(...(settled?.writes ?? []))
        if (stored !== undefined && isDeepStrictEqual(stored, doc)) continue
        counts[before === undefined ? "added" : "changed"]++
        writes.push({ shop: this.#shop, collection, key: item.key, expect: before?.version ?? 0, doc, before })
      }
      writes.push(...(yield* counterWrites(this.#storage, this.#shop, collection, docs)))
      if (writes.length > 0) yield* this.commit(writes)
      return counts
    })
  }

  /** Commits writes, completed for the bytes that they name. */
  commit(writes: ReadonlyArray<Write>): Effect.Effect<void, Stale | Taken | Unavailable> {
    return Effect.flatMap(bytes.accounted(this.#storage, writes), (commit) =>
      this.#storage.commit(commit.writes, commit.guards)
    )
  }
}

/**
 * Reads what can be read of a damaged file. A document is found through its table or the index by key, whichever is
 * intact; if neither leads to a row, the row is searched for on every page of the file.
 */
import { resolve } from "node:path"
import type { Collection, Key } from "@bottega/domain/contract"
import { Effect, Layer } from "effect"
import { ownFormat, whyNotRead } from "../format.ts"
import { IndexKey, keyedBy } from "../keyed.ts"
import { lookedAt } from "../naming.ts"
import { type Query, type Row, Storage, type Unavailable } from "../storage.ts"
import { compare, compareWithRange, lookedUp, type NormalTest, normalized, satisfies } from "../values.ts"
import { ChunkPages } from "./chunk-pages.ts"
import { chunkIn } from "./chunks.ts"
import type { Connection } from "./connection.ts"
import { attempt, FileRefused } from "./errors.ts"
import { formOf } from "./form.ts"
import { placeOf } from "./hold.ts"
import { lookInto, refuseForeign } from "./look.ts"
import { type Raw, rawOf } from "./raw.ts"
import { isReadable, type Place, type Survey, shopsOf, survey, tolerant } from "./survey.ts"
import { type Layout, layout, quoted } from "./tables.ts"

/** A document that cannot be read. */
export interface Lost {
  readonly shop: string
  readonly collection: string
  readonly key: Key
}

/**
 * The file as {@link lookInto} sees it, without what cannot be read; `onLost` is called once for each unreadable
 * document.
 */
export const layer = (
  location: string,
  collections: ReadonlyArray<Collection>,
  onLost: (lost: Lost) => void
): Layer.Layer<Storage, Unavailable> =>
  Layer.effect(
    Storage,
    Effect.map(
      Effect.acquireRelease(
        attempt(() => open(resolve(location))),
        ({ close }) => Effect.sync(close)
      ),
      ({ connection, raw }) => {
        const salvage = new Salvage(connection, raw, onLost)
        // It searches documents and no indexes, so any key finds the same.
        const keyed = keyedBy(collections, new IndexKey())
        const layouts = new Map(keyed.map((collection) => [collection.name as string, layout(collection)]))
        return {
          ...lookedAt(collections, (...chunk) => attempt(() => salvage.chunk(...chunk))),
          find: (shop: string, { name }: Collection, query: Query) =>
            attempt(() => salvage.find(shop, layouts.get(name)!, query))
        }
      }
    )
  )

const open = (file: string) => {
  const connection = lookInto(file)
  try {
    refuseForeign(connection)
    const refused = whyNewer(connection)
    if (refused !== undefined) throw new FileRefused(refused)
  } catch (error) {
    connection.close()
    throw error
  }
  const raw = rawOf(placeOf(file))
  const close = () => {
    connection.close()
    raw.close()
  }
  return { connection, raw, close }
}

/** Why this program may not read the format of a file; undefined too if the file does not say its format any more. */
const whyNewer = (connection: Connection): string | undefined => {
  try {
    const form = formOf(connection)
    return form && whyNotRead(form.format, ownFormat)
  } catch {
    return undefined
  }
}

class Salvage {
  readonly #connection: Connection
  readonly #raw: Raw
  readonly #onLost: (lost: Lost) => void
  #shops: ReadonlyMap<string, number> | undefined
  readonly #surveys = new Map<string, Survey>()
  readonly #reported = new Set<string>()
  readonly #chunks: ChunkPages

  constructor(connection: Connection, raw: Raw, onLost: (lost: Lost) => void) {
    this.#connection = connection
    this.#raw = raw
    this.#chunks = new ChunkPages(raw)
    this.#onLost = onLost
  }

  find(shop: string, of: Layout, query: Query): ReadonlyArray<Row> {
    const normal = normalized(of.collection, query)
    if (normal === undefined) return []
    const { after, by, characters, descending, limit, skip, sorted, tests } = normal
    const isByKey = by === "key" && sorted === "key" && !descending
    if ((after !== undefined && !isByKey) || skip > 0)
      throw new TypeError("a damaged file can only be read in order of keys")
    if (isByKey) {
      const place = after === undefined ? [] : [{ on: "key", low: { value: after.key, open: true }, high: undefined }]
      return this.#walk(shop, of, [...tests, ...place], limit, characters)
    }
    const placeOf = (row: Row) => lookedUp(of.collection, row, sorted)[0]
    const rows = this.#walk(shop, of, tests, Number.POSITIVE_INFINITY).filter((row) => placeOf(row) !== undefined)
    rows.sort((one, other) => compare(placeOf(one)!, placeOf(other)!) || compare(one.key, other.key))
    return (descending ? rows.reverse() : rows).slice(0, limit)
  }

  /** A chunk by its index, or by its page if the index or the table is damaged; undefined if the chunk itself is damaged. */
  chunk(shop: string, upload: string, number: number): Uint8Array | undefined {
    this.#shops ??= shopsOf(this.#connection)
    const owner = this.#shops.get(shop)
    if (owner === undefined) return undefined
    const found = tolerant(() => chunkIn(this.#connection, owner, upload, number))
    return found ?? this.#chunks.chunk(owner, upload, number)
  }

  /** The rows that pass the tests, sorted by key. */
  #walk(
    shop: string,
    of: Layout,
    tests: ReadonlyArray<NormalTest>,
    limit: number,
    characters = Number.POSITIVE_INFINITY
  ): Array<Row> {
    this.#shops ??= shopsOf(this.#connection)
    const places = this.#survey(of).places.get(this.#shops.get(shop) ?? -1) ?? []
    const [keyed, rest] = [tests.filter(({ on }) => on === "key"), tests.filter(({ on }) => on !== "key")]
    const rows: Array<Row> = []
    let size = 0
    for (let at = firstOf(places, keyed); at < places.length && rows.length < limit && size < characters; at++) {
      const place = places[at]!
      if (!keyed.every((test) => satisfies(place.key, test))) continue
      const row = this.#row(shop, of, place)
      const passes = (test: NormalTest) => lookedUp(of.collection, row!, test.on).some((one) => satisfies(one, test))
      if (row === undefined || !rest.every(passes)) continue
      rows.push(row)
      size += row.text.length
    }
    return rows
  }

  #row(shop: string, of: Layout, { id, key }: Place): Row | undefined {
    const row = this.#survey(of).found.get(id) ?? this.#read(of, id)
    if (row !== undefined && isReadable(of, row)) return row
    const name = JSON.stringify([of.name, shop, key])
    if (!this.#reported.has(name)) this.#onLost({ shop, collection: of.name, key })
    this.#reported.add(name)
    return undefined
  }

  #read({ name }: Layout, id: number): Row | undefined {
    const [cells] =
      tolerant(() => this.#connection.all(`select key, version, doc from ${quoted(name)} where id = ?`, [id])) ?? []
    return cells && { key: cells[0], version: cells[1], text: cells[2] }
  }

  #survey(of: Layout): Survey {
    const known = this.#surveys.get(of.name) ?? survey(this.#connection, this.#raw, of)
    this.#surveys.set(of.name, known)
    return known
  }
}

/** The first place that the tests may accept. */
const firstOf = (places: ReadonlyArray<Place>, tests: ReadonlyArray<NormalTest>): number => {
  let [from, to] = [0, places.length]
  const isBefore = ({ key }: Place) =>
    tests.some((test) => !("values" in test) && compareWithRange(key, test.low, undefined) < 0)
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBefore(places[middle]!)) from = middle + 1
    else to = middle
  }
  return from
}

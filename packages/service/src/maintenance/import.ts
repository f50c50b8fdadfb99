/**
 * Imports exported shops. Documents are committed in steps, each with a record of the position in the file, so that an
 * interrupted import can be run again. The shop's own document comes last, and until then the shop does not exist.
 * Existing documents are never overwritten.
 */
import { collections } from "@bottega/domain/areas"
import { type Adapter, bytes, installation, type Row, Storage, stored } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { maintenanceRecords } from "../collections.ts"
import { formats, parse } from "./lines.ts"
import { unlessOvertaken } from "./overtaken.ts"
import { linesOf, type RawLine } from "./read.ts"
import { exportedCollections, pagesOf } from "./scope.ts"
import { type Imported, ImportedShop } from "./section.ts"
import { fail } from "./sentences.ts"

export type { Imported }

/** The options of an import. */
export interface ImportOptions {
  /** Whether to remove first what another import of the same shop left unfinished. */
  readonly restart?: boolean
  /** Called with the number of lines imported so far. */
  readonly onLines?: (lines: number) => void
}

/** The lines of a file that begins as an export does. */
export type ExportLines = AsyncGenerator<ReadonlyArray<RawLine>>

/** Reads the beginning of a file. It needs no store, so that none is made for a file that is not an export. */
export const openExport = Effect.fnUntraced(function* (source: AsyncIterable<Uint8Array>) {
  const lines = linesOf(source)
  const { done, value: first } = yield* Effect.promise(() => lines.next())
  if (done === true) return yield* fail("The file is empty.")
  yield* headerIn(first[0]!, 1)
  return again(first, lines)
})

async function* again(first: ReadonlyArray<RawLine>, rest: ExportLines): ExportLines {
  yield first
  yield* rest
}

/** Imports every shop of a file. */
export const importShops = Effect.fnUntraced(function* (
  pieces: ExportLines,
  { onLines = () => {}, restart = false }: ImportOptions = {}
) {
  const storage = yield* Storage
  const shops: Array<Imported> = []
  let section: ImportedShop | undefined
  let number = 0
  const taken = Effect.gen(function* () {
    for (;;) {
      const { done, value: piece } = yield* Effect.promise(() => pieces.next())
      if (done === true) break
      for (const raw of piece) {
        number++
        if (section === undefined) {
          section = yield* begun(storage, raw, number, restart)
          continue
        }
        const shop: Imported | undefined = yield* section.take(raw, number)
        if (shop === undefined) continue
        shops.push(shop)
        section = undefined
      }
      onLines(number)
    }
    if (section !== undefined) return yield* section.cut(number)
    return shops
  })
  return yield* Effect.ensuring(
    taken,
    Effect.suspend(() => section?.discard() ?? Effect.void)
  )
})

const headerIn = Effect.fnUntraced(function* (raw: RawLine, number: number) {
  const line = parse(Buffer.from(raw.bytes).toString())
  if (raw.cut || line._tag !== "Header") return yield* fail(`Line ${number} is not the beginning of an exported shop.`)
  const { header } = line
  if (!formats.includes(header.format))
    return yield* fail(
      `Line ${number} says format ${header.format}; this program reads ${formats.join(" and ")}. Use the program ${header.program}.`
    )
  return header
})

const begun = Effect.fnUntraced(function* (storage: Adapter, raw: RawLine, number: number, restart: boolean) {
  const header = yield* headerIn(raw, number)
  const { shop } = header
  const [row] = yield* storage.find(installation, maintenanceRecords.imports, {
    where: [{ on: "key", eq: shop }],
    limit: 1,
    latest: true
  })
  const before =
    row === undefined ? undefined : { record: stored(maintenanceRecords.imports, row).doc, version: row.version }
  const here = yield* storage.find(installation, collections.shops, {
    where: [{ on: "key", eq: shop }],
    limit: 1,
    latest: true
  })
  if (here.length > 0 && before?.record.done !== true)
    return yield* fail(`The store already has a shop ${shop}; an import does not overwrite shops.`)
  if (!restart || before === undefined || before.record.done) return new ImportedShop(storage, header, before, raw)
  yield* cleared(storage, shop, before.version)
  return new ImportedShop(storage, header, undefined, raw)
})

const placeOf = ({ key, version }: Row) => ({ key, expect: version })

/** Removes all documents of a shop that does not exist yet. */
const cleared = Effect.fnUntraced(function* (storage: Adapter, shop: string, version: number) {
  const record = {
    shop: installation,
    collection: maintenanceRecords.imports,
    key: shop,
    expect: version,
    doc: undefined
  }
  for (const collection of exportedCollections) {
    if (collection.owner === "installation") continue
    yield* Stream.runForEach(pagesOf(storage, shop, collection), (rows) => {
      const removing = rows.map((row) => ({ ...placeOf(row), shop, collection, doc: undefined, before: row }))
      const accounted = bytes.accounted(storage, removing)
      const attempt = Effect.flatMap(accounted, ({ guards, writes }) => storage.commit(writes, guards))
      return unlessOvertaken(storage, record, attempt)
    })
  }
  // No other import of this shop is running, so the remains of an upload belong to the import that is removed.
  yield* bytes.sweep(shop, 0)
  yield* unlessOvertaken(storage, record, storage.commit([record]))
})

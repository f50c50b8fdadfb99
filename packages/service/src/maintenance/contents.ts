/** Examines the bytes of a shop: whether the bytes that documents name exist and are whole, and which are unreferenced. */
import type { Collection, Key } from "@bottega/domain/contract"
import { type Adapter, bytes, get, namedBy, pages, Storage, type Unavailable } from "@bottega/storage"
import { Effect, Schema, Stream } from "effect"
import type { Fault } from "./examine.ts"
import { namingFiles } from "./scope.ts"

/** Counts of the bytes of shops. */
export interface Held {
  /** The files that move with their shop. */
  files: number
  /** Those that no document names, and their size in bytes. */
  unnamed: number
  unnamedSize: number
}

/** The checks, as sentences. */
export const checkedOfBytes: ReadonlyArray<string> = [
  "All bytes that documents name are there, and have the SHA-256 that they are named by."
]

/** Examines the bytes of an owner and adds to `held`. Whatever changes in the meantime is examined again. */
export const examineBytes = (
  shop: string,
  tell: (fault: Fault) => void,
  held: Held
): Effect.Effect<void, Unavailable, Storage> =>
  Effect.gen(function* () {
    const storage = yield* Storage
    for (const collection of storage.naming) {
      const isOne = Schema.is(collection.schema)
      yield* Stream.runForEach(pagesIn(storage, shop, collection), (rows) =>
        Effect.forEach(rows, ({ key }) => missing(shop, { collection, isOne }, key, tell))
      )
    }
    yield* Stream.runForEach(pagesIn(storage, shop, bytes.contents), (rows) =>
      Effect.forEach(rows, ({ key }) => damaged(storage, shop, String(key), tell, held))
    )
  })

const pagesIn = (storage: Adapter, shop: string, collection: Collection) =>
  pages((of, query) => storage.find(shop, of, query), collection)

/** Repeats the check until the document did not change during it: bytes are removed with their last reference. */
const missing = Effect.fnUntraced(function* (
  shop: string,
  { collection, isOne }: { readonly collection: Collection; readonly isOne: (doc: unknown) => boolean },
  key: Key,
  tell: (fault: Fault) => void
) {
  for (let version = 0; ; ) {
    const found = yield* readable(get(shop, collection, key))
    // One of another form may name nothing that could be looked for. The examination of documents reports it.
    if (found === undefined || !isOne(found.doc)) return
    const lacking: Array<string> = []
    for (const sha256 of namedBy(collection, found.doc))
      if ((yield* readable(Effect.map(bytes.find(shop, sha256), (content) => content === undefined))) === true)
        lacking.push(sha256)
    if (lacking.length > 0 && found.version !== version) {
      version = found.version
      continue
    }
    for (const sha256 of lacking)
      tell({
        kind: `${collection.name} bytes`,
        sentence: `${collection.name} ${key} names the bytes ${sha256}, which do not exist`
      })
    return
  }
})

const damaged = Effect.fnUntraced(function* (
  storage: Adapter,
  shop: string,
  sha256: string,
  tell: (fault: Fault) => void,
  held: Held
) {
  const content = yield* readable(bytes.find(shop, sha256))
  // The examination of documents reports one of another form.
  if (content?.sha256 !== sha256) return
  if (yield* bytes.isNamed(storage, shop, sha256, namingFiles(storage))) held.files++
  else if (!(yield* bytes.isNamed(storage, shop, sha256))) {
    held.unnamed++
    held.unnamedSize += content.size
  }
  if (yield* bytes.isWhole(shop, content)) return
  // The bytes may have been removed and stored again in the meantime.
  const again = yield* bytes.find(shop, sha256)
  if (again === undefined || (again.upload !== content.upload && (yield* bytes.isWhole(shop, again)))) return
  tell({ kind: "bytes content", sentence: `the bytes ${sha256} lack a part, or have another SHA-256` })
})

/** Skips a document whose text cannot be read: the examination of documents reports it. */
export const readable = <A, R>(read: Effect.Effect<A, Unavailable, R>): Effect.Effect<A | undefined, Unavailable, R> =>
  Effect.catchTag(read, "Unavailable", (failure) =>
    failure.reason === "damaged" ? Effect.undefined : Effect.fail(failure)
  )

/** Opens a server's store in this process, and fills it as an import would. */
import type { Collection } from "@bottega/domain/contract"
import { type Adapter, Storage, type Write } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Context, Effect, Layer, Scope } from "effect"
import type { Server, StoreName } from "./server.ts"

/** A new document. */
export const insert = <Doc>(collection: Collection<Doc>, doc: NoInfer<Doc>): Omit<Write, "shop"> => ({
  collection,
  key: collection.key(doc),
  expect: 0,
  doc
})

/** Runs a function on the store of a server, which is not in memory. */
export const inStore = async <A>(
  { place }: Server,
  name: StoreName,
  collections: ReadonlyArray<Collection>,
  use: (store: Adapter) => Promise<A>
): Promise<A> => {
  const scope = Scope.makeUnsafe()
  const adapter = adapters.find((one) => one.name === name)!
  const context = await Effect.runPromise(Scope.provide(Layer.build(adapter.open(place.at(-1)!, collections)), scope))
  try {
    return await use(Storage.of(Context.get(context, Storage)))
  } finally {
    await Effect.runPromise(Scope.close(scope, Effect.exit(Effect.void) as never))
  }
}

/** Stores the documents of `count` things, some hundred in a commit. */
export const filled = (
  server: Server,
  name: StoreName,
  collections: ReadonlyArray<Collection>,
  count: number,
  make: (n: number) => ReadonlyArray<Omit<Write, "shop">>
): Promise<void> =>
  inStore(server, name, collections, async ({ commit }) => {
    for (let from = 0; from < count; from += step) {
      const things = Array.from({ length: Math.min(step, count - from) }, (_, n) => make(from + n))
      const writes = things.flat().map((write) => ({ ...write, shop: server.shop }))
      await Effect.runPromise(commit(writes))
    }
  })

const step = 250

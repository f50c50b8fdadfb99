/** Makes a shop with any number of documents of one kind, in any store. */
import type { Collection } from "@bottega/domain/contract"
import { Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Context, Effect, Layer, Scope } from "effect"
import { ask } from "./calls.ts"
import type { Server, StoreName } from "./server.ts"

/** The nth document of a kind, and the operation that creates it. */
export interface Kind<Doc> {
  readonly collection: Collection<Doc>
  readonly docOf: (n: number) => Doc
  readonly path: string
  readonly bodyOf: (doc: Doc) => object
}

/** Stores that many documents: from this process, as an import would, or over HTTP if the server alone has the store. */
export const fill = <Doc>(server: Server, name: StoreName, size: number, kind: Kind<Doc>): Promise<void> =>
  name === "memory" ? posted(server, size, kind) : committed(server, name, size, kind)

const committed = async <Doc>(
  { place, shop }: Server,
  name: StoreName,
  size: number,
  { collection, docOf }: Kind<Doc>
): Promise<void> => {
  const scope = Scope.makeUnsafe()
  const adapter = adapters.find((one) => one.name === name)!
  const context = await Effect.runPromise(Scope.provide(Layer.build(adapter.open(place.at(-1)!, [collection])), scope))
  const store = Storage.of(Context.get(context, Storage))
  for (let from = 0; from < size; from += step) {
    const writes = Array.from({ length: Math.min(step, size - from) }, (_, n) => {
      const doc = docOf(from + n)
      return { shop, collection, key: collection.key(doc), expect: 0, doc }
    })
    await Effect.runPromise(store.commit(writes))
  }
  await Effect.runPromise(Scope.close(scope, Effect.exit(Effect.void) as never))
}
const step = 500

const posted = async <Doc>(server: Server, size: number, { bodyOf, docOf, path }: Kind<Doc>): Promise<void> => {
  let next = 0
  const sender = async () => {
    while (next < size) {
      const body = JSON.stringify(bodyOf(docOf(next++)))
      const headers = { "content-type": "application/json" }
      await (await ask(server, path, { method: "POST", headers, body })).text()
    }
  }
  await Promise.all(Array.from({ length: 16 }, sender))
}

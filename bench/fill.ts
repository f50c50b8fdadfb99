/** Makes a shop with any number of documents of one kind, in any store. */
import type { Collection } from "@bottega/domain/contract"
import { ask } from "./calls.ts"
import { filled, insert } from "./filled.ts"
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
  name === "memory"
    ? posted(server, size, kind)
    : filled(server, name, [kind.collection], size, (n) => [insert(kind.collection, kind.docOf(n))])

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

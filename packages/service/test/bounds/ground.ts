/** A service over a store of one shop, for the tests of bounds: its calls, its documents, and what a call scans. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { collections } from "@bottega/domain/areas"
import { type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import type { Collection } from "@bottega/domain/contract"
import { docOf, installation, type Row, Storage, stored } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { type Effect, ManagedRuntime } from "effect"
import { afterAll } from "vitest"
import { allCollections } from "../../src/collections.ts"
import { insert, replace } from "../../src/engine/decide/change.ts"
import { digest } from "../../src/engine/ids.ts"
import { trusted } from "../../src/engine/trusted.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { makeService } from "../../src/service.ts"

/** The one shop of every store here. */
export const shop: Shop = {
  ...{ ...shopDefaults, id: "0123456789abcdef01234567", group_number: 1, name: "Bottega" },
  modules: ["b2b"]
}

/** A call: its method, its path and its parameters. */
export type Call = readonly [method: string, path: string, given: object]

const folder = mkdtempSync(join(tmpdir(), "bottega-bounds-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens a store of an adapter with a service over it. */
export const open = async (storage: string) => {
  const location = storage === "memory" ? "" : join(mkdtempSync(join(folder, "store-")), "store")
  const runtime = ManagedRuntime.make(adapters.find(({ name }) => name === storage)!.open(location, allCollections))
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) => runtime.runPromise(effect)
  const put = <Doc>(owner: string, collection: Collection<Doc>, docs: ReadonlyArray<Doc>) =>
    run(Storage.use(({ commit }) => commit(docs.map((doc) => ({ shop: owner, ...insert(collection, doc) })))))
  await put(installation, collections.shops, [shop])
  const service = await run(makeService({ tokenDigest: digest("token") }))
  const transport = inProcessTransport(trusted(service, shop), run)
  const call = async ([method, path, given]: Call) => {
    const isRead = method === "GET"
    const { status, text } = await transport({
      method,
      path: path.startsWith("/control") ? path : `/v1.1${path}`,
      query: isRead ? new URLSearchParams(given as Record<string, string>).toString() : "",
      headers: { authorization: "Bearer token", "content-type": "application/json" },
      body: isRead ? undefined : JSON.stringify(given)
    })
    return { status, json: JSON.parse(await text()) }
  }
  /** The rows of a collection, by their keys. */
  const rows = (collection: Collection): Promise<ReadonlyArray<Row>> =>
    run(
      Storage.use(({ find }) =>
        find(collection.owner === "shop" ? shop.id : installation, collection, { limit: 1000, sort: { by: "key" } })
      )
    )
  /** Replaces every document of a collection as a program without bounds could. */
  const older = async <Doc>(collection: Collection<Doc>, change: (doc: Doc) => Doc) => {
    const writes = (await rows(collection)).map((row) => {
      const before = stored(collection, row)
      return { shop: shop.id, ...replace(collection, before, change(before.doc)) }
    })
    await run(Storage.use(({ commit }) => commit(writes)))
  }
  const docs = async <Doc>(collection: Collection<Doc>) => (await rows(collection)).map((row) => docOf(collection, row))
  return { call, close: () => runtime.dispose(), docs, older, put, rows, run }
}

const searching = ["includes", "indexOf", "find", "findIndex", "some"] as const

/** Counts the members of the lists that are searched from their start while something runs. */
export const searched = async (act: () => Promise<unknown>): Promise<number> => {
  let members = 0
  const plain = searching.map((name) => [name, Array.prototype[name] as () => unknown] as const)
  const counted = plain.map(([name, method]) => {
    const value = function (this: ReadonlyArray<unknown>, ...given: Parameters<typeof method>) {
      members += this.length
      return method.apply(this, given)
    }
    return [name, value] as const
  })
  try {
    Object.assign(Array.prototype, Object.fromEntries(counted))
    await act()
  } finally {
    for (const [name, value] of plain)
      Object.defineProperty(Array.prototype, name, { value, writable: true, configurable: true, enumerable: false })
  }
  return members
}

/** The turns of the event loop that begin while something runs. */
export const turnsOf = async (act: () => Promise<unknown>) => {
  let [turns, on] = [0, true]
  const begin = () => {
    turns++
    if (on) setImmediate(begin)
  }
  setImmediate(begin)
  await act()
  on = false
  return turns
}

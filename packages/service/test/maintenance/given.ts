/** Stores for the tests of export and import: a demo shop in one of them, and its export. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import type { Collection } from "@bottega/domain/contract"
import { newDatabase } from "@bottega/mongo-stand-in/shared"
import { all, installation, Storage, type Write } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime, Stream } from "effect"
import { allCollections } from "../../src/collections.ts"
import { ensureDemoShop } from "../../src/demo.ts"
import { shops } from "../../src/engine/trusted.ts"
import { exportShop } from "../../src/maintenance/export.ts"
import { importShops, openExport } from "../../src/maintenance/import.ts"

const now = 1_790_000_000_000
const { mail, mailQueue } = collections

/** A store of an adapter, until it is closed. */
export interface Opened {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Storage>) => Promise<A>
  readonly file: string
  readonly close: () => Promise<void>
}

const folders: Array<string> = []
export const sweep = () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** The names of the adapters. */
export const names = adapters.map(({ name }) => name)

/**
 * Moves that leave each store once and enter each once. What is moved is a text that does not depend on the store, and a store
 * that was entered gives it again, so the other pairs would show nothing else.
 */
export const ways = () => names.map((from, at) => [from, names[(at + 1) % names.length]!] as const)

/** Opens a store, with `also` for a test's own collections. */
export const open = (name: string, location?: string, also: ReadonlyArray<Collection> = []): Opened => {
  const adapter = adapters.find((one) => one.name === name)!
  const file = location ?? (adapter.needs === "uri" ? newDatabase("house") : join(folderOf(), "store"))
  const runtime = ManagedRuntime.make(adapter.open(file, [...allCollections, ...also]))
  return { run: (effect) => runtime.runPromise(effect), file, close: () => runtime.dispose() }
}

const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-house-"))
  folders.push(folder)
  return folder
}

/** Makes a demo shop with its key sets, without pictures: a hundred files would be moved in every test. */
export const furnish = async (store: Opened, orders = 120): Promise<Shop> => {
  await store.run(ensureDemoShop({ orders, now, pictures: false }))
  const shop = (await store.run(shops))[0]!
  await store.run(writeOut(shop.id))
  return shop
}

/** Leaves a shop's messages as the worker would, which does not run here: kept, and in no queue. A moved shop has no queue either. */
const writeOut = Effect.fnUntraced(function* (shop: string) {
  const { commit } = yield* Storage
  const messages = yield* all(shop, mail)
  const entries = yield* all(installation, mailQueue)
  yield* commit([
    ...messages.map(({ doc, row, version }): Write => {
      const kept = { ...doc, state: "kept", rendered: true, due: null } as const
      return { ...{ shop, collection: mail, key: doc.id, expect: version }, before: row, doc: kept }
    }),
    ...entries.map(({ doc, row, version }): Write => {
      return { shop: installation, collection: mailQueue, key: doc.id, expect: version, before: row, doc: undefined }
    })
  ])
})

/** The whole text of an exportShop shop. */
export const exportOf = (store: Opened, shop: string): Promise<string> =>
  store.run(Stream.mkString(exportShop({ shop, program: "0.0.0", still: true })))

/** Imports a text in pieces of `size` bytes. */
export const importOf = (store: Opened, text: string, options?: Parameters<typeof importShops>[1], size = 65_536) =>
  store.run(Effect.flatMap(openExport(pieces(text, size)), (lines) => importShops(lines, options)))

export async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

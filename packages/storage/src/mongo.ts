/**
 * Keeps documents in a MongoDB, a replica set or a sharded cluster, for any number of processes. A write is answered
 * once a majority of the servers has it in its journal, and a read sees what a majority has.
 */
import type { Collection } from "@bottega/domain/contract"
import { Effect, Layer } from "effect"
import type { Opening } from "./format.ts"
import type { Store } from "./mongo/open.ts"
import { lookedAt, namingIn } from "./naming.ts"
import { type Adapter, Storage, Unavailable } from "./storage.ts"

/** The store in the database that this connection string names (`bottega` by default), until the scope closes. */
export const make = (uri: string, collections: ReadonlyArray<Collection>, opening: Opening = {}) =>
  // The driver is loaded only when a MongoDB is opened.
  Effect.map(
    held(async (signal) => (await import("./mongo/open.ts")).open(uri, collections, { ...opening, signal })),
    (store) => adapterOf(store, collections)
  )

/** {@link make} as the storage of a program. */
export const layer = (
  uri: string,
  collections: ReadonlyArray<Collection>,
  opening?: Opening
): Layer.Layer<Storage, Unavailable> => Layer.effect(Storage, make(uri, collections, opening))

/** An existing store, for reading while others may change it. It creates nothing and accepts no commit. */
export const look = (uri: string, collections: ReadonlyArray<Collection>): Layer.Layer<Storage, Unavailable> =>
  Layer.effect(
    Storage,
    Effect.map(
      held(async () => (await import("./mongo/open.ts")).look(uri, collections)),
      (store) => {
        const adapter = adapterOf(store, collections)
        return { ...adapter, ...lookedAt(collections, adapter.chunks.read) }
      }
    )
  )

/** Whether a store was ever created in the database. */
export const isMade = (uri: string): Effect.Effect<boolean, Unavailable> =>
  answered(async () => {
    const [{ within }, { isMade }] = [await import("./mongo/open.ts"), await import("./mongo/look.ts")]
    return within(uri, [], isMade)
  })

/** What is wrong with the database below its documents, each as a sentence. */
export const damages = (
  uri: string,
  collections: ReadonlyArray<Collection>
): Effect.Effect<ReadonlyArray<string>, Unavailable> =>
  answered(async () => {
    const [{ within }, { damagesOf }] = [await import("./mongo/open.ts"), await import("./mongo/look.ts")]
    return within(uri, collections, damagesOf)
  })

/** Acquires an opened store; an interruption waits until the opening has stopped. */
const held = (open: (signal: AbortSignal) => Promise<Store>) =>
  Effect.acquireRelease(
    Effect.callback<Store, Unavailable>((resume, signal) => {
      const opening = open(signal)
      settled(opening, resume)
      return Effect.promise(() => opening.then(({ close }) => close()).catch(() => {}))
    }),
    (store) => Effect.promise(store.close),
    { interruptible: true }
  )

// No write is visible here before a majority has it, so `latest` reads like any other read and there is nothing to wait
// for.
const adapterOf = (
  { chunks, commit, find, indexFaults, refusal }: Store,
  collections: ReadonlyArray<Collection>
): Adapter => ({
  find: (shop, collection, query) => answered(() => find(shop, collection, query)),
  commit: (writes, guards) =>
    Effect.flatMap(
      answered(() => commit(writes, guards)),
      (refusal) => (refusal === undefined ? Effect.void : Effect.fail(refusal))
    ),
  indexFaults: (shop, collection, callbacks) => answered(() => indexFaults(shop, collection, callbacks)),
  chunks: {
    write: (...chunk) => answered(() => chunks.write(...chunk)),
    read: (...chunk) => answered(() => chunks.read(...chunk)),
    remove: (...upload) => answered(() => chunks.remove(...upload))
  },
  naming: namingIn(collections),
  check: Effect.suspend(() => refusal() ?? Effect.void)
})

const answered = <A>(ask: () => Promise<A>): Effect.Effect<A, Unavailable> =>
  Effect.callback((resume) => settled(ask(), resume))

const settled = <A>(asked: Promise<A>, resume: (effect: Effect.Effect<A, Unavailable>) => void): void =>
  void asked.then(
    (answer) => resume(Effect.succeed(answer)),
    (error) => resume(error instanceof Unavailable ? Effect.fail(error) : Effect.die(error))
  )

/**
 * Keeps documents in a MongoDB, a replica set or a sharded cluster, for as many processes as there are. A write is
 * answered when a majority of the servers has it in its journal, and what is read is what a majority has.
 */
import type { Collection } from "@bottega/domain/contract"
import { Effect, Layer } from "effect"
import type { Store } from "./mongo/open.ts"
import { type Adapter, Storage, Unavailable } from "./storage.ts"

/** The store in the database that this connection string names (`bottega` where it names none), until the scope closes. */
export const make = (uri: string, collections: ReadonlyArray<Collection>) =>
  // The driver is loaded by whoever opens a MongoDB, and by nobody else.
  Effect.map(
    held(async (signal) => (await import("./mongo/open.ts")).open(uri, collections, signal)),
    adapterOf
  )

/** {@link make} as the storage of a program. */
export const layer = (uri: string, collections: ReadonlyArray<Collection>): Layer.Layer<Storage, Unavailable> =>
  Layer.effect(Storage, make(uri, collections))

/** A store that is there already, to be looked at while others may change it. It makes nothing and takes no commit. */
export const look = (uri: string, collections: ReadonlyArray<Collection>): Layer.Layer<Storage, Unavailable> =>
  Layer.effect(
    Storage,
    Effect.map(
      held(async () => (await import("./mongo/open.ts")).look(uri, collections)),
      (store) => ({
        ...adapterOf(store),
        commit: () => Effect.die(new TypeError("the store was opened to be looked at"))
      })
    )
  )

/** Whether a store was ever made in the database. */
export const isMade = (uri: string): Effect.Effect<boolean, Unavailable> =>
  answered(async () => {
    const [{ within }, { isMade }] = [await import("./mongo/open.ts"), await import("./mongo/look.ts")]
    return within(uri, [], isMade)
  })

/** What is wrong with the database beneath its documents, each a sentence. */
export const damages = (
  uri: string,
  collections: ReadonlyArray<Collection>
): Effect.Effect<ReadonlyArray<string>, Unavailable> =>
  answered(async () => {
    const [{ within }, { damagesOf }] = [await import("./mongo/open.ts"), await import("./mongo/look.ts")]
    return within(uri, collections, damagesOf)
  })

/** Holds a store that is opened; where that is interrupted, what was begun is ended first. */
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

// Nothing is seen here before a majority has it, so `latest` reads as any other and there is nothing to wait for.
const adapterOf = ({ commit, find }: Store): Adapter => ({
  find: (shop, collection, query) => answered(() => find(shop, collection, query)),
  commit: (writes, guards) =>
    Effect.flatMap(
      answered(() => commit(writes, guards)),
      (refusal) => (refusal === undefined ? Effect.void : Effect.fail(refusal))
    )
})

const answered = <A>(ask: () => Promise<A>): Effect.Effect<A, Unavailable> =>
  Effect.callback((resume) => settled(ask(), resume))

const settled = <A>(asked: Promise<A>, resume: (effect: Effect.Effect<A, Unavailable>) => void): void =>
  void asked.then(
    (answer) => resume(Effect.succeed(answer)),
    (error) => resume(error instanceof Unavailable ? Effect.fail(error) : Effect.die(error))
  )

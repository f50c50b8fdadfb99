/** Gives a handler the session of an admitted call: that of the key set's one shop, or that of the control surface. */
import { collections } from "@bottega/domain/areas"
import { instanceInShop, type KeySet } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import type { Collection, Refusal } from "@bottega/domain/contract"
import {
  type Adapter,
  next as counted,
  installation,
  Storage,
  type Stored,
  stored,
  type Unavailable
} from "@bottega/storage"
import { Effect } from "effect"
import type { AdmittedCall } from "../admit/admitted.ts"
import { type Caller, isOfShop } from "../admit/identity.ts"
import type { Held } from "../answer/room.ts"
import { type CommitsOf, followingOf } from "./following.ts"
import { marksOf, type ShopMarks } from "./marks.ts"
import { type Find, madeHaving, type OfProcess, Operator, type Request, Session, Visitor } from "./session.ts"

/** All key sets of an application in a shop, among the installation's documents. */
export const keySetsOf = (find: Find, set: Pick<KeySet, "instance" | "shop">) =>
  madeHaving(find, keySets, "instance", [instanceInShop(set)], (row) => stored(keySets, row))

/** How a stage of a handler reads. */
export interface Reading {
  /** Whether to include writes that are applied but not durable yet; only for reads that guard a commit. */
  readonly latest: boolean
  /** Called when the stage reads something that differs per request. */
  readonly looked?: () => void
  /** Called with each collection that the stage is about to read. */
  readonly reads?: ((collection: Collection) => void) | undefined
  /** Counts what it reads, if that is counted. */
  readonly held?: Held | undefined
}

/** A stage of a handler, with everything that it needs except its session. */
export type Stage<R = never> = Effect.Effect<unknown, Refusal | Unavailable, R | Session | Operator | Visitor>
type Ready<R> = Effect.Effect<unknown, Refusal | Unavailable, Exclude<R, Session | Operator | Visitor>>

const { keySets } = collections

/** Makes the function that gives calls on a store their sessions. */
export const sessions = (storage: Adapter, process: OfProcess, commitsOf: CommitsOf) => {
  const marks = marksOf(storage)
  const following = followingOf(storage, commitsOf)
  const readsAtOnce = storage.revision === undefined ? 2 : 1
  return <R>(
    { caller, session }: AdmittedCall,
    request: Request,
    { held, latest, looked = () => {}, reads }: Reading,
    stage: Stage<R>
  ) => {
    const within =
      (shop: string): Find =>
      (collection, query) => {
        reads?.(collection)
        const found = storage.find(shop, collection, latest ? { ...query, latest } : query)
        return held === undefined ? found : held.reading(collection, query, found)
      }
    const next = (shop: string, name: string) => Effect.provideService(counted(shop, name), Storage, storage)
    if (caller === "operator" || (typeof caller === "object" && !isOfShop(caller)))
      return Effect.provideService(stage, Operator, {
        ...request,
        within,
        next,
        marks,
        following,
        session,
        ...process
      }) as Ready<R>
    if (caller === "anyone") {
      const { sendsMail } = process
      return Effect.provideService(stage, Visitor, { ...request, within, sendsMail }) as Ready<R>
    }
    return Effect.provideService(
      stage,
      Session,
      new KeySetSession(caller, request, { within, readsAtOnce, next, marks, looked, held })
    ) as Ready<R>
  }
}

interface Access {
  readonly within: (shop: string) => Find
  readonly readsAtOnce: 1 | 2
  readonly next: (shop: string, name: string) => Effect.Effect<number, Unavailable>
  readonly marks: (shop: string) => ShopMarks
  readonly looked: () => void
  readonly held: Held | undefined
}

type Shape = Session["Service"]

/**
 * The session of a call with a key set. It is a class because V8 gives every object literal with getters a hidden class of
 * its own, which costs 3 µs and keeps the whole call in memory until the next collection of the old generation.
 */
class KeySetSession implements Shape {
  readonly shop: Shop
  readonly keySet: KeySet
  readonly base: string
  readonly upload: Request["upload"]
  readonly spell: Request["spell"]
  readonly find: Find
  readonly next: (name: string) => Effect.Effect<number, Unavailable>
  readonly #request: Request
  readonly #access: Access

  constructor({ keySet, shop }: Caller, request: Request, access: Access) {
    this.shop = shop
    this.keySet = keySet
    this.base = request.base
    this.upload = request.upload
    this.spell = request.spell
    this.find = access.within(shop.id)
    this.next = (name) => access.next(shop.id, name)
    this.#request = request
    this.#access = access
  }

  keep(bytes: number): void {
    this.#access.held?.keep(bytes)
  }

  get readsAtOnce(): 1 | 2 {
    return this.#access.readsAtOnce
  }

  get marks(): ShopMarks {
    return this.#access.marks(this.shop.id)
  }

  get now(): number {
    this.#access.looked()
    return this.#request.now
  }

  get ip(): string {
    this.#access.looked()
    return this.#request.ip
  }

  get requestId(): string {
    this.#access.looked()
    return this.#request.requestId
  }

  get ownKeySet(): Effect.Effect<Stored<KeySet> | undefined, Unavailable> {
    const where = [{ on: "key", eq: this.keySet.id }] as const
    const found = this.#access.within(installation)(keySets, { where, limit: 1 })
    return Effect.map(found, ([row]) => row && stored(keySets, row))
  }

  get applicationKeySets(): Effect.Effect<ReadonlyArray<Stored<KeySet>>, Unavailable> {
    return keySetsOf(this.#access.within(installation), this.keySet)
  }
}

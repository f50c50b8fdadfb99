/** Gives a handler the session of an admitted call: that of the key set's one shop, or the operator's. */
import { collections } from "@bottega/domain/areas"
import type { KeySet } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import type { Refusal } from "@bottega/domain/contract"
import type { Policies } from "@bottega/domain/throttle"
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
import type { AdmittedCall } from "./admission.ts"
import { type Find, Operator, type Request, Session, Visitor } from "./session.ts"

/** What a stage of a handler reads. */
export interface Reading {
  /** Whether to include writes that are applied but not durable yet; only for reads that guard a commit. */
  readonly latest: boolean
  /** Called when the stage reads something that differs per request. */
  readonly looked?: () => void
}

/** A stage of a handler, with everything that it asks for but its session. */
export type Stage<R = never> = Effect.Effect<unknown, Refusal | Unavailable, R | Session | Operator | Visitor>
type Ready<R> = Effect.Effect<unknown, Refusal | Unavailable, Exclude<R, Session | Operator | Visitor>>

const { keySets } = collections

/** Makes the function that gives calls on a store their sessions. */
export const sessions =
  (storage: Adapter, policies: Policies) =>
  <R>({ caller }: AdmittedCall, request: Request, { latest, looked = () => {} }: Reading, stage: Stage<R>) => {
    const within =
      (shop: string): Find =>
      (collection, query) =>
        storage.find(shop, collection, latest ? { ...query, latest } : query)
    const next = (shop: string, name: string) => Effect.provideService(counted(shop, name), Storage, storage)
    if (caller === "operator")
      return Effect.provideService(stage, Operator, { ...request, within, next, policies }) as Ready<R>
    if (caller === "anyone") return Effect.provideService(stage, Visitor, { ...request, within }) as Ready<R>
    return Effect.provideService(
      stage,
      Session,
      new KeySetSession(caller, request, { within, next, looked })
    ) as Ready<R>
  }

interface Access {
  readonly within: (shop: string) => Find
  readonly next: (shop: string, name: string) => Effect.Effect<number, Unavailable>
  readonly looked: () => void
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

  constructor({ keySet, shop }: Exclude<AdmittedCall["caller"], string>, request: Request, access: Access) {
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
}

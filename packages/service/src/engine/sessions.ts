/** Gives a handler the session of an admitted call: that of the key set's one shop, or the operator's. */
import { collections } from "@bottega/domain/areas"
import type { Refusal } from "@bottega/domain/contract"
import type { Policies } from "@bottega/domain/throttle"
import { type Adapter, next as counted, installation, Storage, stored, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { AdmittedCall } from "./admission.ts"
import { Operator, type Request, Session, Visitor } from "./session.ts"

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
      (shop: string): Session["Service"]["find"] =>
      (collection, query) =>
        storage.find(shop, collection, latest ? { ...query, latest } : query)
    const next = (shop: string, name: string) => Effect.provideService(counted(shop, name), Storage, storage)
    if (caller === "operator")
      return Effect.provideService(stage, Operator, { ...request, within, next, policies }) as Ready<R>
    if (caller === "anyone") return Effect.provideService(stage, Visitor, { ...request, within }) as Ready<R>
    const { keySet, shop } = caller
    return Effect.provideService(stage, Session, {
      base: request.base,
      upload: request.upload,
      spell: request.spell,
      get now() {
        looked()
        return request.now
      },
      get ip() {
        looked()
        return request.ip
      },
      get requestId() {
        looked()
        return request.requestId
      },
      shop,
      keySet,
      ownKeySet: Effect.suspend(() =>
        Effect.map(
          within(installation)(keySets, { where: [{ on: "key", eq: keySet.id }], limit: 1 }),
          ([row]) => row && stored(keySets, row)
        )
      ),
      find: within(shop.id),
      next: (name) => next(shop.id, name)
    }) as Ready<R>
  }

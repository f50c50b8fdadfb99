/**
 * Who calls, and the one shop that the call can reach. A handler reads through its session, so it cannot name another
 * shop; only the operator's session, on the control surface, can.
 */

import type { KeySet } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import {
  type Collection,
  type Finding,
  invalid,
  type Key,
  problemsOf,
  type Refusal,
  type RefusalClass,
  type Value
} from "@bottega/domain/contract"
import type { Policies } from "@bottega/domain/throttle"
import type * as storage from "@bottega/storage"
import { maxRows, maxWalks, type Query, type Row, type Stored, stored, type Unavailable } from "@bottega/storage"
import { Context, Effect } from "effect"

/** A file that was sent with a call, on this machine's disk until the call is answered. */
export interface Upload {
  /** The parameter that holds the file, and the name that its sender gave it. */
  readonly name: string
  readonly filename: string
  readonly path: string
  /** Bytes, and the SHA-256 of them in hex. */
  readonly size: number
  readonly digest: string
}

/** What a handler knows of a request besides its parameters. */
export interface Request {
  readonly requestId: string
  readonly ip: string
  /** The start of absolute addresses in answers, such as `http://127.0.0.1:3000`. */
  readonly base: string
  /** The instant of the call, in milliseconds. */
  readonly now: number
  /** The sender's own spelling of a parameter. */
  readonly spell: (at: Finding["at"]) => string
  /** Present only for an operation that takes a file. */
  readonly upload?: Upload | undefined
}

/** Reads one shop's documents. */
export type Find = storage.Find<Unavailable>

/** A call with a key set, on its shop. */
export class Session extends Context.Service<
  Session,
  Request & {
    readonly shop: Shop
    readonly keySet: KeySet
    /** The key set as it is stored now, for a change that guards it: it may have changed since the call was admitted. */
    readonly ownKeySet: Effect.Effect<Stored<KeySet> | undefined, Unavailable>
    readonly find: Find
    /** The next number of a counter of the shop, from 1. Numbers may be skipped, none is given twice. */
    readonly next: (name: string) => Effect.Effect<number, Unavailable>
  }
>()("@bottega/service/Session") {}

/** A call of the operator; `within` reads a shop, or the installation's own documents. */
export class Operator extends Context.Service<
  Operator,
  Request & {
    readonly within: (shop: string) => Find
    /** The next number of a counter of a shop or of the installation. */
    readonly next: (shop: string, name: string) => Effect.Effect<number, Unavailable>
    /** The throttle policies with the installation's own numbers. */
    readonly policies: Policies
  }
>()("@bottega/service/Operator") {}

/** A call of anyone, without credentials; `within` reads a shop. */
export class Visitor extends Context.Service<Visitor, Request & { readonly within: (shop: string) => Find }>()(
  "@bottega/service/Visitor"
) {}

/** The next number of a running count of the session's shop: the uid of a new document, say. */
export const next = (name: string) => Session.use((session) => session.next(name))

/** The rows that a query finds in the session's shop. */
export const rows = <Doc, Name extends string>(collection: Collection<Doc, Name>, query: Query<Name>) =>
  Session.use(({ find }) => find(collection, query))

/** The documents that a query finds in the session's shop. */
export const list = <Doc, Name extends string>(collection: Collection<Doc, Name>, query: Query<Name>) =>
  Effect.map(rows(collection, query), (found) => found.map((row) => stored(collection, row)))

/**
 * The documents of the session's shop that have one of these keys, or one of these values of a unique lookup, mapped. A
 * request may name thousands.
 */
export const findByValues = <Doc, Name extends string, A>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  values: Iterable<Value>,
  make: (row: Row) => A
) => Session.use(({ find }) => madeHaving(find, collection, on, values, make))

/** The rows that {@link findByValues} finds, for code without a session. */
export const rowsHaving = <Doc, Name extends string>(
  find: Find,
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  values: Iterable<Value>
) => madeHaving(find, collection, on, values, (row) => row)

const madeHaving = <Doc, Name extends string, A>(
  find: Find,
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  values: Iterable<Value>,
  make: (row: Row) => A
) => {
  const all = [...new Set(values)]
  const foundBy = (some: ReadonlyArray<Value>) => find(collection, { where: [{ on, in: some }], limit: maxRows })
  if (all.length <= maxWalks) return Effect.map(foundBy(all), (rows) => rows.map(make))
  // With more values in one query, a store scans all documents if the lookup is not unique.
  const some = Array.from({ length: Math.ceil(all.length / maxWalks) }, (_, at) =>
    all.slice(at * maxWalks, (at + 1) * maxWalks)
  )
  const found = Effect.forEach(some, (part) =>
    Effect.map(foundBy(part), (rows) => rows.map((row) => [row.key, make(row)] as const))
  )
  // A document may match values of several parts.
  return Effect.map(found, (parts) => [...new Map(parts.flat()).values()])
}

/** One document of the session's shop. */
export const get = <Doc>(collection: Collection<Doc>, key: Key) =>
  Effect.map(list(collection, { where: [{ on: "key", eq: key }], limit: 1 }), ([found]) => found)

/** Refuses with all findings together, by the sender's own names; does nothing without findings. */
export const refuseIf = (request: Pick<Request, "spell">, findings: ReadonlyArray<Finding>) =>
  findings.length === 0 ? Effect.void : Effect.fail(invalid(problemsOf(findings, request.spell)))

/** Refuses with a conflict of this kind, which lists the findings under the sender's own names. */
export const conflict = <R extends Refusal>(
  kind: RefusalClass<R>,
  message: string,
  findings: ReadonlyArray<Finding>
): Effect.Effect<never, R, Session> =>
  Session.use(({ spell }) => Effect.fail(new kind({ message, ...problemsOf(findings, spell) })))

/** The same if there are findings; otherwise does nothing. */
export const conflictIf = <R extends Refusal>(
  kind: RefusalClass<R>,
  message: string,
  findings: ReadonlyArray<Finding>
): Effect.Effect<void, R, Session> => (findings.length === 0 ? Effect.void : conflict(kind, message, findings))

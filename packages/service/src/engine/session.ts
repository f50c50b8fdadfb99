/**
 * Who is calling, and the one shop that the call can reach. A handler reads through its session, so it cannot name
 * another shop; the operator's session, of the control surface, is the one that can.
 */

import type { KeySet } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import { type Collection, type Finding, invalid, type Key, problemsOf, type Value } from "@bottega/domain/contract"
import type { Policies } from "@bottega/domain/throttle"
import type * as storage from "@bottega/storage"
import { maxRows, maxWalks, type Query, type Row, stored, type Unavailable } from "@bottega/storage"
import { Context, Effect } from "effect"

/** A file that came with a call, on this machine's disk until the call is answered. */
export interface Upload {
  /** The parameter it was sent as, and the name its sender gave it. */
  readonly name: string
  readonly filename: string
  readonly path: string
  /** Bytes, and the SHA-256 of them in hex. */
  readonly size: number
  readonly digest: string
}

/** What is known of a request beside its parameters. */
export interface Request {
  readonly requestId: string
  readonly ip: string
  /** What absolute addresses in answers begin with: `http://127.0.0.1:3000`. */
  readonly base: string
  /** The instant of the call, in milliseconds. */
  readonly now: number
  /** The sender's own spelling of a parameter. */
  readonly spell: (at: Finding["at"]) => string
  /** Of an operation that takes a file, and never of another. */
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
    readonly find: Find
    /** The next number of a running count of the shop, from 1; numbers may be left out, none is given twice. */
    readonly next: (name: string) => Effect.Effect<number, Unavailable>
  }
>()("@bottega/service/Session") {}

/** A call of the operator; `within` reads a shop, or the installation's own documents. */
export class Operator extends Context.Service<
  Operator,
  Request & {
    readonly within: (shop: string) => Find
    /** The next number of a running count of a shop or of the installation. */
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
 * What is made of the documents of the session's shop that have one of these keys, or of these values of a unique lookup. A request
 * may name thousands.
 */
export const having = <Doc, Name extends string, A>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  values: Iterable<Value>,
  make: (row: Row) => A
) => Session.use(({ find }) => madeHaving(find, collection, on, values, make))

/** The rows that {@link having} finds, for who reads without a session. */
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
  // More values at once would be looked for among all documents, where the lookup is not unique.
  const some = Array.from({ length: Math.ceil(all.length / maxWalks) }, (_, at) =>
    all.slice(at * maxWalks, (at + 1) * maxWalks)
  )
  const found = Effect.forEach(some, (part) =>
    Effect.map(find(collection, { where: [{ on, in: part }], limit: maxRows }), (rows) =>
      rows.map((row) => [row.key, make(row)] as const)
    )
  )
  // A document may have values in several parts.
  return Effect.map(found, (parts) => [...new Map(parts.flat()).values()])
}

/** One document of the session's shop. */
export const get = <Doc>(collection: Collection<Doc>, key: Key) =>
  Effect.map(list(collection, { where: [{ on: "key", eq: key }], limit: 1 }), ([found]) => found)

/** Fails with every finding at once, by the names that the sender used; does nothing when there is none. */
export const refuseIf = (request: Pick<Request, "spell">, findings: ReadonlyArray<Finding>) =>
  findings.length === 0 ? Effect.void : Effect.fail(invalid(problemsOf(findings, request.spell)))

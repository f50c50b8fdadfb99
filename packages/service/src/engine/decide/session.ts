/**
 * The caller, and the one shop that the call can reach. A handler reads through its session, so it cannot name another
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
import {
  maxWalks,
  nextPage,
  type Query,
  type Row,
  type Stored,
  sizeFor,
  stored,
  type Unavailable
} from "@bottega/storage"
import { Context, Effect } from "effect"
import type { OpenSession } from "../admit/signed-in.ts"
import type { RequestRing } from "../answer/ring.ts"
import type { Upload } from "../receive/uploads.ts"
import type { Following } from "./following.ts"
import type { ShopMarks } from "./marks.ts"

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
  /** Sets the cookie of the caller's session, or removes it; only for operations on sessions. */
  readonly setCookie?: ((value: string | null) => void) | undefined
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
    /** All key sets of the application that calls, as they are stored now; none for a caller without a key set. */
    readonly applicationKeySets: Effect.Effect<ReadonlyArray<Stored<KeySet>>, Unavailable>
    readonly find: Find
    /** How many reads to begin at once: a store within this process answers each before the next could begin. */
    readonly readsAtOnce?: 1 | 2
    /** Sets the count of the bytes that the handler of a read keeps beside the rows that it reads. */
    readonly keep?: ((bytes: number) => void) | undefined
    /** The next number of a counter of the shop, from 1. Numbers may be skipped but never repeat. */
    readonly next: (name: string) => Effect.Effect<number, Unavailable>
    /** The shop's numbers that only rise. */
    readonly marks: ShopMarks
  }
>()("@bottega/service/Session") {}

/** What calls on the control surface can know of the limits of this process. */
interface Limits {
  /** The throttle policies with the installation's own numbers. */
  readonly policies: Policies
  /** The calls of the daily quota of a key set that this process has reserved and not used. */
  readonly reserved: (keySet: string) => number
}

/** What those calls can know of this process. */
export interface OfProcess extends Limits {
  /** Its last requests. */
  readonly ring: RequestRing
  /** Whether it has somewhere to send mail. */
  readonly sendsMail: boolean
}

/** A call on the control surface, of the operator or of one who has signed in; `within` reads a shop, or the installation's own documents. */
export class Operator extends Context.Service<
  Operator,
  Request &
    OfProcess & {
      readonly within: (shop: string) => Find
      /** The next number of a counter of a shop or of the installation. */
      readonly next: (shop: string, name: string) => Effect.Effect<number, Unavailable>
      readonly marks: (shop: string) => ShopMarks
      readonly following: (shop: string) => Following
      /** The session of the call, if it is made with one instead of the token. */
      readonly session: OpenSession | undefined
    }
>()("@bottega/service/Operator") {}

/** A call without credentials; `within` reads a shop. */
export class Visitor extends Context.Service<
  Visitor,
  Request & Pick<OfProcess, "sendsMail"> & { readonly within: (shop: string) => Find }
>()("@bottega/service/Visitor") {}

/** The next number of a counter of the session's shop, such as the uid of a new document. */
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

/** The same for code without a session. */
export const madeHaving = <Doc, Name extends string, A>(
  find: Find,
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  values: Iterable<Value>,
  make: (row: Row) => A
): Effect.Effect<ReadonlyArray<A>, Unavailable> =>
  Effect.suspend(() => {
    const made: Array<A> = []
    return Effect.as(
      eachHaving<Doc, Name, never>(find, collection, on, values, (row) => void made.push(make(row))),
      made
    )
  })

/**
 * The same for what a call holds until it is decided: refused once it is longer than what a commit may change. `lengthOf` gives
 * the characters of what was made.
 */
export const heldByValues = <Doc, Name extends string, A>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  values: Iterable<Value>,
  make: (row: Row) => A,
  lengthOf: (made: A, row: Row) => number
) =>
  Session.use(({ find }) => {
    const made: Array<A> = []
    let characters = 0
    const hold = (row: Row) => {
      const one = make(row)
      characters += lengthOf(one, row)
      if (characters > maxCommitBytes) return tooMuch()
      made.push(one)
      return undefined
    }
    return Effect.as(eachHaving(find, collection, on, values, hold), made as ReadonlyArray<A>)
  })

/** The maximum size of the documents that a call changes, in bytes. */
export const maxCommitBytes = 16 * 1024 * 1024

const tooMuch = () =>
  invalid([
    { path: "", message: `the call would hold documents of more than ${maxCommitBytes} bytes; send it in parts` }
  ])

/**
 * Takes each of those documents once, until one is refused. It reads them in parts: a query for more values would scan all
 * documents if the lookup is not unique, and long texts must not be in memory together.
 */
const eachHaving = <Doc, Name extends string, E = never>(
  find: Find,
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  values: Iterable<Value>,
  take: (row: Row) => E | undefined
): Effect.Effect<void, E | Unavailable> => {
  const all = [...new Set(values)]
  if (all.length === 0) return Effect.void
  // A document may match values of several parts.
  const taken = new Set<Key>()
  const page = (query: Query<Name>, end: number): Effect.Effect<void, E | Unavailable> =>
    Effect.flatMap(find(collection, query), (rows) => {
      for (const row of rows) {
        if (taken.has(row.key)) continue
        taken.add(row.key)
        const refusal = take(row)
        if (refusal !== undefined) return Effect.fail(refusal)
      }
      const next = nextPage(collection, query, rows)
      if (next !== undefined) return Effect.andThen(Effect.yieldNow, page(next, end))
      return end < all.length ? part(end) : Effect.void
    })
  const part = (begin: number) => {
    const end = begin + maxWalks
    const some = all.slice(begin, end)
    // More than there are unless the lookup is not unique, so that a page is full only then.
    const size = sizeFor(some.length + (on === "key" ? 1 : maxWalks))
    return page({ where: [{ on, in: some }], ...size }, end)
  }
  return part(0)
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

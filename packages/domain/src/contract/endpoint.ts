/**
 * Declares an endpoint once: method, path, parameters, answer, refusals, policy.
 *
 * Everything else (route, client method, command, OpenAPI operation) is read off this value. Nothing here performs IO.
 */
import { Schema } from "effect"
import { maxDetails, type Problem } from "./problems.ts"
import type { Duplicate, RefusalClass } from "./refusals.ts"
import type { PolicyName } from "./throttle.ts"
import type { UniqueValue } from "./unique.ts"

export type Method = "GET" | "POST" | "PUT" | "DELETE"
/** `companion`: not in the specification, named by it or needed by its clients. */
export type Stability = "stable" | "beta" | "preview" | "legacy" | "companion"
/** What a shop must have for the operation. */
export type Requirement = "b2b" | "partner_owned"
/**
 * `shop` is called with a key set under /v1.1, `control` with the operator's token under /control/v1, `public` by anyone
 * under the path itself.
 */
export type Surface = "shop" | "control" | "public"
/**
 * How an operation answers: `read` one value; `page` a list with a cursor to the next; `stream` a list of any
 * length; `change` one value, once what it did is durable; `bytes` a file, whole or in part.
 */
export type Answer = "read" | "page" | "stream" | "change" | "bytes"

/** What a rule finds wrong, by the way to it: `["item_id", 0, "price"]`. */
export interface Finding {
  readonly at: ReadonlyArray<string | number>
  readonly message: string
}

/** Parameters as far as they could be read: what is wrong is missing, and a hole where it was a member of a list. */
export type AsRead<A> =
  A extends ReadonlyArray<infer Member>
    ? ReadonlyArray<AsRead<Member> | undefined>
    : A extends object
      ? { readonly [Name in keyof A]?: AsRead<A[Name]> }
      : A

/** An endpoint taking `In`, answering `Out`, refusing with `Refuse`; callers may leave out what has a default: `Given`. */
export interface Endpoint<in out In, in out Out, out Refuse = never, A extends Answer = Answer, in out Given = In> {
  readonly surface: Surface
  readonly method: Method
  /** Ends in `.json`, except where the answer is bytes: there `:name` is a parameter. */
  readonly path: `/${string}`
  readonly answer: A
  readonly summary: string
  readonly description: string | undefined
  readonly input: Schema.Codec<In, unknown>
  readonly output: Schema.Codec<Out, unknown>
  /** What the types cannot say: finds everything that is wrong with parameters, some of which may be missing. */
  readonly rules: (input: AsRead<In>) => ReadonlyArray<Finding>
  /** The values of unique lookups that a call would take; the engine refuses those that others hold. */
  readonly takes: ((input: In) => ReadonlyArray<UniqueValue>) | undefined
  readonly refusals: ReadonlyArray<RefusalClass>
  readonly throttle: PolicyName | undefined
  readonly stability: Stability
  readonly requires: Requirement | undefined
  readonly upload: boolean
  /** The content types of an answer of bytes. */
  readonly media: ReadonlyArray<string>
  /** The answer holds a secret: it is never kept for an idempotency key. */
  readonly secret: boolean
  /** An example of parameters, for documentation and tests of it. */
  readonly example: Given | undefined
  /** Never there: carries the types of what is refused and given. */
  readonly "~types"?: { readonly refuse: Refuse; readonly given: (given: Given) => Given }
}
// biome-ignore lint/suspicious/noExplicitAny: whatever folds over the contract takes endpoints of any types
export type Any = Endpoint<any, any, any, Answer, any>

interface Declaration<Fields extends Schema.Struct.Fields, Out, Refuse extends RefusalClass> {
  readonly summary: string
  readonly description?: string
  readonly input?: Fields
  readonly output: Schema.Codec<Out, unknown>
  readonly rules?: (input: AsRead<Schema.Struct<Fields>["Type"]>) => ReadonlyArray<Finding>
  readonly takes?: Duplicate extends InstanceType<Refuse>
    ? (input: Schema.Struct<Fields>["Type"]) => ReadonlyArray<UniqueValue>
    : never
  readonly refusals?: ReadonlyArray<Refuse>
  readonly throttle?: PolicyName
  readonly stability?: Stability
  readonly requires?: Requirement
  readonly upload?: boolean
  readonly media?: ReadonlyArray<string>
  readonly secret?: boolean
  readonly example?: Schema.Struct<Fields>["~type.make.in"]
}

const declare =
  <const A extends Answer>(surface: Surface, method: Method, answer: A) =>
  <const Fields extends Schema.Struct.Fields = {}, Out = unknown, Refuse extends RefusalClass = never>(
    path: A extends "bytes" ? `/${string}` : `/${string}.json`,
    { input, ...rest }: Declaration<Fields, Out, Refuse>
  ): Endpoint<Schema.Struct<Fields>["Type"], Out, InstanceType<Refuse>, A, Schema.Struct<Fields>["~type.make.in"]> => ({
    surface,
    method,
    path,
    answer,
    description: undefined,
    rules: () => [],
    takes: undefined,
    refusals: [],
    throttle: undefined,
    stability: "stable",
    requires: undefined,
    upload: false,
    media: [],
    secret: false,
    example: undefined,
    ...rest,
    input: Schema.Struct((input ?? {}) as Fields) as unknown as Schema.Codec<Schema.Struct<Fields>["Type"], unknown>
  })

/** Reads one value. */
export const get = declare("shop", "GET", "read")
/** Reads a list a page at a time: `output` is the list, the answer has a cursor to the next page. */
export const page = declare("shop", "GET", "page")
/** Reads a list whole, however long: `output` is the list, and it is answered as it is read. */
export const stream = declare("shop", "GET", "stream")
/** Makes something. */
export const post = declare("shop", "POST", "change")
/** Changes something. */
export const put = declare("shop", "PUT", "change")
/** Removes something. */
export const del = declare("shop", "DELETE", "change")
/** Reads a file as bytes, without credentials. Every parameter is part of the path: `/images/:shop/:digest`. */
export const bytes = declare("public", "GET", "bytes")
/** The same for the operator of the installation. */
export const control = {
  get: declare("control", "GET", "read"),
  page: declare("control", "GET", "page"),
  post: declare("control", "POST", "change"),
  put: declare("control", "PUT", "change"),
  del: declare("control", "DELETE", "change")
}

/** What a handler is given. */
export type Input<E> = E extends Endpoint<infer In, infer _Out, infer _R, infer _A, infer _G> ? In : never
/** What a caller gives. */
export type Given<E> = E extends Endpoint<infer _In, infer _Out, infer _R, infer _A, infer G> ? G : never
/** What is answered. */
export type Output<E> = E extends Endpoint<infer _In, infer Out, infer _R, infer _A, infer _G> ? Out : never
/** What it can be refused with, beyond what any endpoint can. */
export type Refused<E> = E extends Endpoint<infer _In, infer _Out, infer R, infer _A, infer _G> ? R : never
/** How it answers. */
export type AnswerOf<E> = E extends Endpoint<infer _In, infer _Out, infer _R, infer A, infer _G> ? A : never

/** Endpoints, keyed by the names that every surface shows. */
export type Endpoints = { readonly [name: string]: Any }
/** The endpoints of all areas. */
export type Contract = { readonly [area: string]: Endpoints }

/** An endpoint with its place in the contract; its id is `coupons.create`. */
export interface Entry {
  readonly area: string
  readonly name: string
  readonly id: string
  readonly endpoint: Any
}

/** Every endpoint of a contract. */
export const entries = (contract: Contract): ReadonlyArray<Entry> =>
  Object.entries(contract).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ area, name, id: `${area}.${name}`, endpoint }))
  )

/** The version that the path names. */
export const version = "v1.1"
/** The whole path of an endpoint: `/v1.1/orders/list.json`. */
export const pathOf = ({ path, surface }: Any): string => `${below[surface]}${path}`
const below: Readonly<Record<Surface, string>> = { shop: `/${version}`, control: "/control/v1", public: "" }

/** The parameters that stand in a path, in its order. */
export const pathNamesOf = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/(?<=\/:)\w+/g)].map(([name]) => name)

/** Reads the parameters out of the path of a request, as it was sent; `undefined` for a path of another form. */
export const pathReader = (path: string): ((sent: string) => ReadonlyArray<readonly [string, string]> | undefined) => {
  const names = pathNamesOf(path)
  const form = new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:\w+/g, "([^/?#]{1,200})")}$`)
  return (sent) =>
    form
      .exec(sent)
      ?.slice(1)
      .map((value, at) => [names[at]!, value] as const)
}

/** Findings as what a refusal says of them: the details that it has room for, by the names that the sender used. */
export const problemsOf = (
  findings: ReadonlyArray<Finding>,
  spell: (at: Finding["at"]) => string
): { readonly details: ReadonlyArray<Problem>; readonly wrong: number } => ({
  details: findings.slice(0, maxDetails).map(({ at, message }) => ({ path: spell(at), message })),
  wrong: findings.length
})

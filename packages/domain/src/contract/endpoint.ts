/**
 * Declares an endpoint once: method, path, parameters, answer, refusals, policy. The route, the client method, the
 * command and the OpenAPI operation are all derived from this value. Nothing here performs IO.
 */
import { Schema } from "effect"
import { maxDetails, type Problem } from "./problems.ts"
import type { Duplicate, RefusalClass, RefusedWith } from "./refusals.ts"
import type { PolicyName } from "./throttle.ts"
import type { UniqueValue } from "./unique-value.ts"

export type Method = "GET" | "POST" | "PUT" | "DELETE"
/** An operation's stability. `companion`: not defined in the specification, but mentioned there or needed by its clients. */
export type Stability = "stable" | "beta" | "preview" | "legacy" | "companion"
/** What a shop must have to use an operation. */
export type Requirement = "b2b" | "partner_owned"
/**
 * `shop` operations take a key set and are under /v1.1; `control` operations take the operator's token, under
 * /control/v1; `public` operations take no credentials, and their paths have no prefix.
 */
export type Surface = "shop" | "control" | "public"
/**
 * The callers of a control operation besides the operator. `shop`: a person who has signed in, for a shop of their own, as far as
 * {@link isPermitted} says. `session`: anyone who has signed in. `anyone`: a caller without credentials.
 */
export type Audience = "operator" | "shop" | "session" | "anyone"
/** What a caller who has signed in is. */
export type Role = "operator" | "owner" | "reads"
/**
 * How an operation answers: `read` one value; `page` a list with a cursor to the next; `stream` a list of any
 * length; `change` one value, once what it did is durable; `bytes` a file, whole or in part.
 */
export type AnswerKind = "read" | "page" | "stream" | "change" | "bytes"

/** A problem that a rule found, and the path to it: `["item_id", 0, "price"]`. */
export interface Finding {
  readonly at: ReadonlyArray<string | number>
  readonly message: string
  /** The parameters that it takes to be missing: if one of them was sent and is wrong, only that is reported. */
  readonly without?: ReadonlyArray<Finding["at"]>
  /** The value may be the stored one, which the handler accepts: reported only beside other problems. */
  readonly mayBeStored?: true
}

/** Parameters as far as they could be read: wrong values are missing, and wrong members of a list are `undefined`. */
export type PartialInput<A> =
  A extends ReadonlyArray<infer Member>
    ? ReadonlyArray<PartialInput<Member> | undefined>
    : A extends object
      ? { readonly [Name in keyof A]?: PartialInput<A[Name]> }
      : A

/** An endpoint that takes `In`, answers `Out` and refuses with `Refuse`; callers send `Arguments`, where defaults are optional. */
export interface Endpoint<
  in out In,
  in out Out,
  out Refuse = never,
  A extends AnswerKind = AnswerKind,
  in out Given = In
> {
  readonly surface: Surface
  readonly method: Method
  /** Ends in `.json`, unless the answer is bytes; in that case `:name` stands for a parameter. */
  readonly path: `/${string}`
  readonly answer: A
  readonly summary: string
  readonly description: string | undefined
  readonly input: Schema.Codec<In, unknown>
  readonly output: Schema.Codec<Out, unknown>
  /** Checks what the types cannot express; reports everything that is wrong. Some parameters may be missing. */
  readonly rules: (input: PartialInput<In>) => ReadonlyArray<Finding>
  /** The unique values that a call wants to use; the engine refuses those that another document has. */
  readonly takes: ((input: In) => ReadonlyArray<UniqueValue>) | undefined
  readonly refusals: ReadonlyArray<RefusalClass>
  /** The fields that every refusal of the operation has beside those of the common body. */
  readonly refusedWith: RefusedWith | undefined
  readonly throttle: PolicyName | undefined
  /** Whether `throttle` counts a call with these parameters of the query; without it, every call counts. */
  readonly throttleIf: ((input: PartialInput<In>) => boolean) | undefined
  readonly stability: Stability
  readonly requires: Requirement | undefined
  /** The callers besides the operator, with a session; of an operation of shops, through the control surface. */
  readonly audience: Audience
  /** Whether it exists only on a server for development, as `--demo` and `--workbench` start one. */
  readonly workbench: boolean
  readonly upload: boolean
  /** The content types of an answer that is bytes. */
  readonly media: ReadonlyArray<string>
  /** The answer holds a secret: it is never kept for an idempotency key. */
  readonly secret: boolean
  /** The parameter with the address that a mail is written to where the server sends mail; commands say whether one was. */
  readonly mails: string | undefined
  /** A streamed answer that goes on until its reader leaves: it waits for what happens. */
  readonly endless: boolean
  /**
   * The fields that people look for first in a list of the answer, in their order: `billing.fullname`. Fields that `nodes` adds
   * may be among them.
   */
  readonly columns: ReadonlyArray<string> | undefined
  /** Example parameters, for the documentation and its tests. */
  readonly example: Given | undefined
  /** Never present at run time: carries the types of refusals and of a caller's parameters. */
  readonly "~types"?: { readonly refuse: Refuse; readonly given: (given: Given) => Given }
}
/** An endpoint of any types. */
// biome-ignore lint/suspicious/noExplicitAny: code that iterates over the contract takes endpoints of all types
export type Any = Endpoint<any, any, any, AnswerKind, any>

interface Declaration<Fields extends Schema.Struct.Fields, Out, Refuse extends RefusalClass> {
  readonly summary: string
  readonly description?: string
  readonly input?: Fields
  readonly output: Schema.Codec<Out, unknown>
  readonly rules?: (input: PartialInput<Schema.Struct<Fields>["Type"]>) => ReadonlyArray<Finding>
  readonly takes?: Duplicate extends InstanceType<Refuse>
    ? (input: Schema.Struct<Fields>["Type"]) => ReadonlyArray<UniqueValue>
    : never
  readonly refusals?: ReadonlyArray<Refuse>
  readonly refusedWith?: RefusedWith
  readonly throttle?: PolicyName
  readonly throttleIf?: (input: PartialInput<Schema.Struct<Fields>["Type"]>) => boolean
  readonly stability?: Stability
  readonly requires?: Requirement
  readonly workbench?: boolean
  readonly upload?: boolean
  readonly media?: ReadonlyArray<string>
  readonly secret?: boolean
  readonly mails?: string & keyof Fields
  readonly endless?: boolean
  readonly columns?: ReadonlyArray<string>
  readonly example?: Schema.Struct<Fields>["~type.make.in"]
}

/** Each control operation declares who may call it; those of shops are all for the people of their shop. */
type Addressed<S extends Surface> = S extends "control" ? { readonly audience: Audience } : unknown

const declare =
  <const S extends Surface, const A extends AnswerKind>(surface: S, method: Method, answer: A) =>
  <const Fields extends Schema.Struct.Fields = {}, Out = unknown, Refuse extends RefusalClass = never>(
    path: A extends "bytes" ? `/${string}` : `/${string}.json`,
    { input, ...rest }: Declaration<Fields, Out, Refuse> & Addressed<S>
  ): Endpoint<Schema.Struct<Fields>["Type"], Out, InstanceType<Refuse>, A, Schema.Struct<Fields>["~type.make.in"]> => ({
    surface,
    method,
    path,
    answer,
    description: undefined,
    rules: () => [],
    takes: undefined,
    refusals: [],
    refusedWith: undefined,
    throttle: undefined,
    throttleIf: undefined,
    stability: "stable",
    requires: undefined,
    audience: "shop",
    workbench: false,
    upload: false,
    media: [],
    secret: false,
    mails: undefined,
    endless: false,
    columns: undefined,
    example: undefined,
    ...rest,
    input: Schema.Struct((input ?? {}) as Fields) as unknown as Schema.Codec<Schema.Struct<Fields>["Type"], unknown>
  })

/** Declares an endpoint that reads one value. */
export const get = declare("shop", "GET", "read")
/** Declares an endpoint that reads a list by pages: `output` is the list, the answer has a cursor to the next page. */
export const page = declare("shop", "GET", "page")
/** Declares an endpoint that streams a list of any length: `output` is the list, and it is sent while it is read. */
export const stream = declare("shop", "GET", "stream")
/** Declares an endpoint that creates something. */
export const post = declare("shop", "POST", "change")
/** Declares an endpoint that changes something. */
export const put = declare("shop", "PUT", "change")
/** Declares an endpoint that removes something. */
export const del = declare("shop", "DELETE", "change")
/** Declares a public endpoint that reads a file as bytes. Its path holds all parameters: `/images/:shop/:digest`. */
export const bytes = declare("public", "GET", "bytes")
/** The same for the operator of the installation. */
export const control = {
  get: declare("control", "GET", "read"),
  page: declare("control", "GET", "page"),
  stream: declare("control", "GET", "stream"),
  post: declare("control", "POST", "change"),
  put: declare("control", "PUT", "change"),
  del: declare("control", "DELETE", "change")
}

/** The parameters that an endpoint's handler gets. */
export type Input<E> = E extends Endpoint<infer In, infer _Out, infer _R, infer _A, infer _G> ? In : never
/** The parameters that a caller sends to an endpoint. */
export type Arguments<E> = E extends Endpoint<infer _In, infer _Out, infer _R, infer _A, infer G> ? G : never
/** What an endpoint answers. */
export type Output<E> = E extends Endpoint<infer _In, infer Out, infer _R, infer _A, infer _G> ? Out : never
/** The refusals of an endpoint, without those that every endpoint has. */
export type RefusalOf<E> = E extends Endpoint<infer _In, infer _Out, infer R, infer _A, infer _G> ? R : never
/** How an endpoint answers. */
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

/**
 * Whether a caller with this role may call an operation: one that only reads may make GETs that show no secret, and may end a
 * session.
 */
export const isPermitted = (
  { audience, method, secret }: Pick<Any, "audience" | "method" | "secret">,
  role: Role
): boolean =>
  role === "operator" ||
  audience === "session" ||
  audience === "anyone" ||
  (audience === "shop" && (role === "owner" || (method === "GET" && !secret)))

/** The version that the path names. */
export const version = "v1.1"
/** The whole path of an endpoint: `/v1.1/orders/list.json`. */
export const pathOf = ({ path, surface }: Any): string => `${below[surface]}${path}`
const below: Readonly<Record<Surface, string>> = { shop: `/${version}`, control: "/control/v1", public: "" }

/** The names of the parameters in a path, in order. */
export const pathNamesOf = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/(?<=\/:)\w+/g)].map(([name]) => name)

/** Converts findings to the parts of a refusal: as many details as it may list, with the names that the sender used. */
export const problemsOf = (
  findings: ReadonlyArray<Finding>,
  spell: (at: Finding["at"]) => string
): { readonly details: ReadonlyArray<Problem>; readonly wrong: number } => ({
  details: findings.slice(0, maxDetails).map(({ at, message }) => ({ path: spell(at), message })),
  wrong: findings.length
})

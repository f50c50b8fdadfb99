/**
 * What a suite is given: a store with a fresh shop, spoken to by typed clients and, where a test needs it, in the text of
 * the wire. Which adapter keeps it and which surface carries it, a suite cannot tell.
 */
import type { Bottega } from "@bottega/client"
import type { Policies } from "@bottega/domain/throttle"

/** A shop on an installation that other suites use as well. */
export interface Store {
  /** A client with a key set that may read and write. */
  readonly api: Bottega
  /** A client with a key set of the same shop that may only read. */
  readonly reader: Bottega
  /** A client of another shop of the installation. */
  readonly stranger: Bottega
  /** A client with the operator's token. */
  readonly operator: Bottega
  readonly shop: { readonly id: string; readonly group_number: number }
  readonly pairs: Readonly<Record<"api" | "reader" | "stranger", Pair>>
  /** A further shop, with clients of its own; `stranger` stays the same. */
  readonly withShop: (settings?: Settings) => Promise<Store>
  /** The same shop and key sets through a second instance of the service, as another process over the store has it. */
  readonly twin: (options?: TwinOptions) => Promise<Store>
  /** Sends a request as it is written; its answer is not checked beyond what every answer is. */
  readonly send: (request: Request) => Promise<Answer>
  readonly clock: MovableClock
}

/** What a client shows to be let in. */
export interface Pair {
  readonly key: string
  readonly exchange: string
}

/** What a shop is opened with; the rest has its defaults. */
export type Settings = Partial<Parameters<Bottega["shops"]["create"]>[0]>

/** How a second instance of the service differs from the first. */
export interface TwinOptions {
  readonly policies?: Policies
}

/** A request in the text of the wire. */
export interface Request {
  readonly method: string
  /** The whole path: `/v1.1/orders/list.json`. */
  readonly path: string
  /** Form text, or parameters that are written as one. */
  readonly query?: string | object
  /** Text as it is sent, form text where `headers` name no other type; an object, sent as a form; or multipart data. */
  readonly body?: string | object | FormData
  /** By names in lower case; beside the credentials, or instead of them. */
  readonly headers?: Readonly<Record<string, string>>
  /** Who sends it; `api` by default. */
  readonly as?: "api" | "reader" | "stranger" | "operator" | "nobody"
}

/** An answer in the text of the wire. */
export interface Answer {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The text read as JSON; `undefined` where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it expects
  readonly json: any
}

/** The clock of every service under test. It only moves on, for all suites. */
export interface MovableClock {
  /** The instant, in milliseconds. */
  readonly now: () => number
  readonly advance: (ms: number) => void
}

/** What one area promises: registers its tests, which ask for the store of their suite as often as they like. */
export interface Suite {
  readonly name: string
  readonly register: (open: () => Promise<Store>) => void
}

/** Names a suite. */
export const suite = (name: string, register: Suite["register"]): Suite => ({ name, register })

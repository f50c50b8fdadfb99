/**
 * The interface of a suite to the store: a fresh shop, typed clients, and raw requests where a test needs them. A suite
 * cannot tell which adapter and surface it runs on.
 */
import type { Bottega } from "@bottega/client"
import type { Policies } from "@bottega/domain/throttle"

/** A shop on an installation that other suites use as well. */
export interface Store {
  /** A client with a read-write key set. */
  readonly api: Bottega
  /** A client with a read-only key set of the same shop. */
  readonly reader: Bottega
  /** A client of another shop of the installation. */
  readonly stranger: Bottega
  /** A client with the operator's token. */
  readonly operator: Bottega
  readonly shop: { readonly id: string; readonly group_number: number }
  readonly pairs: Readonly<Record<"api" | "reader" | "stranger", Pair>>
  /** A client with another key set. */
  readonly as: (pair: Pair) => Bottega
  /** Another shop with clients of its own; `stranger` stays the same. */
  readonly withShop: (settings?: Settings) => Promise<Store>
  /**
   * The same shop and key sets through a second instance of the service, as another process on the store would have
   * them.
   */
  readonly twin: (options?: TwinOptions) => Promise<Store>
  /** Sends a raw request; only what every answer must satisfy is checked. */
  readonly send: (request: Request) => Promise<Answer>
  readonly clock: MovableClock
  /** Does the background work that has come up, such as the writing out of messages. */
  readonly work: () => Promise<void>
}

/** The credentials of a client. */
export interface Pair {
  readonly key: string
  readonly exchange: string
}

/** The settings of a new shop; the rest have their defaults. */
export type Settings = Partial<Parameters<Bottega["shops"]["create"]>[0]>

/** How a second instance of the service differs from the first. */
export interface TwinOptions {
  readonly policies?: Policies
}

/** A raw request. */
export interface Request {
  readonly method: string
  /** The full path: `/v1.1/orders/list.json`. */
  readonly path: string
  /** Form text, or parameters that are encoded as a form. */
  readonly query?: string | object
  /**
   * Text as it is sent, as a form unless `headers` name another type; an object, which is sent as a form; or multipart
   * data.
   */
  readonly body?: string | object | FormData
  /** Keys are in lower case; added to the credentials, or replacing them. */
  readonly headers?: Readonly<Record<string, string>>
  /** The client that sends it; `api` by default. */
  readonly as?: "api" | "reader" | "stranger" | "operator" | "nobody"
}

/** A raw answer. */
export interface Answer {
  readonly status: number
  /** Keys are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The text parsed as JSON; `undefined` if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it expects
  readonly json: any
}

/** The clock of every service under test. It only moves forward, for all suites. */
export interface MovableClock {
  /** The current time in milliseconds. */
  readonly now: () => number
  readonly advance: (ms: number) => void
}

/** The promises of one area: registers its tests, which may request the suite's store any number of times. */
export interface Suite {
  readonly name: string
  readonly register: (open: () => Promise<Store>) => void
  /** Registers those that run on the stores within the process only. */
  readonly decided?: Suite["register"] | undefined
  /** The stores that show it: one, because its answers are decided before a store is read, or all but database servers. */
  readonly stores?: "one" | "embedded"
  /** Whether its tests do background work, which looks at every shop of an installation: it runs first, while there are few. */
  readonly works?: true
  /** The surface that shows it, if other suites and the fuzzer show over HTTP what that has to do with its answers. */
  readonly surface?: "embedded"
}

/** Gives a suite its name. */
export const suite = (name: string, register: Suite["register"]): Suite => ({ name, register })

/** Gives a suite its name, whose tests do background work. */
export const suiteOfWork = (name: string, register: Suite["register"]): Suite => ({ name, register, works: true })

/** Gives a suite its name, that is to run on one store only. */
export const suiteOfOneStore = (name: string, register: Suite["register"]): Suite => ({ name, register, stores: "one" })

/** Gives a suite its name, that is to run on one store within the process only. */
export const suiteInProcess = (name: string, register: Suite["register"]): Suite => ({
  ...suiteOfOneStore(name, register),
  surface: "embedded"
})

/**
 * Gives a suite its name, that is to run on the stores within the process: what a server's store has to do with its answers is shown
 * on it by other suites.
 */
export const suiteOfEmbeddedStores = (name: string, register: Suite["register"]): Suite => ({
  name,
  register,
  stores: "embedded"
})

/** Whether nothing is left out that other tests show: `npm run torture -- --suites` runs every suite on each surface with each store. */
export const isThorough = process.env["BOTTEGA_SUITES"] === "all"

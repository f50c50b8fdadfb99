/** The options that every operation has beside its own flags: where the store is, and how the answer is printed. */
import type { Any } from "@bottega/domain/contract"
import { storeFlags } from "@bottega/server/config"
import type { Flag } from "./flags.ts"

/** An option of the command itself. What an operation's own flags shadow is given before the area. */
export interface Option {
  readonly name: string
  /** What stands for its value; a switch has none. */
  readonly placeholder: string | undefined
  readonly description: string
}

/** The stores that a command can work on in its own process: `--data <file>`, and the others that last. */
export const stores: ReadonlyArray<Option> = Object.entries(storeFlags).flatMap(
  ([name, { description, placeholder }]) => (placeholder === undefined ? [] : [{ name, placeholder, description }])
)

/** Where the store is; each is read from the environment too, as `BOTTEGA_URL`. */
const connection: ReadonlyArray<Option> = [
  { name: "url", placeholder: "<address>", description: "A server, such as http://127.0.0.1:8080." },
  {
    name: "credentials",
    placeholder: "<file>",
    description: "The credentials file for --url; by default the one beside the data file."
  },
  ...stores,
  { name: "shop", placeholder: "<id>", description: "The shop to act on, when there are several." }
]

/** Prints for programs. */
export const json: Option = { name: "json", placeholder: undefined, description: "Print the answer as it came." }
/** Shows help. */
export const help: Option = { name: "help", placeholder: undefined, description: "Show this." }
/** Prints the program's version; only before everything else. */
export const version: Option = { name: "version", placeholder: undefined, description: "Print the version." }
const all: Option = { name: "all", placeholder: undefined, description: "Go on to the last page." }
const yes: Option = { name: "yes", placeholder: undefined, description: "Do not ask before it is done." }
const once: Option = {
  name: "idempotency-key",
  placeholder: "<key>",
  description: "However often it is run with this key within 24 hours, it is done once."
}
const input: Option = {
  name: "input",
  placeholder: "<json>",
  description: "Parameters as a JSON object: as it is, @file, or - for what is piped in. Flags go before it."
}
const output: Option = {
  name: "output",
  placeholder: "<file>",
  description: "The file to write; by default what comes is written to stdout."
}
const set: Option = {
  name: "set",
  placeholder: "<name[key]=value>",
  description: "A value within a nested parameter. Repeatable."
}

/** The options before an area. */
export const leading: ReadonlyArray<Option> = [...connection, json, help]

/** The options that an operation has, without those whose name is one of its own flags. */
export const optionsOf = (endpoint: Any, flags: ReadonlyArray<Flag>): ReadonlyArray<Option> => {
  const own = new Set(flags.map(({ name }) => name))
  return [
    ...(flags.some(({ shape }) => shape === "nested") ? [set] : []),
    ...(flags.length > 0 ? [input] : []),
    ...(endpoint.answer === "page" ? [all] : []),
    ...(endpoint.method === "DELETE" ? [yes] : []),
    ...(endpoint.method === "GET" ? [] : [once]),
    endpoint.answer === "bytes" ? output : json,
    ...connectionOf(endpoint),
    help
  ].filter(({ name }) => !own.has(name))
}

/** Where an operation's store is; one of the installation acts on no shop. */
export const connectionOf = ({ surface }: Any): ReadonlyArray<Option> =>
  connection.filter(({ name }) => surface === "shop" || name !== "shop")

/** The options that every operation has besides its own flags: where the store is, and how the answer is printed. */
import { type Any, answerOf } from "@bottega/domain/contract"
import { storeFlags } from "@bottega/server/config"
import type { Flag } from "./flags.ts"

/** An option of the command itself. If an operation's flag has the same name, the option goes before the area. */
export interface Option {
  readonly name: string
  /** The placeholder of its value; a switch has none. */
  readonly placeholder: string | undefined
  readonly description: string
}

/** The stores that a command can work on in its own process: `--data <file>`, and the other durable ones. */
export const stores: ReadonlyArray<Option> = Object.entries(storeFlags).flatMap(
  ([name, { description, placeholder }]) => (placeholder === undefined ? [] : [{ name, placeholder, description }])
)

/** Where the store is; each is read from the environment too, as `BOTTEGA_URL`. */
export const connection: ReadonlyArray<Option> = [
  { name: "url", placeholder: "<address>", description: "A server, such as http://127.0.0.1:8080." },
  {
    name: "credentials",
    placeholder: "<file>",
    description: "The credentials file for --url; by default the one beside the data file."
  },
  ...stores,
  {
    name: "public-url",
    placeholder: "<url>",
    description:
      "The beginning of addresses in answers from a data file; by default the address at which it was last served."
  },
  { name: "shop", placeholder: "<id>", description: "The shop to act on, when there are several." }
]

/** Waits for other processes that use a store. */
export const wait: Option = {
  name: "wait",
  placeholder: "<seconds>",
  description: "How long to wait for other processes that upgrade the store, or use it while it must be upgraded."
}
/** Prints for programs. */
export const json: Option = { name: "json", placeholder: undefined, description: "Print the answer as JSON." }
/** Shows help. */
export const help: Option = { name: "help", placeholder: undefined, description: "Show this help." }
/** Prints the program's version; only before everything else. */
export const version: Option = { name: "version", placeholder: undefined, description: "Print the version." }
const all: Option = { name: "all", placeholder: undefined, description: "Read all pages." }
const yes: Option = { name: "yes", placeholder: undefined, description: "Do not ask for confirmation." }
const columns: Option = {
  name: "columns",
  placeholder: "<names>",
  description: "The columns of the table, separated by commas: billing.email,total. --json prints everything."
}
const once: Option = {
  name: "idempotency-key",
  placeholder: "<key>",
  description: "Make the change only once, even if the command is repeated with this key within 24 hours."
}
const input: Option = {
  name: "input",
  placeholder: "<json>",
  description: "Parameters as a JSON object: the text itself, @file, or - for stdin. Flags take precedence over it."
}
const output: Option = {
  name: "output",
  placeholder: "<file>",
  description: "The file to write; by default the answer is written to stdout."
}
const set: Option = {
  name: "set",
  placeholder: "<name[key]=value>",
  description: "A value within a nested parameter. Repeatable."
}

/** For operations that issue a pair. */
const save: Option = {
  name: "save",
  placeholder: "<file>",
  description: "The credentials file to write the pair to, for --credentials. Only you can read it."
}

/** The options before an area. */
export const leading: ReadonlyArray<Option> = [...connection, json, help]

/** The options that an operation has, without those that have the name of one of its own flags. */
export const optionsOf = (endpoint: Any, flags: ReadonlyArray<Flag>): ReadonlyArray<Option> => {
  const own = new Set(flags.map(({ name }) => name))
  return [
    ...(flags.some(({ shape }) => shape === "nested") ? [set] : []),
    ...(flags.length > 0 ? [input] : []),
    ...(endpoint.columns === undefined ? [] : [columns]),
    ...(endpoint.answer === "page" ? [all] : []),
    ...(endpoint.method === "DELETE" ? [yes] : []),
    ...(endpoint.method === "GET" ? [] : [once]),
    ...(issuesPair(endpoint) ? [save] : []),
    endpoint.answer === "bytes" ? output : json,
    ...connectionOf(endpoint),
    help
  ].filter(({ name }) => !own.has(name))
}

/** Whether an operation answers with the two halves of a pair. */
const issuesPair = (endpoint: Any): boolean => {
  const names = answerOf(endpoint).inner?.map(({ name }) => name) ?? []
  return names.includes("key") && names.includes("exchange")
}

/** Where an operation's store is; one of the installation acts on no shop. */
export const connectionOf = ({ surface }: Any): ReadonlyArray<Option> =>
  connection.filter(({ name }) => surface === "shop" || name !== "shop")

/** What the flags of `bottega serve` and its environment come to. Everything that is wrong with them is said at once. */
import { readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import type { Keep } from "@bottega/domain/retention"
import { type Policies, type Policy, type PolicyName, policies } from "@bottega/domain/throttle"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { Result } from "effect"
import { type Given, givenTo, valuesOf } from "./flag.ts"
import { flags, policyFlags, storeFlags, table } from "./flags.ts"
import type { Level } from "./log.ts"

/** A start of the server. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly store: { readonly adapter: AdapterEntry; readonly location: string }
  /** Where the credentials file is kept; with a store that is gone after the process, none is unless it is named. */
  readonly credentials: string | undefined
  /** The operator's token, where the environment gives it. */
  readonly token: string | undefined
  readonly demo: boolean
  readonly orders: number
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean
  readonly allowPrivateUrls: boolean
  readonly throttle: boolean
  readonly policies: Policies
  /** How long what is not kept for good is kept, in days. */
  readonly keep: Keep
  readonly limitHeaders: ReadonlyArray<string>
  readonly cors: boolean
  readonly logLevel: Level
  readonly readyFile: string | undefined
  /** Milliseconds for which a server that is to end goes on serving. */
  readonly shutdownDelay: number
}

/** What a command line and an environment come to, or every mistake in them, one sentence each. */
export const configOf = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>>
): Result.Result<Config, ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const { all, line } = givenTo(table, args, withSecrets(environment, wrong), wrong)
  const values = valuesOf(flags, all, wrong)
  const limits = valuesOf(policyFlags, all, wrong)
  const store = storeOf(line, all, wrong)
  if (all.has("demo-orders") && !values.demo) wrong.push(`${all.get("demo-orders")!.from} needs --demo.`)
  if (wrong.length > 0) return Result.fail(wrong)
  return Result.succeed({
    port: values.port,
    host: values.host,
    store,
    credentials: values.credentials === undefined ? beside(store) : resolve(values.credentials),
    token: values.token,
    demo: values.demo,
    orders: values["demo-orders"],
    publicUrl: values["public-url"],
    trustProxy: values["trust-proxy"],
    allowPrivateUrls: values["allow-private-urls"],
    throttle: !values["no-throttle"],
    policies: policiesOf(limits),
    keep: { events: values["keep-events"], ledger: values["keep-ledger"] },
    limitHeaders: values["limit-header"],
    cors: !values["no-cors"],
    logLevel: values["log-level"],
    readyFile: values["ready-file"] === undefined ? undefined : resolve(values["ready-file"]),
    shutdownDelay: values["shutdown-delay"] * 1000
  })
}

const policiesOf = (limits: Readonly<Record<string, Policy | undefined>>): Policies => {
  const own = Object.keys(policies).map((name) => [name, limits[`throttle-${name}`] ?? policies[name as PolicyName]])
  return Object.fromEntries(own) as Policies
}

/** The store that is named: on the command line, else in the environment, else the file of every start. */
const storeOf = (
  line: ReadonlyMap<string, Given>,
  all: ReadonlyMap<string, Given>,
  wrong: Array<string>
): Config["store"] => {
  const named = (given: ReadonlyMap<string, Given>) =>
    adapters.flatMap((adapter) => {
      const one = given.get(flagOf(adapter))
      return one === undefined || (adapter.needs === "nothing" && /^(0|false)$/.test(one.text))
        ? []
        : [{ adapter, ...one }]
    })
  const chosen = named(line).length > 0 ? named(line) : named(all)
  if (chosen.length > 1) wrong.push(`Only one store can be used: ${chosen.map(({ from }) => from).join(", ")}.`)
  const otherwise = { adapter: adapters.find(({ needs }) => needs === "file")!, from: "", text: "bottega.db" }
  const [first = otherwise] = chosen
  const read = storeFlags[flagOf(first.adapter)]!.read(first.text)
  if (Result.isFailure(read)) wrong.push(`${first.from} ${read.failure}.`)
  return { adapter: first.adapter, location: first.adapter.needs === "file" ? resolve(first.text) : first.text }
}

/** A store as a person calls it; a connection string may hold a password. */
export const placeOf = ({ adapter, location }: Config["store"]): string =>
  adapter.needs === "uri" ? adapter.name : location

const flagOf = ({ name, needs }: AdapterEntry): string => (needs === "file" ? "data" : name)

const beside = ({ adapter: { needs }, location }: Config["store"]): string | undefined =>
  needs === "nothing"
    ? undefined
    : join(needs === "file" ? dirname(location) : process.cwd(), "bottega-credentials.json")

/** The environment, with the contents of files for the secrets that name one. */
const withSecrets = (environment: Readonly<Record<string, string | undefined>>, wrong: Array<string>) => {
  const file = environment["BOTTEGA_TOKEN_FILE"]
  if (file === undefined || file === "") return environment
  try {
    return { ...environment, BOTTEGA_TOKEN: readFileSync(file, "utf8").trim() }
  } catch (error) {
    wrong.push(`BOTTEGA_TOKEN_FILE cannot be read: ${(error as Error).message}.`)
    return environment
  }
}

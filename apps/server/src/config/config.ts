/** What the flags of `bottega serve` and its environment come to. Everything that is wrong with them is said at once. */
import { basename, dirname, join, resolve } from "node:path"
import type { RetentionDays } from "@bottega/domain/contract"
import { type Policies, type Policy, type PolicyName, policies } from "@bottega/domain/throttle"
import type { ShownPair } from "@bottega/service/demo"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { Result } from "effect"
import type { Level, LogFormat } from "../log/log.ts"
import { type Certificate, type CertificateFiles, readCertificate } from "./certificate.ts"
import {
  type Environment,
  fileVariableOf,
  type Given,
  givenTo,
  readGiven,
  type Values,
  valuesOf,
  variableOf
} from "./flag.ts"
import { flags, policyFlags, storeFlags, table } from "./flags.ts"

/** A start of the server. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Where the control surface and the metrics are served, if not beside everything else. */
  readonly control: { readonly port: number; readonly host: string } | undefined
  /** The certificate of every listener; without one they speak plain HTTP. */
  readonly certificate: Certificate | undefined
  /** Where it was read from. */
  readonly certificateFiles: CertificateFiles | undefined
  readonly store: { readonly adapter: AdapterEntry; readonly location: string }
  /** Where the credentials file is kept; with a store that is gone after the process, none is unless it is named. */
  readonly credentials: string | undefined
  /** Where programs before this one kept them, unless a file is named. */
  readonly formerCredentials: string | undefined
  /** The operator's token, where the environment gives it. */
  readonly token: string | undefined
  readonly demo: boolean
  /** The demo shop's pairs, where the environment gives them. */
  readonly demoPairs: { readonly "read-write": ShownPair | undefined; readonly read: ShownPair | undefined }
  readonly orders: number
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean
  readonly allowPrivateUrls: boolean
  readonly throttle: boolean
  readonly policies: Policies
  /** How long what is not kept for good is kept, in days. */
  readonly keep: RetentionDays
  readonly limitHeaders: ReadonlyArray<string>
  readonly cors: boolean
  readonly logLevel: Level
  /** How the log looks; undefined leaves it to where it goes. */
  readonly logFormat: LogFormat | undefined
  readonly readyFile: string | undefined
  /** Milliseconds for which a server that is to end goes on serving. */
  readonly shutdownDelay: number
  /** What works and should be done otherwise, one sentence each. */
  readonly warnings: ReadonlyArray<string>
}

/** What a command line and an environment come to, or every mistake in them, one sentence each. */
export const configOf = (
  args: ReadonlyArray<string>,
  environment: Environment,
  now = Date.now()
): Result.Result<Config, ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const { all, line } = givenTo(table, args, environment, wrong)
  const values = valuesOf(flags, all, wrong)
  const limits = valuesOf(policyFlags, all, wrong)
  const store = storeOf(line, all, wrong)
  const { "control-host": controlHost = "127.0.0.1", "control-port": controlPort } = values
  if (all.has("demo-orders") && !values.demo) wrong.push(`${all.get("demo-orders")!.from} needs --demo.`)
  if (all.has("control-host") && controlPort === undefined)
    wrong.push(`${all.get("control-host")!.from} needs --control-port.`)
  const demoPairs = pairsOf(values, wrong)
  const tls = tlsOf(all, now, wrong)
  if (wrong.length > 0) return Result.fail(wrong)
  return Result.succeed({
    port: values.port,
    host: values.host,
    control: controlPort === undefined ? undefined : { port: controlPort, host: controlHost },
    certificate: tls?.certificate,
    certificateFiles: tls?.files,
    store,
    credentials: values.credentials === undefined ? beside(store) : resolve(values.credentials),
    formerCredentials: values.credentials === undefined ? formerly(store) : undefined,
    token: values.token,
    demo: values.demo,
    demoPairs,
    orders: values["demo-orders"],
    publicUrl: values["public-url"],
    trustProxy: values["trust-proxy"],
    allowPrivateUrls: values["allow-private-urls"],
    throttle: !values["no-throttle"],
    policies: policiesOf(limits),
    keep: { events: values["keep-events"], ledger: values["keep-ledger"], mail: values["keep-mail"] },
    limitHeaders: values["limit-header"],
    cors: !values["no-cors"],
    logLevel: values["log-level"],
    logFormat: values["log-format"],
    readyFile: values["ready-file"] === undefined ? undefined : resolve(values["ready-file"]),
    shutdownDelay: values["shutdown-delay"] * 1000,
    warnings: warningsOf(line)
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
  const [first = otherwise]: ReadonlyArray<Given & { readonly adapter: AdapterEntry }> = chosen
  const read = readGiven(storeFlags[flagOf(first.adapter)]!, first)
  if (Result.isFailure(read)) wrong.push(`${first.from} ${read.failure}.`)
  return { adapter: first.adapter, location: first.adapter.needs === "file" ? resolve(first.text) : first.text }
}

/** A store as a person calls it; a connection string may hold a password. */
export const placeOf = ({ adapter, location }: Config["store"]): string =>
  adapter.needs === "uri" ? adapter.name : location

const flagOf = ({ name, needs }: AdapterEntry): string => (needs === "file" ? "data" : name)

/** The credentials file of a store: beside its file, or in the working directory, and named after it. */
const beside = ({ adapter, location }: Config["store"]): string | undefined => {
  if (adapter.needs === "file")
    return join(dirname(location), `${basename(location).replace(/(?<=.)\.db$/, "")}.credentials.json`)
  return adapter.nameOf && join(process.cwd(), `${adapter.nameOf(location)}.${adapter.name}.credentials.json`)
}

/** The one file that all stores of a folder once shared. */
const formerly = ({ adapter: { needs }, location }: Config["store"]): string | undefined =>
  needs === "nothing"
    ? undefined
    : join(needs === "file" ? dirname(location) : process.cwd(), "bottega-credentials.json")

const pairsOf = (values: Values<typeof flags>, wrong: Array<string>): Config["demoPairs"] => {
  const pairOf = (key: "demo-key" | "demo-read-key", exchange: "demo-exchange" | "demo-read-exchange") => {
    const found = { key: values[key], exchange: values[exchange] }
    if ((found.key === undefined) !== (found.exchange === undefined))
      wrong.push(`${variableOf(key)} and ${variableOf(exchange)} are given together, or neither of them.`)
    return found.key === undefined || found.exchange === undefined ? undefined : (found as ShownPair)
  }
  const pairs = {
    "read-write": pairOf("demo-key", "demo-exchange"),
    read: pairOf("demo-read-key", "demo-read-exchange")
  }
  if (pairs.read !== undefined && pairs.read.key === pairs["read-write"]?.key)
    wrong.push(`${variableOf("demo-key")} and ${variableOf("demo-read-key")} must be two keys.`)
  return pairs
}

/** The certificate that is named, with its files. */
const tlsOf = (all: ReadonlyMap<string, Given>, now: number, wrong: Array<string>) => {
  const [cert, key] = [all.get("tls-cert"), all.get("tls-key")]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    wrong.push(`${(cert ?? key)!.from} needs --tls-${cert === undefined ? "cert" : "key"} too.`)
    return undefined
  }
  const files = { cert: resolve(cert.text), key: resolve(key.text) }
  const read = readCertificate(files, now, { cert: cert.from, key: key.from })
  if (Result.isSuccess(read)) return { certificate: read.success, files }
  wrong.push(...read.failure)
  return undefined
}

/** A connection string on the command line is seen by every user of the machine. */
const warningsOf = (line: ReadonlyMap<string, Given>): ReadonlyArray<string> =>
  adapters.flatMap((adapter) => {
    const given = adapter.needs === "uri" ? line.get(flagOf(adapter)) : undefined
    if (given === undefined || !holdsPassword.test(given.text)) return []
    const variable = variableOf(flagOf(adapter))
    return [
      `The connection string of ${given.from} holds a password that every user of this machine can read on the command line: give it as ${variable}, or in a file that ${fileVariableOf(variable)} names.`
    ]
  })

const holdsPassword = /:\/\/[^/?@]*:[^/]*@|[?&](?:[a-z]*password|authMechanismProperties)=/i

/** The configuration of `bottega serve` from its flags and its environment. All mistakes are reported at once. */
import { existsSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import type { RetentionCounts, RetentionDays } from "@bottega/domain/contract"
import { type Policies, type Policy, type PolicyName, policies } from "@bottega/domain/throttle"
import type { MailSettings } from "@bottega/service"
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
  /** The files that it was read from. */
  readonly certificateFiles: CertificateFiles | undefined
  readonly store: { readonly adapter: AdapterEntry; readonly location: string }
  /** The path of the credentials file. A store that ends with its process has none unless it is named. */
  readonly credentials: string | undefined
  /** Where older versions kept the credentials, unless a file is named. */
  readonly formerCredentials: string | undefined
  /** The operator's token, if the environment gives it. */
  readonly token: string | undefined
  readonly demo: boolean
  /** Whether the server is for development. */
  readonly workbench: boolean
  /** The file of the shop that is imported at the start. */
  readonly seed: string | undefined
  /** Where the clock begins. */
  readonly beginning: { readonly atMs: number; readonly isStill: boolean } | undefined
  /** What ids and secrets are drawn from, if not at random. */
  readonly randomSeed: number | undefined
  /** The demo shop's pairs, if the environment gives them. */
  readonly demoPairs: { readonly "read-write": ShownPair | undefined; readonly read: ShownPair | undefined }
  readonly orders: number
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean
  readonly allowPrivateUrls: boolean
  readonly throttle: boolean
  readonly policies: Policies
  /** How long documents with a retention are kept, in days. */
  readonly keep: RetentionDays
  /** How many of them are kept at most. */
  readonly counts: RetentionCounts
  /** Where mail is sent; without it messages are kept. */
  readonly mail: MailSettings | undefined
  readonly limitHeaders: ReadonlyArray<string>
  readonly cors: boolean
  readonly logLevel: Level
  /** The format of the log; if undefined, it depends on where the log is written. */
  readonly logFormat: LogFormat | undefined
  readonly readyFile: string | undefined
  /** The file that calls are recorded in, and its largest size. */
  readonly record: { readonly file: string; readonly maxBytes: number } | undefined
  /** Milliseconds for which a server goes on serving after SIGTERM. */
  readonly shutdownDelay: number
  /** Milliseconds for which a start waits for other processes that are in the way of an upgrade. */
  readonly waitMs: number
  /** Warnings, one sentence each. */
  readonly warnings: ReadonlyArray<string>
}

/** The configuration from a command line and an environment, or every mistake in them, one sentence each. */
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
  if (all.has("record-size") && values.record === undefined)
    wrong.push(`${all.get("record-size")!.from} needs --record.`)
  if (all.has("control-host") && controlPort === undefined)
    wrong.push(`${all.get("control-host")!.from} needs --control-port.`)
  const { "mail-from": from, "smtp-url": server } = values
  for (const [one, other] of [
    ["smtp-url", "mail-from"],
    ["mail-from", "smtp-url"]
  ] as const)
    if (all.has(one) && !all.has(other)) wrong.push(`${all.get(one)!.from} needs --${other}.`)
  wrong.push(...wrongOfDevelopment(values, store))
  const credentials = values.credentials === undefined ? beside(store) : resolve(values.credentials)
  wrong.push(...wrongOfFiles(values, store, credentials))
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
    credentials,
    formerCredentials: values.credentials === undefined ? formerly(store) : undefined,
    token: values.token,
    demo: values.demo,
    workbench: values.workbench || values.demo,
    seed: values.seed === undefined ? undefined : resolve(values.seed),
    beginning:
      values.now === undefined ? undefined : { atMs: values.now, isStill: values["random-seed"] !== undefined },
    randomSeed: values["random-seed"],
    demoPairs,
    orders: values["demo-orders"],
    publicUrl: values["public-url"],
    trustProxy: values["trust-proxy"],
    allowPrivateUrls: values["allow-private-urls"],
    throttle: !values["no-throttle"],
    policies: policiesOf(limits),
    keep: { events: values["keep-events"], ledger: values["keep-ledger"], mail: values["keep-mail"] },
    counts: { events: values["keep-events-count"] },
    mail: server === undefined || from === undefined ? undefined : { server, from },
    limitHeaders: values["limit-header"],
    cors: !values["no-cors"],
    logLevel: values["log-level"],
    logFormat: values["log-format"],
    readyFile: values["ready-file"] === undefined ? undefined : resolve(values["ready-file"]),
    record:
      values.record === undefined
        ? undefined
        : { file: resolve(values.record), maxBytes: values["record-size"] * 1024 * 1024 },
    shutdownDelay: values["shutdown-delay"] * 1000,
    waitMs: values.wait * 1000,
    warnings: warningsOf(line)
  })
}

/** What is wrong with the flags of a start that is like another one. Ids would repeat in a store that is kept. */
const wrongOfDevelopment = (
  { demo, now, record, seed, workbench, "random-seed": randomSeed }: Values<typeof flags>,
  { adapter }: Config["store"]
): ReadonlyArray<string> => [
  ...(seed !== undefined && demo ? ["--seed and --demo open two shops; use only one."] : []),
  ...(seed !== undefined && !existsSync(seed) ? [`--seed names no file: ${seed}.`] : []),
  ...(now !== undefined && adapter.needs !== "nothing" ? ["--now needs --memory."] : []),
  ...(now !== undefined && !demo && !workbench ? ["--now needs --workbench or --demo."] : []),
  ...(record !== undefined && !demo && !workbench ? ["--record needs --workbench or --demo."] : []),
  ...(randomSeed !== undefined && now === undefined ? ["--random-seed needs --now."] : [])
]

/** The flags that name a file which another one names too: each start writes all of them. */
const wrongOfFiles = (
  { record, "ready-file": ready }: Values<typeof flags>,
  { adapter, location }: Config["store"],
  credentials: string | undefined
): ReadonlyArray<string> => {
  const files = { data: adapter.needs === "file" ? location : undefined, credentials, "ready-file": ready, record }
  const flagsByFile = new Map<string, string>()
  return Object.entries(files).flatMap(([flag, file]) => {
    if (file === undefined) return []
    const other = flagsByFile.get(resolve(file))
    flagsByFile.set(resolve(file), flag)
    return other === undefined ? [] : [`--${other} and --${flag} name the same file.`]
  })
}

const policiesOf = (limits: Readonly<Record<string, Policy | undefined>>): Policies => {
  const own = Object.keys(policies).map((name) => [name, limits[`throttle-${name}`] ?? policies[name as PolicyName]])
  return Object.fromEntries(own) as Policies
}

/** The configured store: from the command line, else from the environment, else the default file. */
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

/** The name of a store for people, without its connection string, which may contain a password. */
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
      wrong.push(`${variableOf(key)} and ${variableOf(exchange)} must be given together.`)
    return found.key === undefined || found.exchange === undefined ? undefined : (found as ShownPair)
  }
  const pairs = {
    "read-write": pairOf("demo-key", "demo-exchange"),
    read: pairOf("demo-read-key", "demo-read-exchange")
  }
  if (pairs.read !== undefined && pairs.read.key === pairs["read-write"]?.key)
    wrong.push(`${variableOf("demo-key")} and ${variableOf("demo-read-key")} must be different keys.`)
  return pairs
}

/** The configured certificate, with its files. */
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
  ["smtp-url", ...adapters.filter(({ needs }) => needs === "uri").map(flagOf)].flatMap((flag) => {
    const given = line.get(flag)
    if (given === undefined || !holdsPassword.test(given.text)) return []
    const variable = variableOf(flag)
    return [
      `The connection string of ${given.from} contains a password, and every user of this machine can read the command line: set ${variable} instead, or name a file in ${fileVariableOf(variable)}.`
    ]
  })

const holdsPassword = /:\/\/[^/?@]*:[^/]*@|[?&](?:[a-z]*password|authMechanismProperties)=/i

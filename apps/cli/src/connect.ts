/**
 * Where an operation is called: on a server by its address and a credentials file, or on the data itself in this
 * process. Either way it is the published client that calls.
 */
import { existsSync, readFileSync } from "node:fs"
import type { Bottega } from "@bottega/client"
import type { Entry } from "@bottega/domain/endpoint"
import { Usage } from "./usage.ts"

/** A client, until it is closed. */
export interface Connection {
  /** What is called, for a person: an address or a file. */
  readonly place: string
  readonly client: Bottega
  readonly close: () => Promise<void>
}

/** Reads an option of the connection: its flag, else the environment. */
export type Setting = (name: string) => string | undefined

/** The settings of a command line. */
export const settings =
  (options: ReadonlyMap<string, string>, environment: NodeJS.ProcessEnv): Setting =>
  (name) =>
    options.get(name) ?? (environment[`BOTTEGA_${name.toUpperCase()}`] || undefined)

/** Connects for one operation. */
export const connect = async (entry: Entry, options: ReadonlyMap<string, string>): Promise<Connection> => {
  const setting = settings(options, process.env)
  if (options.has("url") && options.has("data"))
    throw new Usage("--url and --data name two stores; one of them is enough.")
  const url = options.has("data") ? undefined : setting("url")
  return url === undefined ? (await import("./local.ts")).local(entry, setting) : remote(url, entry, setting)
}

const remote = async (url: string, { endpoint }: Entry, setting: Setting): Promise<Connection> => {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new Usage(`--url must be an http or https address: ${url} is none.`)
  const credentials = credentialsOf(await fileOf(setting), setting("shop"), endpoint.surface)
  const { Bottega } = await import("@bottega/client")
  return { place: url, client: new Bottega({ url, ...credentials }), close: async () => {} }
}

const fileOf = async (setting: Setting): Promise<string> => {
  const named = setting("credentials")
  if (named !== undefined) return named
  const { credentialsBeside, dataFile } = await import("./files.ts")
  return credentialsBeside(setting("data") ?? dataFile)
}

type Credentials = { readonly token?: string; readonly key?: string; readonly exchange?: string }

/** What the file says for a surface; a shop's operations need a pair, those of the installation the token. */
const credentialsOf = (file: string, shop: string | undefined, surface: "shop" | "control"): Credentials => {
  if (!existsSync(file))
    throw new Usage(`There is no credentials file ${file}; --credentials or BOTTEGA_CREDENTIALS names it.`)
  const said = readCredentials(file)
  if (surface === "control") {
    if (typeof said["token"] === "string") return { token: said["token"] }
    throw new Usage(`The credentials file ${file} has no token, which this operation needs.`)
  }
  if (shop !== undefined && said["shop"] !== shop)
    throw new Usage(`The credentials file ${file} is not of the shop ${shop}; --credentials names another.`)
  const [key, exchange] = pairOf(said)
  if (key === undefined || exchange === undefined)
    throw new Usage(`The credentials file ${file} has no key and exchange, which this operation needs.`)
  return { key, exchange }
}

const readCredentials = (file: string): Readonly<Record<string, unknown>> => {
  try {
    const said: unknown = JSON.parse(readFileSync(file, "utf8"))
    if (typeof said === "object" && said !== null) return said as Record<string, unknown>
  } catch (cause) {
    throw new Usage(`The credentials file ${file} cannot be read: ${(cause as Error).message}.`)
  }
  throw new Usage(`The credentials file ${file} is not a JSON object.`)
}

const pairOf = (said: Readonly<Record<string, unknown>>): ReadonlyArray<string | undefined> => {
  const names = typeof said["key"] === "string" ? ["key", "exchange"] : ["readKey", "readExchange"]
  return names.map((name) => (typeof said[name] === "string" ? said[name] : undefined))
}

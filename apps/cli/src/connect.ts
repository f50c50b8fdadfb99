/**
 * Connects to the store of an operation: to a server, by its address and a credentials file, or to the data itself in
 * this process. In both cases the published client makes the call.
 */
import type { Entry, Surface } from "@bottega/domain/contract"
import { configOf, fileToRead, fileVariableOf, readCredentials, variableOf } from "@bottega/server/config"
import { Result } from "effect"
import type { Connection, Settings } from "./connection.ts"
import { stores } from "./options.ts"
import { fetchOrSayTls } from "./speaks-tls.ts"
import { Usage } from "./usage.ts"

/** Opens the connection for one operation. */
export const connect = async (entry: Entry, options: ReadonlyMap<string, string>): Promise<Connection> => {
  const store = chosenStore(options)
  if (options.has("url") && store !== undefined) throw twoStores(["url", store])
  const setting = (name: string) => options.get(name) ?? (process.env[variableOf(name)] || undefined)
  const url = store === undefined ? setting("url") : undefined
  if (url === undefined && isOfServer(entry)) throw needsServer(`${entry.area} ${entry.name}`)
  const { token, ...settings } = settingsOf(setting, store)
  return url === undefined
    ? (await import("./local.ts")).local(entry, { ...settings, token }, setting("shop"))
    : remote(
        url,
        entry,
        options.has("credentials") ? settings : { ...settings, token, pair: pairOf() },
        setting("shop")
      )
}

/** The flag among the options that names a store of this process; two such flags are wrong usage. */
export const chosenStore = (options: ReadonlyMap<string, string>): string | undefined => {
  const chosen = stores.flatMap(({ name }) => (options.has(name) ? [name] : []))
  if (chosen.length > 1) throw twoStores(chosen)
  return chosen[0]
}

const twoStores = (flags: ReadonlyArray<string>): Usage =>
  new Usage(`${flags.map((name) => `--${name}`).join(" and ")} name two stores; use only one.`)

/** Uses a connection, and closes it. */
export const withConnection = async <A>(
  connection: Connection,
  use: (connection: Connection) => Promise<A>
): Promise<A> => {
  try {
    return await use(connection)
  } catch (error) {
    throw await failureAt(error, connection)
  } finally {
    await connection.close()
  }
}

/** The error to report for a failed call: without an answer it names the server. */
export const failureAt = async (error: unknown, { place }: Connection): Promise<unknown> => {
  // The client is loaded already; a command that needs none does not load it.
  const { BottegaError } = await import("@bottega/client")
  return error instanceof BottegaError && error.status === 0 ? new Error(`${place}: ${error.message}`) : error
}

/**
 * Whether an operation is about a running server, and not about its store: its last requests, and everything that exists for
 * development. A command on a data file is a process of its own, which has answered nothing.
 */
const isOfServer = ({ endpoint, id }: Entry): boolean => endpoint.workbench || id.startsWith("requests.")

/** The refusal of a command that names no server. */
export const needsServer = (command: string): Usage =>
  new Usage(`${command} needs a running server: name it with --url.`)

/** The pair of the environment; other users of a machine can read its command lines, so it has no flag. */
const pairOf = (): Pair | undefined => {
  const [key, exchange] = [process.env[variableOf("key")], process.env[variableOf("exchange")]]
  if (!key !== !exchange) throw new Usage(`${variableOf("key")} and ${variableOf("exchange")} must be set together.`)
  return key && exchange ? { key, exchange } : undefined
}

type Setting = (name: string) => string | undefined

/** The settings of a command: its options, and the environment for those it lacks. */
export const settingsOf = (setting: Setting, chosen: string | undefined): Settings => {
  const given = [...stores.map(({ name }) => name), "credentials", "token", "allow-private-urls", "public-url"].flatMap(
    (name) => {
      const [value, file] = [setting(name), fileVariableOf(variableOf(name))]
      return [[variableOf(name), value] as const, [file, process.env[file]] as const]
    }
  )
  const flag = chosen === undefined ? [] : [`--${chosen}`, setting(chosen)!]
  const config = configOf(flag, Object.fromEntries(given))
  if (Result.isFailure(config)) throw new Usage(config.failure.join(" "))
  return config.success
}

const remote = async (
  url: string,
  { endpoint }: Entry,
  settings: Known,
  shop: string | undefined
): Promise<Connection> => {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new Usage(`--url must be an http or https address, not ${url}.`)
  const credentials = credentialsOf(settings, shop, endpoint.surface)
  const { Bottega } = await import("@bottega/client")
  return { place: url, client: new Bottega({ url, ...credentials, fetch: fetchOrSayTls }), close: async () => {} }
}

/** The path of the credentials, and the token of the environment unless a file is named. */
type Known = Pick<Settings, "credentials" | "formerCredentials"> & {
  readonly token?: string | undefined
  readonly pair?: Pair | undefined
}
type Pair = { readonly token?: string; readonly key?: string; readonly exchange?: string }

/**
 * The credentials for a surface: a pair of the file for a shop's operations; for those of the installation the token, which
 * the environment can give too.
 */
const credentialsOf = (
  { credentials: own, formerCredentials, pair, token }: Known,
  shop: string | undefined,
  surface: Surface
): Pair => {
  if (surface === "public") return {}
  if (surface === "control" && token !== undefined) return { token }
  if (surface === "shop" && pair !== undefined) return pair
  const file = fileToRead(own, formerCredentials)
  const credentials = readCredentials(file)
  if (credentials === undefined)
    throw new Usage(
      `There is no credentials file${file === undefined ? "" : ` ${file}`}; name one with --credentials, or ${surface === "control" ? `set ${variableOf("token")}` : `set ${variableOf("key")} and ${variableOf("exchange")}. bottega keys create --save <file> writes one`}.`
    )
  if (surface === "control") {
    if (credentials.token !== null) return { token: credentials.token }
    throw new Usage(`The credentials file ${file} has no token, which this operation needs.`)
  }
  if (shop !== undefined && credentials.shop !== shop)
    throw new Usage(
      `The credentials file ${file} does not belong to the shop ${shop}; name another with --credentials.`
    )
  const [key, exchange] =
    credentials.key === null ? [credentials.readKey, credentials.readExchange] : [credentials.key, credentials.exchange]
  if (key === null || exchange === null)
    throw new Usage(`The credentials file ${file} has no key and exchange, which this operation needs.`)
  return { key, exchange }
}

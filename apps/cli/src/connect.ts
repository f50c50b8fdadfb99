/**
 * Connects to where an operation is called: a server, by its address and a credentials file, or the data itself in this
 * process. In both cases the published client makes the call.
 */
import type { Entry, Surface } from "@bottega/domain/contract"
import { configOf, fileToRead, fileVariableOf, readCredentials, variableOf } from "@bottega/server/config"
import { Result } from "effect"
import type { Connection, Settings } from "./connection.ts"
import { stores } from "./options.ts"
import { Usage } from "./usage.ts"

/** Opens the connection for one operation. */
export const connect = async (entry: Entry, options: ReadonlyMap<string, string>): Promise<Connection> => {
  const store = stores.find(({ name }) => options.has(name))
  if (options.has("url") && store !== undefined)
    throw new Usage(`--url and --${store.name} name two stores; use only one.`)
  const setting = (name: string) => options.get(name) ?? (process.env[variableOf(name)] || undefined)
  const url = store === undefined ? setting("url") : undefined
  const { token, ...settings } = settingsOf(setting, store?.name)
  return url === undefined
    ? (await import("./local.ts")).local(entry, { ...settings, token }, setting("shop"))
    : remote(url, entry, options.has("credentials") ? settings : { ...settings, token }, setting("shop"))
}

type Setting = (name: string) => string | undefined

/** The settings of a command: its options, and the environment for those it lacks. */
export const settingsOf = (setting: Setting, chosen: string | undefined): Settings => {
  const given = [...stores.map(({ name }) => name), "credentials", "token", "allow-private-urls"].flatMap((name) => {
    const [value, file] = [setting(name), fileVariableOf(variableOf(name))]
    return [[variableOf(name), value] as const, [file, process.env[file]] as const]
  })
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
  return { place: url, client: new Bottega({ url, ...credentials }), close: async () => {} }
}

/** Where credentials are, and the token of the environment unless a file is named. */
type Known = Pick<Settings, "credentials" | "formerCredentials"> & { readonly token?: string | undefined }
type Pair = { readonly token?: string; readonly key?: string; readonly exchange?: string }

/**
 * The credentials for a surface: a pair of the file for a shop's operations; for those of the installation the token, which
 * the environment can give too.
 */
const credentialsOf = (
  { credentials: own, formerCredentials, token }: Known,
  shop: string | undefined,
  surface: Surface
): Pair => {
  if (surface === "public") return {}
  if (surface === "control" && token !== undefined) return { token }
  const file = fileToRead(own, formerCredentials)
  const credentials = readCredentials(file)
  if (credentials === undefined)
    throw new Usage(
      `There is no credentials file${file === undefined ? "" : ` ${file}`}; name one with --credentials or BOTTEGA_CREDENTIALS.`
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

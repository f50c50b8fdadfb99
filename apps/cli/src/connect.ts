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
  const settings = settingsOf(setting, store?.name)
  return url === undefined
    ? (await import("./local.ts")).local(entry, settings, setting("shop"))
    : remote(url, entry, fileToRead(settings.credentials, settings.formerCredentials), setting("shop"))
}

type Setting = (name: string) => string | undefined

/** The settings of a command: its options, and the environment for those it lacks. */
export const settingsOf = (setting: Setting, chosen: string | undefined): Settings => {
  const given = [...stores.map(({ name }) => name), "credentials", "allow-private-urls"].flatMap((name) => {
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
  file: string | undefined,
  shop: string | undefined
): Promise<Connection> => {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new Usage(`--url must be an http or https address, not ${url}.`)
  const credentials = credentialsOf(file, shop, endpoint.surface)
  const { Bottega } = await import("@bottega/client")
  return { place: url, client: new Bottega({ url, ...credentials }), close: async () => {} }
}

type Pair = { readonly token?: string; readonly key?: string; readonly exchange?: string }

/**
 * The credentials in the file for a surface: a pair for a shop's operations, the token for those of the installation.
 */
const credentialsOf = (file: string | undefined, shop: string | undefined, surface: Surface): Pair => {
  if (surface === "public") return {}
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

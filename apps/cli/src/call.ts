/** Runs one operation and prints its answer: data on stdout, everything else on stderr. */
import { BottegaError, type CallOptions, type File } from "@bottega/client"
import { nextQueryOf } from "@bottega/client/sent"
import { answerOf, type Entry } from "@bottega/domain/contract"
import { variableOf } from "@bottega/server/config"
import { askedNodes, columnsOf, formatOf, withNodes } from "./columns.ts"
import { isConfirmed } from "./confirm.ts"
import { connect } from "./connect.ts"
import type { Connection } from "./connection.ts"
import { flagsOf, takesShop } from "./flags.ts"
import { ask, heading, say, width, write } from "./output.ts"
import { writeFile } from "./output-file.ts"
import { credentialsFor, savePair } from "./pair.ts"
import { parametersOf } from "./parameters.ts"
import type { Asked } from "./parse.ts"
import { spoken } from "./spoken.ts"
import { chooseShop } from "./store.ts"
import { layOut, safeJson, sanitized } from "./table.ts"
import { Usage } from "./usage.ts"

/** Calls the operation; the exit code is 0 after success, 1 after a refusal, and 2 for wrong usage. */
export const call = async (asked: Asked): Promise<number> => {
  const { entry, options } = asked
  try {
    const parameters = await parametersOf(asked)
    if (await isConfirmed(asked, parameters, ask())) return await run(asked, parameters)
    say("Nothing was done.")
    return 1
  } catch (error) {
    if (error instanceof Usage) say(`${error.message}\nSee: bottega ${entry.area} ${entry.name} --help`)
    else say(options.has("json") ? safeJson(bodyOf(error)) : sentenceOf(entry, error))
    return error instanceof Usage ? 2 : 1
  }
}

const run = async ({ entry, options }: Asked, parameters: Given): Promise<0> => {
  const connection = await connect(entry, options)
  try {
    const named = await withShop(connection, entry, options, parameters)
    const zone = () => zoneOf(connection, entry, named)
    const all = await spoken(flagsOf(entry.endpoint), named, { now: Date.now(), zone })
    const file = options.get("save")
    const keep = file === undefined ? undefined : credentialsFor(file, all["shop"] as string | undefined)
    const data = await answer(entry, methodOf(connection, entry), all, options)
    if (!options.has("json")) await sayMailed(connection, entry, all)
    if (file !== undefined && keep !== undefined) {
      savePair(file, keep, data as Parameters<typeof savePair>[2])
      say(`The pair is in ${file}. To use it: bottega --credentials ${file} --url <address> <area> <operation>`)
    }
    return 0
  } catch (error) {
    if (!(error instanceof BottegaError && error.status === 0)) throw error
    throw new Error(`${connection.place}: ${error.message}`)
  } finally {
    await connection.close()
  }
}

/** Says whether a mail was written to the address in a parameter. The answer does not say it. */
const sayMailed = async ({ client }: Connection, { endpoint: { mails } }: Entry, given: Given): Promise<void> => {
  if (mails === undefined) return
  const { shop, [mails]: to } = given as Readonly<Record<string, string>>
  const [message] = await client.mail.list({ shop: shop!, to: to!, limit: 1 })
  say(
    message?.reason === "sign_in_link"
      ? `A mail with a link is ${message.state}: bottega mail message --shop ${shop} --id ${message.id}`
      : "No mail was written, because no server of this store sends mail: send the link yourself."
  )
}

type Given = Readonly<Record<string, unknown>>

/** The parameters; an operation of the installation that names no shop gets the only one. */
export const withShop = async (
  { client }: Connection,
  { endpoint }: Entry,
  options: ReadonlyMap<string, string>,
  parameters: Given
): Promise<Given> => {
  if (!takesShop(endpoint) || parameters["shop"] !== undefined) return parameters
  const named = options.get("shop") ?? (process.env[variableOf("shop")] || undefined)
  return { ...parameters, shop: named ?? chooseShop(await client.shops.list(), undefined).id }
}

/** A client's method, typed alike for all operations. */
interface Method {
  (
    parameters: Given,
    options: CallOptions
  ): { readonly withResponse: () => Promise<{ data: unknown; headers: Record<string, string> }> }
  readonly all: (parameters: Given, options?: CallOptions) => AsyncIterable<unknown>
}

/** The client's method for an operation. */
export const methodOf = ({ client }: Connection, { area, name }: Entry): Method =>
  (client as unknown as Record<string, Record<string, Method>>)[area]![name]!

/** The time zone of the shop that an operation acts on. */
const zoneOf = async ({ client }: Connection, { endpoint }: Entry, parameters: Given): Promise<string> =>
  endpoint.surface === "control"
    ? (await client.shops.read({ id: String(parameters["shop"]) })).timezone
    : (await client.store.info({ nodes: ["timezone"] })).timezone!

const answer = async (
  { endpoint }: Entry,
  method: Method,
  given: Given,
  options: ReadonlyMap<string, string>
): Promise<unknown> => {
  const isWhole = endpoint.answer === "stream" || options.has("all")
  if (isWhole && options.has("json")) return writeItems(method.all(given))
  if (endpoint.endless) return writeLines(method.all(given))
  const columns = columnsOf(endpoint, options.get("columns"))
  const parameters = options.has("json") ? given : withNodes(endpoint, columns, given)
  const shown = columns && [...columns, ...askedNodes(given)]
  if (isWhole) return show(endpoint, await listOf(method.all(parameters)), shown)
  const key = options.get("idempotency-key")
  const { data, headers } = await method(parameters, key === undefined ? {} : { idempotencyKey: key }).withResponse()
  if (endpoint.answer === "bytes") return save(data as File, options.get("output"))
  if (options.has("json")) await write(`${safeJson(data)}\n`)
  else await show(endpoint, data, shown)
  const cursor = new URLSearchParams(nextQueryOf(headers["link"])).get("cursor")
  if (cursor !== null) say(`There are more: --cursor ${cursor} prints the next page, --all prints all pages.`)
  return data
}

const save = async (file: File, path: string | undefined): Promise<void> => {
  if (path === undefined) {
    if (process.stdout.isTTY) throw new Usage("The answer is not text: name a file with --output, or redirect stdout.")
    for await (const chunk of file.chunks()) await write(chunk)
    return
  }
  await writeFile(path, 0o666, async (put) => {
    for await (const chunk of file.chunks()) await put(chunk)
  })
}

const listOf = async (items: AsyncIterable<unknown>): Promise<ReadonlyArray<unknown>> => {
  const list: Array<unknown> = []
  for await (const item of items) list.push(item)
  return list
}

/** Each item as a line of JSON, as soon as it is there. */
const writeLines = async (items: AsyncIterable<unknown>): Promise<void> => {
  for await (const item of items) await write(`${safeJson(item)}\n`)
}

const writeItems = async (items: AsyncIterable<unknown>): Promise<void> => {
  let begin = "["
  for await (const item of items) {
    await write(begin + safeJson(item))
    begin = ","
  }
  await write(begin === "[" ? "[]\n" : "]\n")
}

const show = async (
  endpoint: Entry["endpoint"],
  data: unknown,
  columns: ReadonlyArray<string> | undefined
): Promise<void> => {
  const layout = { width: width(), heading, columns, format: formatOf(endpoint) }
  const { omitted, text } = layOut(inDeclaredOrder(data, endpoint), layout)
  await write(text)
  if (Array.isArray(data) && data.length === 0) say("Nothing found.")
  if (omitted.length > 0) say(`The terminal is too narrow for ${omitted.join(", ")}; --json prints everything.`)
}

/** An answer with its fields in the order of their declaration, which puts the important ones first. */
const inDeclaredOrder = (data: unknown, endpoint: Entry["endpoint"]): unknown => {
  const answer = answerOf(endpoint)
  const { inner } = answer.item ?? answer
  if (inner === undefined) return data
  const names = inner.map(({ name }) => name)
  const arrange = (value: unknown) => {
    if (typeof value !== "object" || value === null) return value
    const first = names.filter((name) => Object.hasOwn(value, name))
    return { ...Object.fromEntries(first.map((name) => [name, value[name as never]])), ...value }
  }
  return Array.isArray(data) ? data.map(arrange) : arrange(data)
}

/** A refusal's body as the service writes it, or one like it if there was no answer. */
const bodyOf = (error: unknown): object => {
  if (!(error instanceof BottegaError)) return { ok: 0, err: messageOf(error), message: messageOf(error) }
  const { code, details, message, requestId, type } = error
  return { ok: 0, err: message, error: { code, type, message, details, requestId }, message }
}

const sentenceOf = (entry: Entry, error: unknown): string => {
  if (!(error instanceof BottegaError)) return messageOf(error)
  const { details, message, requestId, status, type } = error
  const mark = `(${status} ${type})`
  if (details.length === 0)
    return `${sanitized(message)} ${mark}${status >= 500 && requestId ? ` Request id: ${requestId}` : ""}`
  const flags = new Set(flagsOf(entry.endpoint).flatMap(({ name, shape }) => (shape === "nested" ? [] : [name])))
  const lines = details.map(
    ({ message, path }) => `  ${path === "" ? "" : `${flagOf(path, flags)}: `}${sanitized(message)}`
  )
  return [`${entry.area} ${entry.name} was refused ${mark}:`, ...lines].join("\n")
}

/** A parameter as it is typed on the command line: `--status`, `--set item_id[0][sku]`. */
const flagOf = (path: string, flags: ReadonlySet<string>): string => {
  const head = path.split("[", 1)[0]!
  return flags.has(head) ? `--${head}` : `--set ${path}`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

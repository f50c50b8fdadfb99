/** Runs one operation and prints its answer: data on stdout, everything else on stderr. */
import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import { BottegaError, type File } from "@bottega/client"
import { nextQueryOf } from "@bottega/client/sent"
import type { Entry } from "@bottega/domain/contract"
import { type Schema, SchemaAST } from "effect"
import { isConfirmed } from "./confirm.ts"
import { connect } from "./connect.ts"
import type { Connection } from "./connection.ts"
import { flagsOf } from "./flags.ts"
import { ask, heading, say, width, write } from "./output.ts"
import { parametersOf } from "./parameters.ts"
import type { Asked } from "./parse.ts"
import { layOut, sanitized } from "./table.ts"
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
    else say(options.has("json") ? JSON.stringify(bodyOf(error)) : sentenceOf(entry, error))
    return error instanceof Usage ? 2 : 1
  }
}

const run = async ({ entry, options }: Asked, parameters: Parameters): Promise<0> => {
  const connection = await connect(entry, options)
  try {
    await answer(entry, methodOf(connection, entry), parameters, options)
    return 0
  } catch (error) {
    const hasNoAnswer = error instanceof BottegaError && error.status === 0
    throw hasNoAnswer ? new Error(`${connection.place}: ${error.message}`) : error
  } finally {
    await connection.close()
  }
}

type Parameters = Readonly<Record<string, unknown>>

interface MethodOptions {
  readonly idempotencyKey?: string
}

/** A client's method, typed alike for all operations. */
interface Method {
  (
    parameters: Parameters,
    options: MethodOptions
  ): { readonly withResponse: () => Promise<{ data: unknown; headers: Record<string, string> }> }
  readonly all: (parameters: Parameters) => AsyncIterable<unknown>
}

const methodOf = ({ client }: Connection, { area, name }: Entry): Method =>
  (client as unknown as Record<string, Record<string, Method>>)[area]![name]!

const answer = async (
  { endpoint }: Entry,
  method: Method,
  parameters: Parameters,
  options: ReadonlyMap<string, string>
): Promise<void> => {
  const isWhole = endpoint.answer === "stream" || options.has("all")
  if (isWhole && options.has("json")) return writeItems(method.all(parameters))
  if (isWhole) return show(endpoint, await listOf(method.all(parameters)))
  const key = options.get("idempotency-key")
  const { data, headers } = await method(parameters, key === undefined ? {} : { idempotencyKey: key }).withResponse()
  if (endpoint.answer === "bytes") return save(data as File, options.get("output"))
  if (options.has("json")) await write(`${JSON.stringify(data)}\n`)
  else await show(endpoint, data)
  const cursor = new URLSearchParams(nextQueryOf(headers["link"])).get("cursor")
  if (cursor !== null) say(`There are more: --cursor ${cursor} prints the next page, --all prints all pages.`)
}

/** A file that breaks off is left out of the way of the one that was there. */
const save = async (file: File, path: string | undefined): Promise<void> => {
  if (path === undefined) {
    if (process.stdout.isTTY)
      throw new Usage("What comes is no text: name a file with --output, or send stdout elsewhere.")
    for await (const chunk of file.chunks()) await write(chunk)
    return
  }
  const unfinished = `${path}.part`
  try {
    await pipeline(file.chunks, createWriteStream(unfinished))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

const listOf = async (items: AsyncIterable<unknown>): Promise<ReadonlyArray<unknown>> => {
  const list: Array<unknown> = []
  for await (const item of items) list.push(item)
  return list
}

const writeItems = async (items: AsyncIterable<unknown>): Promise<void> => {
  let begin = "["
  for await (const item of items) {
    await write(begin + JSON.stringify(item))
    begin = ","
  }
  await write(begin === "[" ? "[]\n" : "]\n")
}

const show = async ({ output }: Entry["endpoint"], data: unknown): Promise<void> => {
  const { omitted, text } = layOut(inDeclaredOrder(data, output), { width: width(), heading })
  await write(text)
  if (Array.isArray(data) && data.length === 0) say("Nothing found.")
  if (omitted.length > 0) say(`The terminal is too narrow for ${omitted.join(", ")}; --json prints everything.`)
}

/** An answer with its fields in the order of their declaration, which puts the important ones first. */
const inDeclaredOrder = (data: unknown, output: Entry["endpoint"]["output"]): unknown => {
  const { ast } = output as Schema.Top
  const item = SchemaAST.isArrays(ast) ? ast.rest[0] : ast
  if (item === undefined || !SchemaAST.isObjects(item)) return data
  const names = item.propertySignatures.map(({ name }) => String(name))
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

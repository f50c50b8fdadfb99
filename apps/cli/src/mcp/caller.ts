/** Calls operations for an assistant: within its permission, and with answers that have a bound. */
import { BottegaError } from "@bottega/client"
import { nextQueryOf } from "@bottega/client/sent"
import type { Entry } from "@bottega/domain/contract"
import { methodOf, withShop } from "../call.ts"
import { connect } from "../connect.ts"
import type { Connection } from "../connection.ts"
import { followEntries } from "../listen/place.ts"
import { safeJson } from "../table.ts"
import { type Followed, firstEntries } from "./follow.ts"

/** An answer as the tool gives it. */
export interface Answered {
  readonly answer: unknown
  readonly next?: string
  readonly cut?: string
}

/** The options of the command: where the store is, and whether changes are allowed. */
export interface CallerOptions {
  readonly options: ReadonlyMap<string, string>
  readonly mayWrite: boolean
}

/** The characters of JSON that an answer has at most; a list gives its first members. */
const maxCharacters = 64 * 1024
/** The rows of a list that are given at most. */
const maxRows = 1000

/** Calls operations of one store; a connection for each surface stays open. */
export class Caller {
  readonly #options: CallerOptions
  readonly #connections = new Map<Entry["endpoint"]["surface"], Promise<Connection>>()

  constructor(options: CallerOptions) {
    this.#options = options
  }

  /** Calls an operation; a refusal is an error whose message names each wrong parameter. */
  async call(entry: Entry, parameters: Readonly<Record<string, unknown>>): Promise<Answered> {
    const { endpoint, id } = entry
    if (endpoint.method !== "GET" && !this.#options.mayWrite)
      throw new Error(`${id} changes the store, and this server only reads: run bottega mcp --write to allow changes.`)
    if (endpoint.endless) throw new Error(`${id} does not end by itself: use the tool follow.`)
    if (endpoint.answer === "bytes") throw new Error(`${id} answers with a file, which this tool cannot show.`)
    return this.#connected(entry, async (connection) => {
      const given = await withShop(connection, entry, this.#options.options, parameters)
      const method = methodOf(connection, entry)
      if (endpoint.answer === "stream") return await firstRows(method.all(given))
      const { data, headers } = await method(given, {}).withResponse()
      const next = new URLSearchParams(nextQueryOf(headers["link"])).get("cursor")
      return { ...(await bounded(data)), ...(next === null ? {} : { next }) }
    })
  }

  /** Waits for what happens in a shop. */
  follow(asked: Followed): ReturnType<typeof firstEntries> {
    return this.#connected(followEntries, (connection) => firstEntries(connection, this.#options.options, asked))
  }

  async #connected<A>(entry: Entry, use: (connection: Connection) => Promise<A>): Promise<A> {
    const connection = await this.#connect(entry)
    try {
      return await use(connection)
    } catch (error) {
      throw error instanceof BottegaError ? new Error(sentenceOf(error)) : error
    }
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#connections.values())
    await Promise.all(open.map((one) => (one.status === "fulfilled" ? one.value.close() : undefined)))
  }

  #connect(entry: Entry): Promise<Connection> {
    const { surface } = entry.endpoint
    const open = this.#connections.get(surface) ?? connect(entry, this.#options.options)
    this.#connections.set(surface, open)
    // A store that cannot be opened now may be opened later.
    open.catch(() => this.#connections.delete(surface))
    return open
  }
}

/** The first rows of a list, which is read no further than they are shown. */
const firstRows = async (rows: AsyncIterable<unknown>): Promise<Answered> => {
  const shown: Array<unknown> = []
  let left = maxCharacters
  for await (const row of rows) {
    left -= safeJson(row).length + 1
    if (left < 0 || shown.length === maxRows) return { answer: shown, cut: cutAfter(shown.length) }
    shown.push(row)
  }
  return { answer: shown }
}

const cutAfter = (rows: number): string => `There are more than these ${rows} rows; ask for fewer rows or fields.`

const bounded = async (data: unknown): Promise<Answered> => {
  if (Array.isArray(data)) return firstRows(oneByOne(data))
  const text = safeJson(data)
  if (text.length <= maxCharacters) return { answer: data }
  return {
    answer: text.slice(0, maxCharacters),
    cut: `The answer has ${text.length} characters; this is its beginning.`
  }
}

async function* oneByOne(rows: ReadonlyArray<unknown>): AsyncGenerator<unknown> {
  yield* rows
}

const sentenceOf = ({ details, message, status, type }: BottegaError): string => {
  const named = details.map(({ message, path }) => (path === "" ? message : `${path}: ${message}`))
  return [`${status} ${type}: ${message}`, ...named].join("\n")
}

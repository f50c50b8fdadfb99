/** `bottega logs`: prints the last requests of a server, and those that follow. */
import { styleText } from "node:util"
import { BottegaError } from "@bottega/client"
import { contract } from "@bottega/domain/areas"
import type { ListedRequest } from "@bottega/domain/areas/requests"
import { entries } from "@bottega/domain/contract"
import { variableOf } from "@bottega/server/config"
import { withShop } from "./call.ts"
import type { Invocation } from "./command.ts"
import { connect, failureAt, needsServer } from "./connect.ts"
import type { Connection } from "./connection.ts"
import { followEntries, followed, pause, placeOfNow } from "./listen/place.ts"
import { stores } from "./options.ts"
import { say, write } from "./output.ts"
import { safeJson, sanitized } from "./table.ts"
import { Usage } from "./usage.ts"

const list = entries(contract).find(({ id }) => id === "requests.list")!

/** The requests that are printed at first. */
const firstCount = 20

interface Wanted {
  readonly shop: string
  readonly status?: number
  readonly path?: string
}

/** Prints requests, the oldest first; with --follow until it is interrupted. */
export const run = async ({ options }: Invocation): Promise<number> => {
  const [status, path] = [statusOf(options.get("status")), options.get("path")]
  const url = options.get("url") ?? process.env[variableOf("url")]
  if (!url || stores.some(({ name }) => options.has(name))) throw needsServer("logs")
  const connection = await connect(list, options)
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once("SIGINT", end).once("SIGTERM", end)
  try {
    const { shop } = (await withShop(connection, followEntries, options, {})) as { readonly shop: string }
    const wanted = { shop, ...(status === undefined ? {} : { status }), ...(path === undefined ? {} : { path }) }
    const line = options.has("json") ? (one: ListedRequest) => `${safeJson(one)}\n` : lineOf
    const show = (one: ListedRequest) => write(line(one))
    if (options.has("follow")) await printAll(connection, wanted, show, ending.signal)
    else for (const one of (await lastOf(connection, wanted)).toReversed()) await show(one)
    return 0
  } catch (error) {
    throw await failureAt(error, connection)
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end)
    await connection.close()
  }
}

const lastOf = ({ client }: Connection, wanted: Wanted) => client.requests.list({ ...wanted, limit: firstCount })

/** Prints the last requests, and those that follow until the signal; the last ones again once their place is lost. */
const printAll = async (
  connection: Connection,
  wanted: Wanted,
  show: (one: ListedRequest) => Promise<void>,
  signal: AbortSignal
): Promise<void> => {
  const onBreak = (reason: string) => say(`${sanitized(reason)} Trying again.`)
  const onReturn = () => say("The connection works again.")
  let known = new Set<string>()
  while (!signal.aborted) {
    // Before the list, so that no request is between both; one that comes between is in both. Its id alone does not tell that,
    // because callers choose ids and may repeat them.
    const after = await placeOfNow(connection, { shop: wanted.shop, topics })
    const last = await lastOf(connection, wanted)
    const showNew = async (one: ListedRequest) => (known.delete(safeJson(one)) ? undefined : show(one))
    for (const one of last.toReversed()) await showNew(one)
    known = new Set(last.map(safeJson))
    try {
      for await (const entry of followed(connection, { shop: wanted.shop, topics, after, signal, onBreak, onReturn }))
        if (entry.topic === "requests" && isWanted(entry.request, wanted)) await showNew(entry.request)
    } catch (error) {
      if (!(error instanceof BottegaError && error.status === 409)) throw error
      say("The server does not keep all requests since the last one; these are its last.")
      // Several processes may share an address, each with requests of its own; the next one may not know the place either.
      await pause(lostPauseMs, signal)
    }
  }
}
/** The time before a lost place is looked for again. */
const lostPauseMs = 1000
const topics = ["requests"] as const

const isWanted = (one: ListedRequest, { path, status }: Wanted): boolean =>
  (status === undefined || status === (status < 10 ? Math.floor(one.status / 100) : one.status)) &&
  (path === undefined || one.path.includes(path))

/** `404` is one status, `4xx` all from 400 to 499, which the operation takes as 4. */
const statusOf = (given: string | undefined): number | undefined => {
  if (given === undefined) return undefined
  const [, digits] = /^([1-5](?=xx$)|[1-5]\d\d$)/i.exec(given) ?? []
  if (digits === undefined) throw new Usage("--status must be a status such as 404, or 4xx for all from 400 to 499.")
  return Number(digits)
}

const lineOf = ({ key, method, ms, path, requestId, status, ts }: ListedRequest): string => {
  const colour = status >= 500 ? "red" : status >= 400 ? "yellow" : "green"
  const shown = styleText(colour, String(status), { stream: process.stdout })
  const time = new Date(ts * 1000).toTimeString().slice(0, 8)
  const who = key === null ? "" : key.startsWith("person:") ? key : key.slice(0, 8)
  return `${time}  ${shown}  ${`${ms} ms`.padStart(10)}  ${method.padEnd(6)} ${sanitized(path)}  ${requestId}  ${who}`
    .trimEnd()
    .concat("\n")
}

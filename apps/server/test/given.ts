/** A server over an empty store in memory, with a shop and its key sets, for the tests of what HTTP adds to the service. */
import { type Any, clearable, del, get, Int, post, put, reader, Text } from "@bottega/domain/contract"
import {
  allCollections,
  digest,
  makeRedaction,
  makeService,
  type Operation,
  type Service,
  type ServiceOptions
} from "@bottega/service"
import type { Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime, Schema } from "effect"
import type { Log, RequestLine } from "../src/log/log.ts"
import type { ServerOptions } from "../src/options.ts"
import { createServer } from "../src/server.ts"

export const token = "t".repeat(64)
export const operator = { authorization: `Bearer ${token}` }

/** A log that is kept, to be looked at. */
export interface Kept extends Log {
  readonly lines: Array<RequestLine>
  readonly defects: Array<unknown>
}

export const keptLog = (): Kept => {
  const lines: Array<RequestLine> = []
  const defects: Array<unknown> = []
  const nothing = () => {}
  return {
    ...makeRedaction(),
    lines,
    defects,
    request: (line) => lines.push(line),
    defect: (cause, requestId) => defects.push({ cause, requestId }),
    fatal: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    dropped: () => 0,
    flush: nothing
  }
}

export interface Options extends ServiceOptions, Partial<ServerOptions> {
  /** What is done to the service before it is mounted: tests add operations, or break some. */
  readonly change?: (service: Service) => Service
  /** The data file; without it the store is in memory. */
  readonly file?: string
}

/** The server; its store is empty, unless it is a file that has documents. */
export const given = async ({ change = (service) => service, file, ...options }: Options = {}) => {
  const log = keptLog()
  const adapter = adapters.find(({ name }) => name === (file === undefined ? "memory" : "sqlite"))!
  const runtime = ManagedRuntime.make(adapter.open(file ?? "", allCollections))
  const service = await runtime.runPromise(
    makeService({ onDefect: (cause, id) => log.defect(cause, id), ...options, tokenDigest: digest(token) })
  )
  const changed = change(service)
  const server = createServer(changed, { log, ready: Effect.void, ...options })
  await server.app.ready()
  return {
    ...server,
    log,
    operations: changed.operations,
    /** Runs an effect on the server's store. */
    stored: <A, E>(effect: Effect.Effect<A, E, Storage>) => runtime.runPromise(effect),
    /** Ends all that a server ends, its decoders too: the next file may have the same thread. */
    close: async () => {
      await server.drain(0)
      await Effect.runPromise(service.close)
      await runtime.dispose()
    }
  }
}

/** A shop and its two key sets, as the headers that carry them. */
export const opened = async ({ app }: Pick<Awaited<ReturnType<typeof given>>, "app">) => {
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: "POST", url: `/control/v1${url}`, headers: operator, payload })).json()
  const { id } = await post("/shops/shop.json", { name: "Bottega", modules: ["b2b"] })
  const pair = async (permission: string) => {
    const { exchange, key } = await post("/keys/key.json", { shop: id, permission })
    return { key, exchange } as { readonly key: string; readonly exchange: string }
  }
  return { shop: id as string, writing: await pair("read-write"), reading: await pair("read") }
}

/** An operation of tests alone. */
export const operation = (endpoint: Any, handle: (input: never) => Effect.Effect<unknown>): Operation => ({
  area: "tests",
  name: endpoint.path,
  id: `tests.${endpoint.path}`,
  endpoint,
  ...reader((endpoint.input as Schema.Top).ast),
  handle: handle as unknown as Operation["handle"]
})

const fields = {
  text: Schema.optionalKey(clearable(Text)),
  n: Schema.optionalKey(Int),
  list: Schema.optionalKey(Schema.Array(Text)),
  item: Schema.optionalKey(Schema.Array(Schema.Struct({ sku: Text, n: Schema.optionalKey(Int) })))
}
const declared = { summary: "Say it again.", input: fields, output: Schema.Unknown }

/** `/echo.json`: answers with the parameters it was given, by every method. */
export const echoes: ReadonlyArray<Operation> = [
  operation(get("/echo.json", declared), (input) => Effect.succeed(input)),
  ...[post, put, del].map((declare) =>
    operation(declare("/echo.json", declared), (input) => Effect.succeed({ answer: input, writes: [] }))
  )
]

/** Adds operations to a service. */
export const adding =
  (...operations: ReadonlyArray<Operation>) =>
  (service: Service): Service => ({ ...service, operations: [...service.operations, ...operations] })

/**
 * An installation on which suites run: one adapter under one surface, with any number of shops. Its limits are so high
 * that no suite reaches them unintentionally; a `twin` has the given limits.
 */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Bottega } from "@bottega/client"
import { hasFile, multipartOf } from "@bottega/client/sent"
import type { Transport } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { type Policies, policies } from "@bottega/domain/throttle"
import { allCollections, digest } from "@bottega/service"
import { Storage } from "@bottega/storage"
import type { AdapterEntry } from "@bottega/storage/adapters"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { checked } from "./checked.ts"
import { standing } from "./clock.ts"
import type { Answer, MovableClock, Pair, Request, Settings, Store, TwinOptions } from "./surface.ts"
import type { Serve, Served, Serving } from "./surfaces.ts"
import { faithful } from "./written.ts"

/** An installation under test. */
export interface Ground {
  /** Opens a fresh shop on it. */
  readonly open: () => Promise<Store>
  readonly close: () => Promise<void>
}

/**
 * How many further handles on a store its twins take turns with: as many as one test has twins at once. Opening a store checks
 * each of its collections, which on a database server takes longer than most tests.
 */
const maxOthers = 2

/** Starts an installation of an adapter under a surface; with `delivers` its first service delivers events all along. */
export const ground = async (
  adapter: AdapterEntry,
  serve: Serve,
  { delivers }: Pick<Served, "delivers"> = {}
): Promise<Ground> => {
  const { clear, location } = await placeFor(adapter)
  const scope = Effect.runSync(Scope.make())
  const opened = () => Effect.runPromise(Layer.buildWithScope(adapter.open(location, allCollections), scope))
  const first = watched(await opened())
  const others: Array<ReturnType<typeof opened>> = []
  let twins = 0
  /** A store as another process has it; if the store cannot be shared, the services share the open one. */
  const elsewhere = async (): Promise<Context.Context<Storage>> => {
    const turn = twins++ % maxOthers
    return adapter.sharable ? watched(await (others[turn] ??= opened())) : first
  }
  const token = randomBytes(16).toString("hex")
  const servings: Array<Serving> = []
  const instance = async (
    { policies = generous }: TwinOptions = {},
    storage = first
  ): Promise<Pick<Serving, "transport" | "work">> => {
    const common = { clock: time.service, tokenDigest: digest(token), policies }
    const serving = await serve({ ...common, storage, delivers: delivers && servings.length === 0 })
    servings.push(serving)
    return { transport: checked(serving.transport), work: serving.work }
  }
  const { transport, work } = await instance()
  const twin = async (options?: TwinOptions) => instance(options, await elsewhere())
  const operator = client(transport, { token })
  const stranger = (await shopOf(operator)).api
  return {
    open: () => storeOf({ transport, work, token, stranger, twin }),
    close: async () => {
      for (const serving of servings) await serving.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await clear()
    }
  }
}

/** The store with checks of its own. A process keeps what it knows of a store by this object: each twin begins without any. */
const watched = (opened: Context.Context<Storage>): Context.Context<Storage> =>
  Context.make(Storage, faithful(Context.get(opened, Storage)))

/** A location for a store that does not exist yet, and a function that removes it. */
const placeFor = async ({
  needs
}: AdapterEntry): Promise<{ readonly location: string; readonly clear: () => unknown }> => {
  if (needs === "uri") {
    const { openDatabase } = await import("@bottega/mongo-stand-in/shared")
    const { close, uri } = await openDatabase("conformance")
    return { location: uri, clear: close }
  }
  const folder = mkdtempSync(join(tmpdir(), "bottega-conformance-"))
  return { location: join(folder, "store"), clear: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * All installations of a process share one clock, because they share the source of ids. It begins a day ahead, so that
 * workers and database servers, which have the platform's clock, never find something expired before the tests do.
 */
const time = standing(Date.now() + 86_400_000)

/** The specified limits, raised beyond the needs of suites that do not test them. */
const generous: Policies = {
  ...policies,
  updates: { ...policies.updates, limit: 100_000 },
  account: { ...policies.account, limit: 100_000 }
}

/** A client that tries once, so that a test sees the actual answer. */
export const client = (transport: Transport, credentials: Partial<Pair> & { readonly token?: string }): Bottega =>
  new Bottega({ transport, ...credentials, retries: 0, maxWaitMs: 0 })

/** A shop, and the pairs of its key sets. */
export interface Opened {
  readonly shop: Store["shop"]
  readonly api: Pair
  readonly reader: Pair
}

let opened = 0
const shopOf = async (operator: Bottega, settings: Settings = {}): Promise<Opened> => {
  const shop = await operator.shops.create({ name: `Shop ${++opened}`, ...settings })
  const api = await operator.keys.create({ shop: shop.id, permission: "read-write" })
  const reader = await operator.keys.create({ shop: shop.id, permission: "read" })
  return { shop, api, reader }
}

/** What the shops of an installation are reached through. */
export interface Parts {
  readonly transport: Transport
  readonly work: Store["work"]
  readonly token: string
  readonly stranger: Pair
  readonly twin: (options?: TwinOptions) => Promise<Pick<Serving, "transport" | "work">>
  /** The clock of the services; that of all tests by default. */
  readonly clock?: MovableClock
}

const storeOf = async (parts: Parts, settings?: Settings): Promise<Store> =>
  seenBy(parts, await shopOf(client(parts.transport, { token: parts.token }), settings))

/** A shop as one instance of the service shows it. */
export const seenBy = (parts: Parts, { api, reader, shop }: Opened): Store => {
  const { clock = time.clock, stranger, token, transport, work } = parts
  const pairs = { api, reader, stranger }
  return {
    api: client(transport, api),
    reader: client(transport, reader),
    stranger: client(transport, stranger),
    operator: client(transport, { token }),
    shop,
    pairs,
    as: (pair) => client(transport, pair),
    withShop: (settings) => storeOf(parts, settings),
    twin: async (options) => seenBy({ ...parts, ...(await parts.twin(options)) }, { api, reader, shop }),
    send: (request) => sendOver(transport, credentials(pairs, token, request.as ?? "api"), request),
    clock,
    work
  }
}

const credentials = (pairs: Store["pairs"], token: string, who: NonNullable<Request["as"]>): Record<string, string> => {
  if (who === "nobody") return {}
  if (who === "operator") return { authorization: `Bearer ${token}` }
  const { exchange, key } = pairs[who]
  return { key, exchange }
}

const formOf = (given: string | object = ""): string =>
  typeof given === "string" ? given : new URLSearchParams(format(given)).toString()

const bodyOf = (given: Request["body"]): string | FormData | undefined => {
  if (given === undefined || given instanceof FormData) return given
  return typeof given === "object" && hasFile(given) ? multipartOf(given) : formOf(given)
}

const sendOver = async (transport: Transport, shown: Record<string, string>, request: Request): Promise<Answer> => {
  const { headers = {}, method, path, query } = request
  const body = bodyOf(request.body)
  const { text, ...received } = await transport({
    method,
    path,
    query: formOf(query),
    headers: {
      ...shown,
      ...(typeof body !== "string" ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      ...headers
    },
    body
  })
  const answer = await text()
  return { status: received.status, headers: received.headers, text: answer, json: parsed(answer) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A store in this process that a client calls like a server: with the same text on the wire, the same answers and
 * refusals, and no socket.
 */
import { clockEndMs } from "@bottega/domain/areas/clock"
import { defaultKeep, type RetentionDays, type Transport } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { type Storage, type Unavailable, withLease } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { type Cause, Clock, Effect, ManagedRuntime } from "effect"
import type { MailSettings } from "./areas/mail/settings.ts"
import { allCollections } from "./collections.ts"
import { unreferenced } from "./engine/background/unreferenced.ts"
import { supervise } from "./engine/background/workers.ts"
import { digest, secret } from "./engine/ids.ts"
import type { Service } from "./engine/service.ts"
import { inProcessTransport } from "./in-process.ts"
import { convertDocuments } from "./maintenance/shapes.ts"
import * as rule from "./options.ts"
import { senderOf } from "./outbound/mail/server.ts"
import { type Installation, type InstallationOptions, makeService } from "./service.ts"
import { workersOf } from "./workers.ts"

/** The options of a store in this process. */
export interface EmbeddedOptions extends Omit<InstallationOptions, "tokenDigest" | "workbench" | "mail"> {
  /** The name of an adapter of `@bottega/storage`: `memory` by default; `sqlite` or `mongo` with a `location`. */
  readonly storage?: string
  /** Where the adapter keeps the store: the path of a file, or a connection string. */
  readonly location?: string
  /** The name of the shop that is opened if the store has none. */
  readonly name?: string
  /** The days for which events, messages and movements of stock are kept; 30, 90 and 400 by default. */
  readonly keep?: Partial<RetentionDays>
  /** Where mail is sent; without it messages are kept and not sent. */
  readonly mail?: MailSettings
}

/** A store in this process with a shop; `new Bottega(store)` is a client of it with full permission. */
export interface Embedded {
  readonly transport: Transport
  /** The id of the store's first shop. */
  readonly shop: string
  /** A key set of the shop that may read and write, and one that may only read; `close` revokes both. */
  readonly key: string
  readonly exchange: string
  readonly readKey: string
  readonly readExchange: string
  /** The operator's token, with which a client opens further shops and issues key sets. */
  readonly token: string
  /**
   * Closes the store; again, it does nothing. Answered changes stay stored, unless the adapter is `memory`; calls that are not
   * answered by then are rejected, and so are later ones.
   */
  readonly close: () => Promise<void>
}

/** Opens a store in this process, with a shop and key sets for it. */
export const embedded = async (options: EmbeddedOptions = {}): Promise<Embedded> => (await opened(options)).store

/** The same with its service, which may also be served over HTTP; the store is closed after that has ended. */
export const opened = async (options: EmbeddedOptions = {}): Promise<{ store: Embedded; service: Installation }> => {
  const { location = "", storage = "memory" } = options ?? {}
  const adapter = adapters.find((one) => one.name === storage)
  const isLost = location === "" && (adapter?.needs ?? "nothing") !== "nothing"
  rule.requireOptions(options, rules, isLost ? [`The ${storage} store needs a location.`] : [])
  const runtime = ManagedRuntime.make(adapter!.open(location, allCollections))
  try {
    return await begun(runtime, options)
  } catch (error) {
    // A connection to the store would keep the process alive.
    await runtime.dispose()
    throw error
  }
}

const count = rule.whole(1, Number.MAX_SAFE_INTEGER)
const mail = {
  server: rule.value((given) => typeof given === "object", "must be what smtpServerOf reads"),
  from: rule.read(senderOf),
  perMinute: count,
  atOnce: count,
  atOnceOfShop: count
}

const rules: rule.Rules<EmbeddedOptions> = {
  storage: rule.oneOf(...adapters.map(({ name }) => name)),
  location: rule.text,
  name: rule.text,
  keep: rule.keep,
  mail: rule.record(mail, ["server", "from"]),
  beginning: rule.record({ atMs: rule.whole(0, clockEndMs - 1), isStill: rule.truth }, ["atMs", "isStill"]),
  policies: rule.ownPolicies,
  throttle: rule.truth,
  allowPrivateUrls: rule.truth,
  onDefect: rule.callback,
  onUnavailable: rule.callback
}

type Runtime = ManagedRuntime.ManagedRuntime<Storage, Unavailable>

const begun = async (runtime: Runtime, { keep, mail, name = "Bottega", ...rest }: EmbeddedOptions) => {
  await runtime.runPromise(convertDocuments())
  const token = await runtime.runPromise(secret)
  const service = await runtime.runPromise(makeService({ ...rest, mail, workbench: true, tokenDigest: digest(token) }))
  let isClosed = false
  const run = async <A>(effect: Effect.Effect<A>): Promise<A> => {
    try {
      return await runtime.runPromise(effect)
    } catch (cause) {
      // What a runtime says then is not for a caller.
      throw isClosed ? new TypeError("The store was closed.", { cause }) : cause
    }
  }
  const transport = inProcessTransport(service, run)
  const operate = operator(transport, token)
  const firstShop = async () => (await operate("GET", "/shops/list.json", {}))[0]
  const made = Effect.promise(async () => (await firstShop()) ?? (await operate("POST", "/shops/shop.json", { name })))
  // Two that open a new store at once have one shop, as two servers have. A holder that stalled has lost the lease: another one made it.
  const alone = withLease("credentials", made, { beat: "100 millis", misses: 50 })
  const shop: string = ((await firstShop()) ?? (await runtime.runPromise(alone)) ?? (await firstShop())).id
  const issue = (permission: string) => operate("POST", "/keys/key.json", { shop, permission, label: "embedded" })
  const [write, read] = [await issue("read-write"), await issue("read")]
  const settings = {
    keep: { ...defaultKeep, ...keep },
    policies: rest.policies ?? policies,
    mail,
    allowPrivateUrls: rest.allowPrivateUrls
  }
  const onFailure = (cause: Cause.Cause<unknown>, worker: string) => rest.onDefect?.(cause, worker)
  const workers = await runtime.runPromise(
    Effect.provideService(supervise(workersOf(settings, service), { onFailure }), Clock.Clock, unreferenced)
  )
  if (service.clock !== undefined) service.clock.idle = workers.idle
  const end = async () => {
    await runtime.runPromise(workers.drain(5000))
    try {
      for (const { key } of [write, read]) await operate("DELETE", "/keys/key.json", { key, all: "1" })
    } finally {
      await runtime.runPromise(service.close)
      isClosed = true
      await runtime.dispose()
    }
  }
  let ended: Promise<void> | undefined
  const close = () => (ended ??= end())
  const pairs = { key: write.key, exchange: write.exchange, readKey: read.key, readExchange: read.exchange }
  return { store: { transport, shop, ...pairs, token, close }, service }
}

/** An address that signs in as the operator, once and within ten minutes; `undefined` if the store takes no code now. */
export const signInAddress = (service: Service, base: string, token: string): Effect.Effect<string | undefined> =>
  Effect.tryPromise(async () => {
    const run = <A>(effect: Effect.Effect<A>) => Effect.runPromise(effect)
    const { url } = await operator(inProcessTransport(service, run, base), token)("POST", "/session/code.json", {})
    return url as string
  }).pipe(Effect.orElseSucceed(() => undefined))

/**
 * A code that signs in to a demo shop once and within ten minutes, as a person who owns it: like the demo's keys, it opens no other
 * shop. That person is made at the first call. `undefined` if the store takes no code now.
 */
export const demoCode = (service: Service, token: string, shop: string): Effect.Effect<string | undefined> =>
  Effect.tryPromise(async () => {
    const operate = operator(
      inProcessTransport(service, (effect) => Effect.runPromise(effect)),
      token
    )
    const known = async (): Promise<string | undefined> =>
      (await operate("GET", "/people/list.json", { shop })).find(({ email }: Owner) => email === demoPerson.email)?.id
    // Two browsers may be first at once.
    const made = async (): Promise<string | undefined> =>
      (await operate("POST", "/people/person.json", { shop, ...demoPerson }).catch(() => undefined))?.id ?? known()
    const person = (await known()) ?? (await made())
    return person && (await operate("POST", "/session/code.json", { shop, person })).code
  }).pipe(Effect.orElseSucceed(() => undefined))

const demoPerson = { email: "demo@example.com", name: "Demo", role: "owner" }
type Owner = Pick<typeof demoPerson, "email">

/** Makes a call as the operator, with a path below `/control/v1`; rejects if it is refused. */
// biome-ignore lint/suspicious/noExplicitAny: this process encoded the answer itself
export type Operate = (method: string, path: string, parameters: Record<string, string>) => Promise<any>

/** Makes calls as the operator, without a client. */
export const operator =
  (transport: Transport, token: string): Operate =>
  async (method, path, parameters) => {
    const form = new URLSearchParams(parameters).toString()
    const { status, text } = await transport({
      method,
      path: `/control/v1${path}`,
      query: method === "GET" ? form : "",
      headers: { authorization: `Bearer ${token}` },
      body: method === "GET" ? undefined : form
    })
    const answer = await text()
    if (status !== 200) throw new Error(`${method} ${path} was refused: ${answer}`)
    return JSON.parse(answer)
  }

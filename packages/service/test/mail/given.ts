/** A shop on a store that sends mail, a clock that a test moves, and SMTP servers with faults at any step. */
import type { Readable } from "node:stream"
import { defaultKeep } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { policies } from "@bottega/domain/throttle"
import { type Adapter, retryOnConflict, Storage } from "@bottega/storage"
import { Cause, Clock, Effect, Exit } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import type { MailSettings } from "../../src/areas/mail/settings.ts"
import { digest } from "../../src/engine/ids.ts"
import { shops, trusted } from "../../src/engine/trusted.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { makeService } from "../../src/service.ts"
import { workersOf } from "../../src/workers.ts"
import { type Opened, open } from "../maintenance/given.ts"

export { hasty, patient, settingsFor } from "./settings.ts"

/** A message as a server received it. */
export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly text: string
}

/** What a server does at a step: nothing, or it refuses with a status, or it hangs, for ever or until a promise is kept. */
export type Fault = number | "hang" | Promise<unknown> | undefined

/** The steps of a session at which a server can fail. */
export const steps = ["connect", "auth", "mail", "rcpt", "data"] as const
export type Step = (typeof steps)[number]

/** A server that takes messages, unless `faults` says otherwise. */
export class TestServer {
  readonly received: Array<Received> = []
  readonly faults: Partial<Record<Step, Fault>> = {}
  /** Faults of single recipients. */
  readonly refused = new Map<string, Fault>()
  /** Whether it refuses each message for now, with a reply that quotes the message. */
  quotes?: boolean
  sessions = 0
  /** Sessions that have not ended. */
  open = 0
  readonly #server: SMTPServer
  port = 0

  constructor(options: SMTPServerOptions = {}) {
    const at =
      (step: Step) =>
      (done: (error?: Error | null) => void, fault: Fault = this.faults[step]) => {
        if (fault === "hang") return
        if (fault instanceof Promise) return void fault.then(() => done())
        if (fault === undefined) return done()
        done(Object.assign(new Error(`refused at ${step}`), { responseCode: fault }))
      }
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: options.secure || options.key ? [] : ["STARTTLS"],
      closeTimeout: 100,
      logger: false,
      ...options,
      onConnect: (_, done) => {
        this.sessions++
        this.open++
        at("connect")(done)
      },
      onClose: () => void this.open--,
      onAuth: ({ password, username }, _, done) =>
        at("auth")((error) =>
          done(error ?? (password === "right" ? null : new Error("wrong password")), { user: username })
        ),
      onMailFrom: (_, __, done) => at("mail")(done),
      onRcptTo: ({ address }, _, done) => at("rcpt")(done, this.refused.get(address) ?? this.faults.rcpt),
      onData: (stream, { envelope }, done) => {
        void textOf(stream).then((text) => {
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
          this.received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
          const quoted =
            text.replace(/=?\r\n/g, "").match(/console#.*?</)?.[0] ?? text.replace(/\r\n/g, " ").slice(-2000)
          if (this.quotes) return done(Object.assign(new Error(quoted), { responseCode: 451 }))
          at("data")((error) => done(error ?? null))
        }, done)
      }
    })
    this.#server.on("error", () => {})
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    this.port = (this.#server.server.address() as { readonly port: number }).port
    return this
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

const textOf = async (stream: Readable): Promise<string> => {
  const pieces: Array<Buffer> = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** A header of a message, unfolded. */
export const headerOf = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, "im").exec(text.replace(/\r\n[ \t]+/g, " ").split("\r\n\r\n", 1)[0]!)?.[1]

/** A shop, calls on it, and its worker of mail, which runs once each time that a test calls `work`. */
export const begin = async (
  mail: MailSettings | undefined,
  {
    before,
    elapsedNs = () => real.monotonicTimeNanosUnsafe(),
    store = open("memory")
  }: { readonly store?: Opened; readonly before?: Adapter["commit"]; readonly elapsedNs?: () => bigint } = {}
) => {
  const whole = await store.run(Effect.map(Storage, (storage) => storage))
  const used: Adapter = before === undefined ? whole : { ...whole, commit: before }
  let now = real.currentTimeMillisUnsafe() + 86_400_000
  const clock: Clock.Clock = {
    sleep: (duration) => real.sleep(duration),
    monotonicTimeNanosUnsafe: elapsedNs,
    monotonicTimeNanos: Effect.sync(elapsedNs),
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n)
  }
  const service = await Effect.runPromise(
    Effect.provideService(
      makeService({ mail, tokenDigest: digest("t"), onDefect: (cause) => console.error(Cause.pretty(cause)) }),
      Storage,
      whole
    )
  )
  const run = <A>(effect: Effect.Effect<A>) => Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  const calling =
    (transport: ReturnType<typeof inProcessTransport>) =>
    async (method: string, path: string, given: object = {}) => {
      const sent = new URLSearchParams(format(given)).toString()
      const { status, text } = await transport({
        ...{ method, path, query: method === "GET" ? sent : "", body: method === "GET" ? undefined : sent },
        headers: { authorization: "Bearer t" }
      })
      const json = JSON.parse(await text())
      if (status !== 200) throw new Error(json.message)
      return json
    }
  const operator = calling(inProcessTransport(service, run))
  const shopOf = async (settings: object) => {
    const { id } = await operator("POST", "/control/v1/shops/shop.json", {
      name: "Tests",
      mail_customers: 1,
      ...settings
    })
    const shop = (await store.run(shops)).find((one) => one.id === id)!
    const call = calling(inProcessTransport(trusted(service, shop), run))
    /** Makes an order of a buyer, of whom a shop without addresses writes one message. */
    const order = async (billing_email: string): Promise<string> =>
      (await call("POST", "/v1.1/orders/order.json", { ...sample, billing_email })).order_id
    const messages = (asked: object = {}) =>
      operator("GET", "/control/v1/mail/list.json", { shop: id, limit: 1000, ...asked })
    return { id: shop.id, call, order, messages }
  }
  const worker = workersOf({ keep: defaultKeep, policies, mail }, service).find(({ name }) => name === "mail")!
  const runs = (adapter: Adapter) =>
    worker
      .run(retryOnConflict, Effect.void)
      .pipe(Effect.provideService(Storage, adapter), Effect.provideService(Clock.Clock, clock))
  return {
    operator,
    shopOf,
    service,
    storage: whole,
    worker,
    clock,
    /** One run of the worker; true if it succeeded. */
    work: async (adapter = used): Promise<boolean> => Exit.isSuccess(await Effect.runPromiseExit(runs(adapter))),
    backlog: () =>
      Effect.runPromise(
        Effect.provideService(Effect.provideService(worker.backlog!, Storage, whole), Clock.Clock, clock)
      ),
    /** Moves the clock of calls and of the worker. */
    advance: (seconds: number) => void (now += seconds * 1000),
    now: () => now,
    close: async () => {
      await Effect.runPromise(service.close)
      await store.close()
    }
  }
}
export type Begun = Awaited<ReturnType<typeof begin>>

/** Runs the worker until a server has a message. Where times are hasty, a machine that stands still ends attempts before that. */
export const untilReceived = async ({ received }: TestServer, { advance, work }: Pick<Begun, "advance" | "work">) => {
  for (let tries = 1; received.length === 0 && tries < 9; tries++, advance(7200)) await work()
}

const real = Effect.runSync(Clock.clockWith(Effect.succeed))

const sample = {
  shipping_flag: "not_required",
  item_id: [{ sku: "MUG", price: 10, quantity: 1 }],
  shipping_method: "Courier",
  shipping_cost: 0,
  payment_method: "paypal"
}

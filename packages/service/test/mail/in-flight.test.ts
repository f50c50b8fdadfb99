/** What happens to a message while it is on its way: its process is stopped, it is erased of a person, it is sent again. */
import { collections } from "@bottega/domain/areas"
import { type Adapter, all, installation, retryOnConflict, Storage, withLease } from "@bottega/storage"
import { Clock, Duration, Effect, Fiber } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { bodyOf } from "../../src/outbound/mail/body.ts"
import { type Begun, begin, settingsFor, TestServer } from "./given.ts"

const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A message for Anna that is on its way, to a server that waits at a step until `goOn`. */
const onItsWay = async (
  step: "rcpt" | "data",
  clockOf = (clock: Clock.Clock) => clock,
  storageOf = (storage: Adapter) => storage
) => {
  const server = await new TestServer().listen()
  closing.push(() => server.close())
  const begun = await begin(settingsFor(server.port))
  closing.push(begun.close)
  const shop = await begun.shopOf({})
  await shop.order("anna@posta.it")
  const waiting = Promise.withResolvers<void>()
  server.faults[step] = waiting.promise
  const process = { worker: begun.worker, storage: storageOf(begun.storage) }
  const fiber = Effect.runFork(leased(process, clockOf(begun.clock)))
  await expect.poll(() => (step === "rcpt" ? server.sessions : server.received.length), { timeout: 60_000 }).toBe(1)
  const goOn = async () => {
    waiting.resolve()
    await Effect.runPromise(Fiber.await(fiber))
  }
  const id = (await shop.messages())[0].id as string
  const resend = () => begun.operator("POST", "/control/v1/mail/resend.json", { shop: shop.id, id })
  return { server, shop, goOn, resend, ...begun }
}

/** One run of the worker in a process of its own, under its lease. */
const leased = ({ storage, worker }: Pick<Begun, "storage" | "worker">, clock: Clock.Clock) =>
  withLease("mail", worker.run(retryOnConflict, Effect.void)).pipe(
    Effect.provideService(Storage, storage),
    Effect.provideService(Clock.Clock, clock)
  )

/** The clock of a process that can be stopped: its timers wait until it goes on, and its monotonic time has passed meanwhile. */
const stoppable = () => {
  let [passedNs, going] = [0n, Promise.resolve()]
  const of = (clock: Clock.Clock): Clock.Clock => ({
    ...clock,
    sleep: (duration) =>
      Effect.andThen(
        clock.sleep(duration),
        Effect.promise(() => going)
      ),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe() + passedNs
  })
  const stop = (seconds: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    going = promise
    passedNs += BigInt(seconds) * 1_000_000_000n
    return resolve
  }
  return { of, stop }
}

const queueOf = ({ storage }: Pick<Begun, "storage">) =>
  Effect.runPromise(Effect.provideService(all(installation, collections.mailQueue), Storage, storage))

describe("a process that is stopped in the middle of an attempt", () => {
  it("delivers nothing that another process has delivered meanwhile", async () => {
    const process = stoppable()
    const { clock, goOn, server, shop, ...begun } = await onItsWay("rcpt", process.of)
    const resume = process.stop(20)
    delete server.faults.rcpt
    // The other process waits its sixteen seconds in a hundredth of the time.
    const fast: Clock.Clock = { ...clock, sleep: () => clock.sleep(Duration.millis(20)) }
    await Effect.runPromise(leased(begun, fast))
    expect((await shop.messages())[0].state).toBe("sent")
    resume()
    await goOn()
    expect(server.received).toHaveLength(1)
    expect((await shop.messages())[0]).toMatchObject({ state: "sent", attempts: [{ ok: true }] })
  })

  it("ends the attempt before the content, even if no other process has said anything yet", async () => {
    const process = stoppable()
    const { goOn, server, shop } = await onItsWay("rcpt", process.of)
    const resume = process.stop(9)
    const going = goOn()
    await expect.poll(() => server.open, { timeout: 60_000 }).toBe(0)
    expect([server.received.length, (await shop.messages())[0].state]).toEqual([0, "queued"])
    resume()
    await going
    // It is sent once the lease is renewed.
    expect([server.received.length, server.sessions]).toEqual([1, 2])
    expect((await shop.messages())[0].state).toBe("sent")
  })

  it("leaves the content without its end", async () => {
    let [isHeld, withdrawn] = [true, 0]
    const maySend = { content: async () => true, end: () => isHeld }
    const { isBegun, stream } = bodyOf(Buffer.alloc(1024 * 1024), maySend, () => void withdrawn++)
    const ended = new Promise((resolve) => stream.once("end", () => resolve("end")))
    const read = new Promise((resolve) => stream.once("data", resolve))
    await read
    stream.pause()
    expect([isBegun(), withdrawn]).toEqual([true, 0])
    isHeld = false
    stream.resume()
    await expect.poll(() => withdrawn).toBe(1)
    expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))])).toBeUndefined()
    stream.destroy()
  })
})

describe("the erasure of a person", () => {
  it("that comes after the text was made and before it is sent leaves nothing to send", async () => {
    const { goOn, operator, server, shop, ...begun } = await onItsWay("rcpt")
    await operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, email: "anna@posta.it" })
    await goOn()
    expect([server.received, await shop.messages(), await queueOf(begun)]).toEqual([[], [], []])
  })

  it("leaves nothing in the queue if the attempt ends while the queue is looked at", async () => {
    const looks: Array<() => void> = []
    let isHeld = false
    const held = (storage: Adapter): Adapter => ({
      ...storage,
      find: (shop, collection, query) =>
        Effect.tap(storage.find(shop, collection, query), () =>
          isHeld && collection.name === collections.mailQueue.name && query.sort?.by === "due"
            ? Effect.callback<void>((resume) => void looks.push(() => resume(Effect.void)))
            : Effect.void
        )
    })
    const { goOn, operator, server, shop, storage } = await onItsWay("rcpt", undefined, held)
    isHeld = true
    // While an attempt is in progress, the run looks at the queue once in a second.
    await expect.poll(() => looks.length, { timeout: 60_000 }).toBe(1)
    await operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, email: "anna@posta.it" })
    const over = goOn()
    await expect.poll(() => server.open, { timeout: 60_000 }).toBe(0)
    isHeld = false
    for (const goesOn of looks) goesOn()
    await over
    expect([server.received, await queueOf({ storage })]).toEqual([[], []])
  })
})

describe("a message that is sent again while it is on its way", () => {
  it.each(["rcpt", "data"] as const)("and is at %s arrives once", async (step) => {
    const { goOn, resend, server, shop, work, ...begun } = await onItsWay(step)
    await resend()
    await goOn()
    expect(await work()).toBe(true)
    expect(server.received).toHaveLength(1)
    expect((await shop.messages())[0]).toMatchObject({ state: "sent", next_at: null, attempts: [{ ok: true }] })
    expect(await queueOf(begun)).toEqual([])
  })

  it("is tried by the schedule from its beginning if this attempt fails", async () => {
    const { advance, goOn, resend, server, shop, work, ...begun } = await onItsWay("rcpt")
    await resend()
    server.faults.data = 450
    await goOn()
    expect((await shop.messages())[0]).toMatchObject({ state: "queued", attempts: [{ ok: false }] })
    expect(await queueOf(begun)).toHaveLength(1)
    delete server.faults.data
    advance(10)
    await work()
    expect((await shop.messages())[0].state).toBe("sent")
  })
})

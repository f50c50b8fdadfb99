/** Messages on their way through an SMTP server: how they arrive, what becomes of them when a step fails, and when they are tried again. */
import { afterEach, describe, expect, it } from "vitest"
import { begin, hasty, headerOf, patient, settingsFor, steps, TestServer, untilReceived } from "./given.ts"

const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A server and a shop that sends through it. */
const ground = async (settings: object = {}, times = patient) => {
  const server = await new TestServer().listen()
  closing.push(() => server.close())
  const timesMs = { ...times }
  const begun = await begin(settingsFor(server.port, {}, undefined, timesMs))
  closing.push(begun.close)
  /** Lets the server answer again, and gives it the time for that. */
  const mend = () => {
    for (const step of steps) delete server.faults[step]
    Object.assign(timesMs, patient)
  }
  return { server, mend, ...begun, shop: await begun.shopOf(settings) }
}

describe("a message", () => {
  it("arrives once at its one recipient, from the shop, with replies to the shop's first address", async () => {
    const { server, shop, work } = await ground({
      name: "Anna, & Co <x@y.it>",
      // A header holds no address with other letters, if the message goes to servers without SMTPUTF8.
      emails: ["città@bottega.it", "house@bottega.it"]
    })
    await shop.order("buyer@posta.it")
    expect(await work()).toBe(true)
    expect(server.received.map(({ to }) => to).sort()).toEqual([
      ["buyer@posta.it"],
      ["città@bottega.it"],
      ["house@bottega.it"]
    ])
    const { from, text } = server.received.find(({ to }) => to[0] === "buyer@posta.it")!
    expect(from).toBe("mail@bottega.it")
    expect(headerOf(text, "From")).toBe('"Anna, & Co <x@y.it>" <mail@bottega.it>')
    expect(headerOf(text, "To")).toBe("buyer@posta.it")
    expect(headerOf(text, "Reply-To")).toBe("house@bottega.it")
    expect(headerOf(text, "Auto-Submitted")).toBe("auto-generated")
    expect(headerOf(text, "Message-ID")).toMatch(/^<[0-9a-f]{22}@bottega\.it>$/)
    expect(headerOf(text, "Content-Type")).toMatch(/^multipart\/alternative/)
    const [sent] = await shop.messages({ to: "buyer@posta.it" })
    expect(sent).toMatchObject({ state: "sent", reason: "order_received", next_at: null })
    expect(sent.attempts).toEqual([{ ts: expect.any(Number), reply: expect.stringMatching(/^250/), ok: true }])
    expect(sent.text).toContain("MUG: 1")
    await work()
    expect(server.received).toHaveLength(3)
  })

  it("to a reserved domain is kept, also where there is a server, and without a server all are", async () => {
    const { server, shop, work } = await ground()
    for (const domain of [
      "x.example",
      "EXAMPLE.com",
      "mail.example.org",
      "a.test",
      "b.invalid",
      "localhost",
      "c.localhost",
      "example.net."
    ])
      await shop.order(`buyer@${domain}`)
    expect(await work()).toBe(true)
    expect(server.received).toEqual([])
    expect(new Set((await shop.messages()).map(({ state }: { state: string }) => state))).toEqual(new Set(["kept"]))
    const without = await begin(undefined)
    closing.push(without.close)
    const other = await without.shopOf({})
    await other.order("buyer@posta.it")
    await without.work()
    expect(await other.messages()).toMatchObject([{ state: "kept", attempts: [], subject: expect.stringMatching(/./) }])
  })

  it("that was sent gets another Message-ID when it is sent again; one that failed keeps its own", async () => {
    const { operator, server, shop, work } = await ground()
    await shop.order("buyer@posta.it")
    server.faults.data = 550
    await work()
    const again = async () => {
      const [{ id }] = await shop.messages()
      await operator("POST", "/control/v1/mail/resend.json", { shop: shop.id, id })
      await work()
    }
    delete server.faults.data
    await again()
    await again()
    const ids = server.received.map(({ text }) => headerOf(text, "Message-ID"))
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(ids[0]!)])
    const [{ attempts }] = await shop.messages()
    expect(attempts.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true, true])
  })
})

describe("a server that refuses", () => {
  it.each(
    steps.filter((step) => step !== "auth").flatMap((step) => [421, 450, 550].map((status) => ({ step, status })))
  )("at $step with $status", async ({ status, step }) => {
    const { advance, server, shop, work } = await ground()
    // Before it knows the recipient, a server refuses a sender of all messages.
    const isOfServer = step === "connect" || (step === "mail" && status === 550)
    await shop.order("buyer@posta.it")
    server.faults[step] = status
    expect(await work()).toBe(!isOfServer)
    const [message] = await shop.messages()
    const isFinal = status >= 500 && !isOfServer
    expect(message).toMatchObject({
      state: isFinal ? "failed" : "queued",
      next_at: isFinal ? null : expect.any(String)
    })
    expect(message.attempts).toEqual([
      { ts: expect.any(Number), reply: expect.stringMatching(new RegExp(`^${status} `)), ok: false }
    ])
    delete server.faults[step]
    advance(10)
    expect(await work()).toBe(true)
    expect((await shop.messages())[0].state).toBe(isFinal ? "failed" : "sent")
    const ids = server.received.map(({ text }) => headerOf(text, "Message-ID"))
    expect(new Set(ids).size).toBe(isFinal && step !== "data" ? 0 : 1)
  })

  it.each(["connect", "mail", "rcpt"] as const)(
    "says nothing at %s: the message is tried again, and arrives once",
    async (step) => {
      const { advance, mend, server, shop, work } = await ground({}, hasty)
      await shop.order("buyer@posta.it")
      server.faults[step] = "hang"
      await work()
      const [{ attempts, state }] = await shop.messages()
      expect([state, attempts[0].ok]).toEqual(["queued", false])
      mend()
      advance(10)
      await work()
      expect((await shop.messages())[0].state).toBe("sent")
      expect(server.received).toHaveLength(1)
    }
  )

  it("says nothing after the message: its outcome is unknown, so it is sent again with the same Message-ID", async () => {
    const { advance, mend, server, shop, work } = await ground({}, hasty)
    await shop.order("buyer@posta.it")
    server.faults.data = "hang"
    await untilReceived(server, { advance, work })
    const [{ attempts, state }] = await shop.messages()
    expect([state, attempts.at(-1).reply]).toEqual(["queued", expect.stringContaining("unknown whether")])
    mend()
    advance(7200)
    await work()
    const ids = server.received.map(({ text }) => headerOf(text, "Message-ID"))
    expect(ids).toEqual([ids[0], ids[0]])
    expect((await shop.messages())[0].state).toBe("sent")
  })

  it("for four days: the message is tried by the schedule, then it has failed, with its last attempts", async () => {
    const { advance, now, server, shop, work } = await ground()
    await shop.order("buyer@posta.it")
    server.faults.rcpt = 450
    const waited: Array<number> = []
    for (let tries = 0; tries < 20; tries++) {
      await work()
      const [{ next_at, state }] = await shop.messages()
      if (state !== "queued") break
      const seconds = (Date.parse(next_at) - now()) / 1000
      waited.push(seconds)
      advance(seconds - 1)
      await work()
      expect((await shop.messages())[0].attempts).toHaveLength(waited.length)
      advance(1)
    }
    const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    expect(waited).toHaveLength(schedule.length)
    for (const [at, seconds] of schedule.entries()) expect(Math.abs(waited[at]! / seconds - 1)).toBeLessThanOrEqual(0.1)
    const [{ attempts, state }] = await shop.messages()
    expect([state, attempts.length]).toEqual(["failed", 10])
  })

  it("one recipient: the others get theirs", async () => {
    const { server, shop, work } = await ground({ emails: ["one@bottega.it", "two@bottega.it"] })
    server.refused.set("one@bottega.it", 550)
    await shop.order("")
    await work()
    const states = (await shop.messages()).map(({ state, to }: { state: string; to: string }) => `${to} ${state}`)
    expect(states.sort()).toEqual(["one@bottega.it failed", "two@bottega.it sent"])
  })

  it("keeps no more than twenty attempts, and 500 characters of a reply", async () => {
    const { operator, server, shop, work } = await ground()
    await shop.order("buyer@posta.it")
    server.faults.rcpt = 550
    for (let tries = 0; tries < 25; tries++) {
      await work()
      const [{ id }] = await shop.messages()
      await operator("POST", "/control/v1/mail/resend.json", { shop: shop.id, id })
    }
    expect((await shop.messages())[0].attempts).toHaveLength(20)
  })
})

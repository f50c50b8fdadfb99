/** Links that sign in, by mail: they arrive and work, nothing that is stored has them, and another one is sent to those who had one. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { collections } from "@bottega/domain/areas"
import { linkPlace } from "@bottega/domain/areas/mail"
import { all, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { recordServed } from "../../src/engine/answer/last-served.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { open } from "../maintenance/given.ts"
import { begin, headerOf, settingsFor, TestServer } from "./given.ts"

const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const day = 86_400
const person = "/control/v1/people/person.json"

/** A server, a shop that sends through it, and calls of those who have a link; `location` is that of a file. */
const ground = async (location?: string, mails = true) => {
  const server = await new TestServer().listen()
  closing.push(() => server.close())
  const store = location === undefined ? open("memory") : open("sqlite", location)
  const begun = await begin(mails ? settingsFor(server.port) : undefined, { store })
  closing.push(begun.close)
  const { clock, service, storage } = begun
  await Effect.runPromise(
    Effect.provideService(recordServed({ url: "https://shop.bottega.it", sendsMail: mails }), Storage, storage)
  )
  const transport = inProcessTransport(service, (effect) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  )
  const post = async (path: string, code: string) => {
    const headers = { "bottega-console": "1", "sec-fetch-site": "same-origin" }
    const body = new URLSearchParams({ code }).toString()
    const { status, text } = await transport({ method: "POST", path, query: "", headers, body })
    return { status, text: await text() }
  }
  const shop = await begun.shopOf({ name: "Mugs", locale: "it_IT" })
  let count = 0
  return {
    ...begun,
    server,
    shop,
    signIn: async (code: string) => (await post("/control/v1/session.json", code)).status,
    ask: (code: string) => post("/control/v1/session/link.json", code),
    /** Invites someone; their code of the answer. */
    invite: async () => {
      const email = `anna${++count}@posta.it`
      const made = await begun.operator("POST", person, { shop: shop.id, email, name: "Anna <Rossi>", role: "owner" })
      return { email, id: made.id as string, keys: Object.keys(made), code: codeIn(made.url) }
    },
    codes: () => Effect.runPromise(Effect.provideService(all(shop.id, collections.signInCodes), Storage, storage)),
    /** The code of the newest mail. */
    mailed: () => codesIn(server.received.at(-1)!.text)[0]!
  }
}

const codeIn = (url: string) => url.slice(url.indexOf("#") + 1)

/** The codes in a message as it was sent, without the soft breaks of its lines. */
const codesIn = (text: string): ReadonlyArray<string> => {
  const whole = text.replace(/=\r\n/g, "").replaceAll("=3D", "=")
  return [...whole.matchAll(/https:\/\/shop\.bottega\.it\/console#([0-9a-f]{24}-[0-9a-f]{64})/g)].map(
    ([, code]) => code!
  )
}

describe("an invitation", () => {
  it("arrives with a link that signs in once, beside the one of the answer", async () => {
    const { invite, mailed, server, shop, signIn, work } = await ground()
    const { code, email, keys } = await invite()
    expect(keys).toEqual(["id", "url"])
    expect(await work()).toBe(true)
    expect(server.received.map(({ to }) => to)).toEqual([[email]])
    const { text } = server.received[0]!
    expect(headerOf(text, "Subject")).toBe("Il tuo link per Mugs")
    expect(text).not.toContain("<Rossi>, ")
    expect(new Set(codesIn(text)).size).toBe(1)
    expect(text).not.toContain("link.invalid")
    expect(mailed()).not.toBe(code)
    expect([await signIn(mailed()), await signIn(mailed()), await signIn(code)]).toEqual([200, 401, 200])
    const [message] = await shop.messages()
    expect(message).toMatchObject({ reason: "sign_in_link", state: "sent", to: email })
    for (const said of [message.text, message.html])
      expect([said.includes(linkPlace), /console#/.test(said)]).toEqual([true, false])
  })

  it("is not written where there is no mail", async () => {
    const { ask, codes, invite, shop, signIn } = await ground(undefined, false)
    const { code } = await invite()
    expect(await signIn(code)).toBe(200)
    expect((await ask(code)).status).toBe(200)
    expect([await shop.messages(), (await codes()).length]).toEqual([[], 1])
  })

  it("has a link that works if it is sent again after a refusal, whose own link does not", async () => {
    const { advance, invite, mailed, server, signIn, work } = await ground()
    await invite()
    server.faults.data = 451
    await work()
    const first = mailed()
    expect(await signIn(first)).toBe(401)
    delete server.faults.data
    advance(6)
    await work()
    expect(mailed()).not.toBe(first)
    expect(await signIn(mailed())).toBe(200)
  })

  it("has no code that is stored: not in the bytes of the file, though the server quotes the message", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bottega-links-"))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    const { advance, ask, invite, server, shop, work } = await ground(join(folder, "shop.db"))
    const { code } = await invite()
    server.quotes = true
    await work()
    delete server.quotes
    advance(6)
    await work()
    await ask(code)
    await work()
    const [, message] = await shop.messages()
    expect(message.attempts[0].reply).toContain("[redacted]")
    const codes = server.received.flatMap(({ text }) => codesIn(text))
    expect(new Set(codes).size).toBe(3)
    const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
    expect(bytes.includes("sign_in_link")).toBe(true)
    for (const one of [code, ...codes]) expect(bytes.includes(one.split("-")[1]!)).toBe(false)
  })

  it("is not sent to a person who was removed, nor without the address of the console", async () => {
    const { invite, operator, server, shop, work } = await ground()
    const removed = await invite()
    await operator("DELETE", person, { shop: shop.id, id: removed.id })
    await work()
    expect(server.received).toEqual([])
    const bare = await begin(settingsFor(server.port))
    closing.push(bare.close)
    const other = await bare.shopOf({})
    await bare.operator("POST", person, { shop: other.id, email: "a@posta.it", name: "A", role: "reads" })
    await bare.work()
    const [message] = await other.messages()
    expect([server.received, message.state, message.attempts[0].reply]).toEqual([
      [],
      "failed",
      expect.stringContaining("--public-url")
    ])
  })
})

describe("another link", () => {
  it("is mailed to those whose link was used or has expired, for 30 days", async () => {
    const { advance, ask, invite, mailed, server, signIn, work } = await ground()
    const { code, email } = await invite()
    await work()
    const first = mailed()
    expect(await signIn(first)).toBe(200)
    expect((await ask(first)).text).toBe(JSON.stringify({ ok: 1, err: null }))
    await work()
    expect([server.received.length, await signIn(mailed())]).toEqual([2, 200])
    advance(8 * day)
    expect(await signIn(code)).toBe(401)
    await ask(code)
    await work()
    expect([server.received.map(({ to }) => to[0]), await signIn(mailed())]).toEqual([[email, email, email], 200])
    advance(23 * day)
    await ask(first)
    await work()
    expect(server.received).toHaveLength(3)
    await ask(code)
    await work()
    expect(server.received).toHaveLength(4)
    advance(7 * day)
    await ask(code)
    await work()
    expect(server.received).toHaveLength(4)
  })

  it("is mailed at most three times in an hour, also to several asks at once, and few codes are kept", async () => {
    const { advance, ask, codes, invite, server, work } = await ground()
    const { code, id } = await invite()
    await work()
    // The code with which one asks is older than those that are sent now.
    advance(1)
    for (let hour = 1; hour <= 4; hour++) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(code)))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      await work()
      // It makes room for newer ones in the second hour.
      expect(server.received).toHaveLength(1 + 3 * Math.min(hour, 2))
      expect((await codes()).filter((one) => one.doc.person === id).length).toBeLessThanOrEqual(5)
      advance(3601)
    }
  })

  it("has the same answer for every code: unknown, printed, the operator's, or of someone who was removed", async () => {
    const { ask, invite, operator, server, shop, signIn, work } = await ground()
    const { code, id } = await invite()
    const other = await invite()
    const printed = await operator("POST", "/control/v1/session/code.json", { shop: shop.id, person: other.id })
    const own = await operator("POST", "/control/v1/session/code.json")
    expect([await signIn(printed.code), await signIn(own.code)]).toEqual([200, 200])
    await operator("DELETE", person, { shop: shop.id, id })
    await work()
    const before = server.received.length
    const [secret] = code.split("-").slice(1)
    const asked = [
      code,
      printed.code,
      own.code,
      "x",
      "0".repeat(64),
      `${shop.id}-${"0".repeat(64)}`,
      secret!,
      "é".repeat(9999)
    ]
    for (const one of asked) expect([one, await ask(one)]).toEqual([one, { status: 200, text: '{"ok":1,"err":null}' }])
    await work()
    expect(server.received).toHaveLength(before)
  })
})

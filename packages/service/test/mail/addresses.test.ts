/** Addresses, names and subjects by which a message could reach somebody else, or get another header: none does. */
import { isReserved, isSendable } from "@bottega/domain/areas/mail"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Begun, begin, headerOf, settingsFor, TestServer } from "./given.ts"

let server: TestServer
let begun: Begun
beforeAll(async () => {
  server = await new TestServer().listen()
  begun = await begin(settingsFor(server.port, { perMinute: 10_000 }))
})
afterAll(async () => {
  await begun.close()
  await server.close()
})

const evil = "evil@attacker.it"
/** Every way to spell a second address or another line that is known of mail libraries. */
const addresses = [
  `a@b.it,${evil}`,
  `a@b.it;${evil}`,
  `a@b.it\r\nBcc:${evil}`,
  `a@b.it\nBcc: ${evil}`,
  `a@b.it\rBcc:${evil}`,
  `a@b.it%0d%0aBcc:${evil}`,
  `a@b.it>\r\nRCPT TO:<${evil}`,
  `"a,b"@b.it`,
  `"${evil},x"@b.it`,
  `<${evil}>@b.it`,
  `${evil}<a@b.it`,
  `a,b@b.it`,
  `a;b@b.it`,
  `a:b@b.it`,
  `(${evil})@b.it`,
  `a(b)@b.it`,
  `group:a@b.it`,
  `@route.it:a@b.it`,
  `a@b.it@attacker.it`,
  `a@[127.0.0.1]`,
  `a@b.it,attacker.it`,
  `a@b.it\u0000${evil}`,
  `a\u2028Bcc:x@b.it`,
  `a\u0085Bcc:x@b.it`,
  `a@b.it\t,${evil}`,
  `a@b.it SIZE=1`,
  `a@-b.it`,
  `a@b..it`,
  `.a@b.it`,
  `a..b@b.it`,
  `${"a".repeat(65)}@b.it`,
  `a\\@b.it`,
  `=?utf-8?q?evil=40attacker.it?=@b.it`,
  `=?utf-8?q?a=2Cevil?=@b.it`,
  `a@b.it.`,
  `a@xn--80ak6aa92e.it`,
  `müller@bücher.it`,
  `o'brien+tag@b.it`
]

it.each(addresses)("the address %j reaches nobody but itself", async (address) => {
  const shop = await begun.shopOf({})
  const before = server.received.length
  const made = await shop.order(address).catch(() => undefined)
  await begun.work()
  const received = server.received.slice(before)
  for (const { text, to } of received) {
    expect(to).toHaveLength(1)
    expect(to[0]).not.toBe(evil)
    expect(headerOf(text, "Bcc")).toBeUndefined()
    // The domain may be spelt in ASCII letters.
    expect(to[0]!.slice(0, to[0]!.lastIndexOf("@"))).toBe(address.slice(0, address.lastIndexOf("@")))
  }
  if (made === undefined) return
  const messages = await shop.messages()
  expect(messages.map(({ state }: { state: string }) => state)).toEqual([received.length === 1 ? "sent" : "failed"])
  expect(received.length === 1).toBe(isSendable(address))
})

const names = [
  `Shop\r\nBcc: ${evil}`,
  `Shop\nBcc: ${evil}`,
  `Shop\rTo: ${evil}`,
  `Shop" <${evil}>, "x`,
  `${evil}`,
  `Shop, ${evil}`,
  `Shop\u2028Bcc: ${evil}`,
  `Shop\u0085Bcc: ${evil}`,
  `Shop\r\n\r\n<html>`,
  `=?utf-8?q?Shop=0d=0aBcc:_${evil}?=`,
  "Città è “qui”",
  "x".repeat(3000)
]

it.each(names)("the shop's name %j adds no header and no address", async (name) => {
  const shop = await begun.shopOf({ name })
  const before = server.received.length
  await shop.order("buyer@posta.it")
  await begun.work()
  const [{ from, text, to }] = server.received.slice(before) as [(typeof server.received)[0]]
  expect([from, to]).toEqual(["mail@bottega.it", ["buyer@posta.it"]])
  const head = text.split("\r\n\r\n", 1)[0]!.replace(/\r\n[ \t]+/g, " ")
  const headers = head.split("\r\n").map((line) => line.slice(0, line.indexOf(":")))
  expect(headers.sort()).toEqual(
    ["Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Subject", "To"].sort()
  )
  expect(headerOf(text, "From")).toMatch(/<mail@bottega\.it>$/)
  expect(headerOf(text, "To")).toBe("buyer@posta.it")
  for (const line of text.split("\r\n")) expect(line.length).toBeLessThanOrEqual(998)
})

it("knows the domains that are reserved, however they are spelt", () => {
  for (const domain of [
    "example.com",
    "EXAMPLE.NET",
    "a.b.example.org",
    "x.test",
    "localhost",
    "ｅｘａｍｐｌｅ.com",
    "y.invalid.",
    "z.example"
  ])
    expect(isReserved(`a@${domain}`), domain).toBe(true)
  for (const domain of ["example.it", "myexample.com", "example.com.it", "test.it", "localhost.it", "com"])
    expect(isReserved(`a@${domain}`), domain).toBe(false)
})

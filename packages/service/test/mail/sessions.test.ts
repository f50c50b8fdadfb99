/** Sessions with an SMTP server: TLS, logins, the address of each connection, and servers that stop taking messages. */
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { afterEach, expect, it } from "vitest"
import { smtpServerOf } from "../../src/outbound/mail/server.ts"
import { certificate } from "./certificate.ts"
import { begin, settingsFor, TestServer } from "./given.ts"

const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Sends one message to a server, whose settings are those of a url; gives what became of it. */
const tried = async (server: Pick<TestServer, "port">, url: string, more: object = {}, buyer = "buyer@posta.it") => {
  const read = smtpServerOf(url.replace("PORT", String(server.port)))
  if (read._tag === "Failure") throw new Error(read.failure)
  const base = settingsFor(server.port)
  const begun = await begin({ ...base, server: { ...base.server, ...read.success, ...more } })
  closing.push(begun.close)
  const shop = await begun.shopOf({})
  await shop.order(buyer)
  const succeeded = await begun.work()
  const [{ attempts, state }] = await shop.messages()
  return { ...begun, shop, succeeded, attempts, state, reply: attempts[0].reply as string }
}

const listening = async (options?: ConstructorParameters<typeof TestServer>[0]) => {
  const server = await new TestServer(options).listen()
  closing.push(() => server.close())
  return server
}

it("speaks TLS from the first byte or by STARTTLS, with a certificate that it knows for the server's name", async () => {
  const { ca, cert, key } = certificate
  const [implicit, upgrading] = [await listening({ secure: true, cert, key }), await listening({ cert, key })]
  expect((await tried(implicit, "smtps://localhost:PORT", { ca })).state).toBe("sent")
  for (const query of ["", "?tls=required"])
    expect((await tried(upgrading, `smtp://localhost:PORT${query}`, { ca })).state).toBe("sent")
  for (const [server, url] of [
    [implicit, "smtps://localhost:PORT"],
    [upgrading, "smtp://localhost:PORT"]
  ] as const) {
    const { reply, state, succeeded } = await tried(server, url)
    expect([succeeded, state, reply]).toEqual([false, "queued", expect.stringMatching(/certificate/)])
  }
  const { reply } = await tried(await listening(), "smtps://localhost:PORT", { ca })
  expect(reply).toBe("TLS failed: wrong version number")
})

it("sends nothing without TLS where that is required, and never a password", async () => {
  const plain = await listening({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] })
  expect((await tried(plain, "smtp://localhost:PORT?tls=required")).state).toBe("queued")
  expect((await tried(plain, "smtp://user:right@localhost:PORT?tls=required")).state).toBe("queued")
  expect(plain.received).toEqual([])
  const tls = (url: string) => {
    const read = smtpServerOf(url)
    return read._tag === "Success" ? read.success.tls : read.failure
  }
  expect(tls("smtp://user:secret@mail.example.com")).toBe("required")
  expect(tls("smtp://user:secret@127.0.0.1")).toBe("offered")
  expect(tls("smtp://mail.example.com")).toBe("offered")
  expect(tls("smtp://user:secret@mail.example.com?tls=off")).toBe("off")
  expect(tls("smtp://user:secret@mail.example.com?tls=offered")).toMatch(/^has a password, so tls must be required/)
  expect(tls("smtp://user:secret@127.0.0.1?tls=offered")).toBe("offered")
  expect(tls("smtp://mail.example.com?tls=offered")).toBe("offered")
  expect(tls("smtps://mail.example.com")).toBe("implicit")
})

it("logs in; a wrong password or a refused login is the operator's to mend, so the message waits", async () => {
  const { ca, cert, key } = certificate
  const server = await listening({ cert, key, authOptional: false })
  expect((await tried(server, "smtp://user:right@localhost:PORT", { ca })).state).toBe("sent")
  expect((await tried(server, "smtp://us%40er:right@localhost:PORT", { ca })).state).toBe("sent")
  for (const fault of [undefined, 454, 535] as const) {
    server.faults.auth = fault
    const { reply, state, succeeded } = await tried(server, "smtp://user:secret@localhost:PORT", { ca })
    expect([succeeded, state, reply]).toEqual([false, "queued", expect.stringMatching(/^(454|535) /)])
    expect(reply).not.toContain("secret")
  }
})

it("fails no message where the server wants a login that it does not get, and the message that the server refuses", async () => {
  const { cert, key } = certificate
  const closed = await listening({ cert, key, authOptional: false })
  const { reply, state, succeeded } = await tried(closed, "smtp://127.0.0.1:PORT?tls=off")
  expect([succeeded, state, reply]).toEqual([false, "queued", expect.stringMatching(/^530 /)])
  const open = await listening()
  // A server may answer so to one recipient alone.
  open.faults.rcpt = 530
  expect(await tried(open, "smtp://127.0.0.1:PORT?tls=off")).toMatchObject({ succeeded: true, state: "failed" })
})

it("fails a message that is too large for the server, which may say so before it knows the recipient", async () => {
  const server = await listening()
  server.faults.mail = 552
  expect(await tried(server, "smtp://127.0.0.1:PORT?tls=off")).toMatchObject({ succeeded: true, state: "failed" })
})

/** A server that answers with these texts: to the connection, to commands by their first four letters, and to the message. */
const answering = async (replies: Readonly<Record<string, string>>) => {
  const heard: Array<string> = []
  const server = createServer((socket) => {
    socket.setEncoding("utf8").on("error", () => {})
    const say = (reply: string | undefined) => socket.write(reply ?? "")
    say(replies["greeting"] ?? "220 here\r\n")
    socket.on("data", (text: string) => {
      heard.push(text)
      if (text.endsWith("\r\n.\r\n")) say(replies["message"])
      else say({ EHLO: "250 here\r\n", MAIL: ok, RCPT: ok, DATA: "354 go on\r\n", ...replies }[text.slice(0, 4)])
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  closing.push(async () => server.close())
  return { port: (server.address() as AddressInfo).port, heard }
}
const ok = "250 yes\r\n"

const withUtf8 = "250-here\r\n250 SMTPUTF8\r\n"
const plain = "250 here\r\n"
it.each([
  [plain, "info@bücher.it", ["MAIL FROM:<mail@bottega.it>", "RCPT TO:<info@xn--bcher-kva.it>"]],
  [withUtf8, "info@bücher.it", ["MAIL FROM:<mail@bottega.it>", "RCPT TO:<info@xn--bcher-kva.it>"]],
  [withUtf8, "müller@bücher.it", ["MAIL FROM:<mail@bottega.it> SMTPUTF8", "RCPT TO:<müller@bücher.it>"]],
  [plain, "müller@bücher.it", undefined]
])("writes addresses as a server of %j takes them: %s", async (EHLO, address, commands) => {
  const server = await answering({ EHLO, message: ok })
  const { attempts, state } = await tried(server, "smtp://127.0.0.1:PORT?tls=off", {}, address)
  const sent = server.heard.filter((text) => /^(MAIL|RCPT)/.test(text)).map((text) => text.trimEnd())
  expect(sent).toEqual(commands ?? [])
  expect(state).toBe(commands === undefined ? "failed" : "sent")
  if (commands === undefined) expect(attempts).toMatchObject([{ reply: expect.stringMatching(/SMTPUTF8.*müller/) }])
})

it("reads a refusal of the recipient before the end of the connection, whatever the server lets it send together", async () => {
  const said = "550 5.1.1 nobody here"
  const server = createServer((socket) => {
    socket.setEncoding("utf8").on("error", () => {})
    socket.write("220 here\r\n")
    socket.on("data", (text: string) => {
      if (text.startsWith("EHLO")) socket.write("250-here\r\n250 PIPELINING\r\n")
      if (text.startsWith("MAIL")) socket.write(ok)
      if (text.includes("RCPT")) socket.end(`${said}\r\n`)
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  closing.push(async () => server.close())
  const { port } = server.address() as AddressInfo
  expect(await tried({ port }, "smtp://127.0.0.1:PORT?tls=off")).toMatchObject({ state: "failed", reply: said })
})

it("does not know what became of a message after a reply without a status", async () => {
  const server = await answering({ message: "taken, perhaps\r\n" })
  const { reply, state } = await tried(server, "smtp://127.0.0.1:PORT?tls=off")
  expect([state, reply]).toEqual(["queued", "It is unknown whether the server took the message: taken, perhaps"])
})

it.each([["\n"], [" \r\n"], ["250-more\r\n"], ["250 yes\r\n"]])(
  "ends a session in which the server answers a step with endless lines of %j",
  async (line) => {
    const lines = line.repeat(20_000)
    const said = "The server answered with more than 16384 bytes."
    for (const [replies, reply] of [
      [{ greeting: lines }, said],
      [{ EHLO: lines }, said],
      [{ message: lines }, `It is unknown whether the server took the message: ${said}`]
    ] as const)
      expect(await tried(await answering(replies), "smtp://127.0.0.1:PORT?tls=off")).toMatchObject({
        state: "queued",
        reply
      })
  }
)

it("makes one attempt while the server takes nothing, and goes on with all as soon as it does", async () => {
  const server = await listening()
  const { advance, shop, work } = await tried(server, "smtp://127.0.0.1:PORT?tls=off")
  for (let n = 0; n < 20; n++) await shop.order(`buyer${n}@posta.it`)
  server.faults.connect = 421
  const attempts = async () =>
    (await shop.messages()).reduce((sum: number, { attempts }: { attempts: [] }) => sum + attempts.length, 0) - 1
  expect(await work()).toBe(false)
  const first = await attempts()
  expect(first).toBeLessThanOrEqual(4)
  for (let runs = 1; runs <= 3; runs++) {
    advance(1)
    expect(await work()).toBe(false)
    expect(await attempts()).toBe(first + runs)
  }
  delete server.faults.connect
  advance(60)
  expect(await work()).toBe(true)
  expect((await shop.messages({ state: "sent" })).length).toBe(21)
})

it("uses a session for many messages, and a new one after the server has ended it", async () => {
  const server = await listening()
  const { shop, work } = await tried(server, "smtp://127.0.0.1:PORT?tls=off")
  for (let n = 0; n < 30; n++) await shop.order(`buyer${n}@posta.it`)
  await work()
  expect(server.received).toHaveLength(31)
  expect(server.sessions).toBeLessThanOrEqual(1 + 4)
})

it.each([
  "http://mail.example.com",
  "smtp://",
  "smtp://host/path",
  "smtp://host?tls=maybe",
  "smtp://host?tls=off&tls=required",
  "smtp://host:0",
  "smtps://host?tls=off",
  "smtp://host?pool=1",
  "smtp://user@host",
  "smtp://:password@host",
  "smtp://%zz:x@host",
  "mail.example.com:25"
])("is not named by %s", (url) => {
  expect(smtpServerOf(url)._tag).toBe("Failure")
})

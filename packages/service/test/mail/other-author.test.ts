/** Sends through aiosmtpd, Debian's python3-aiosmtpd: a server by other authors than those of nodemailer and smtp-server. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { unpacked } from "@bottega/mongo-stand-in/debian"
import { afterAll, beforeAll, expect, it } from "vitest"
import { smtpServerOf } from "../../src/outbound/mail/server.ts"
import { certificate } from "./certificate.ts"
import { begin, headerOf, settingsFor } from "./given.ts"

interface Taken {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly user: string
  readonly tls: boolean
  readonly text: string
}

const folder = mkdtempSync(join(tmpdir(), "bottega-smtp-"))
const taken: Array<Taken> = []
let server: ChildProcess
let port = ""

beforeAll(async () => {
  const packages = await unpacked("aiosmtpd", ["python3-aiosmtpd"])
  // Without it nothing here would be shown.
  if ("missing" in packages) throw new Error(`${packages.missing}: install python3-aiosmtpd.`)
  const pem = join(folder, "server.pem")
  writeFileSync(pem, certificate.cert + certificate.key)
  const modules = join(packages.root, "usr/lib/python3/dist-packages")
  server = spawn("/usr/bin/python3", [join(import.meta.dirname, "debian-server.py"), pem], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, PYTHONPATH: modules, PYTHONDONTWRITEBYTECODE: "1" }
  })
  const lines = createInterface({ input: server.stdout! })
  port = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve)
    server.once("exit", (code) => reject(new Error(`aiosmtpd ended with ${code}.`)))
  })
  lines.on("line", (line) => taken.push(JSON.parse(line)))
})
afterAll(() => {
  server?.stdin?.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends the messages of an order through it. */
const through = async (url: string, to: string, settings: object) => {
  const read = smtpServerOf(url.replace("PORT", port))
  if (read._tag === "Failure") throw new Error(read.failure)
  const base = settingsFor(Number(port))
  const begun = await begin({ ...base, server: { ...base.server, ...read.success, ca: certificate.ca } })
  const shop = await begun.shopOf(settings)
  await shop.order(to)
  await begun.work()
  const messages = await shop.messages()
  await begun.close()
  return messages as ReadonlyArray<{
    readonly state: string
    readonly attempts: ReadonlyArray<{ readonly reply: string }>
  }>
}

it("takes a message over STARTTLS from a user who has logged in, whole and for one recipient", async () => {
  const messages = await through("smtp://user:right@localhost:PORT", "buyer@posta.it", { name: "Città, “qui” & <là>" })
  expect(messages).toMatchObject([{ state: "sent", attempts: [{ reply: "250 Message accepted" }] }])
  await expect.poll(() => taken.length, { timeout: 60_000 }).toBe(1)
  const [{ from, text, tls, to, user }] = taken as [Taken]
  expect({ from, tls, to, user }).toEqual({ from: "mail@bottega.it", tls: true, to: ["buyer@posta.it"], user: "user" })
  expect(headerOf(text, "From")).toMatch(/^=\?UTF-8\?.*<mail@bottega\.it>$/)
  expect(text).toMatch(/Content-Type: text\/plain/)
  expect(text).toMatch(/Content-Type: text\/html/)
})

it("takes an address in Unicode letters, and refuses what has not logged in or not begun TLS", async () => {
  const before = taken.length
  expect(await through("smtp://user:right@localhost:PORT", "müller@bücher.it", {})).toMatchObject([{ state: "sent" }])
  await expect.poll(() => taken.length, { timeout: 60_000 }).toBe(before + 1)
  for (const url of ["smtp://user:wrong@localhost:PORT", "smtp://localhost:PORT?tls=off", "smtp://localhost:PORT"]) {
    const [message] = await through(url, "buyer@posta.it", {})
    expect(message!.attempts[0]!.reply).toMatch(/^5\d\d/)
    expect(message!.state, url).toBe("queued")
  }
  expect(taken).toHaveLength(before + 1)
})

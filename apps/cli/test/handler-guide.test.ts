/** The guide about developing a webhook handler: its commands run as they are written, and print what it shows. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { webhooks } from "@bottega/client"
import { afterEach, expect, it } from "vitest"
import { environment, hangMs, main } from "./shell.ts"

const guide = readFileSync(join(import.meta.dirname, "../../../docs/guides/webhook-handler.md"), "utf8")
const [begin, shown, trigger, follow] = [...guide.matchAll(/^```\n(.*?)^```/gms)].map(([, block]) => block!)
const long = { timeout: 60_000 }

const running: Array<ChildProcess> = []
let folder = ""
afterEach(async () => {
  for (const child of running.splice(0).reverse()) {
    const ended = new Promise((resolve) => child.once("exit", resolve))
    if (child.kill("SIGTERM")) await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a line in the folder, in the background; gives what it prints. */
const started = (line: string, env: object = {}) => {
  const child = spawn("sh", ["-c", `exec ${line}`], { cwd: folder, env: { ...environment, ...path(), ...env } })
  running.push(child)
  const printed = { text: "" }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed.text += text))
  return printed
}
const path = () => ({ PATH: `${folder}${delimiter}${process.env["PATH"]}` })

/** A printed text in which what differs each time is replaced: ids, secrets, times, files and addresses. */
const plain = (text: string): string =>
  text
    .replaceAll(/http:\/\/\S+\/hook/g, "<hook>")
    .replaceAll(/\b[0-9a-f]{24}\b/g, "<shop>")
    .replaceAll(/\S+bottega\.db/g, "<file>")
    .replaceAll(/whsec_\S+/g, "<secret>")
    .replaceAll(/\d\d:\d\d:\d\d/g, "<time>")
    .replaceAll(/\b\d+ ms/g, "<ms>")
    .replaceAll(/\b\d+_[0-9a-f]{13}\b/g, "<order>")
    .replaceAll(/ +/g, " ")

it("its commands run as they are written, and the client takes what listen sends", async () => {
  folder = mkdtempSync(join(tmpdir(), "bottega-guide-"))
  writeFileSync(join(folder, "bottega"), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(join(folder, "bottega"), 0o755)
  const received: Array<{ readonly body: string; readonly headers: IncomingHttpHeaders }> = []
  const handler = createServer(async (request, answer) => {
    received.push({ body: Buffer.concat(await request.toArray()).toString(), headers: request.headers })
    answer.end("ok")
  })
  await new Promise<void>((resolve) => handler.listen(0, "127.0.0.1", resolve))
  const hook = `http://127.0.0.1:${(handler.address() as AddressInfo).port}/hook`
  try {
    const [start, listen] = begin!.trim().split("\n") as [string, string]
    // `npm start` builds the program and runs this.
    const server = started(start.replace("npm start --", "bottega serve --port 0 --shutdown-delay 0"))
    await expect.poll(() => server.text, long).toMatch(/is ready at http/)
    const listener = started(listen.replace("http://localhost:3000/hook", hook))
    await expect.poll(() => listener.text, long).toMatch(/whsec_\S+\n/)
    const env = { ...environment, ...path() }
    expect(spawnSync("sh", ["-c", trigger!], { cwd: folder, env, timeout: hangMs }).status).toBe(0)
    await expect.poll(() => listener.text.split("\n").filter((line) => line.includes(" ms ")).length, long).toBe(3)
    for (const line of plain(shown!).trim().split("\n")) expect(plain(listener.text)).toContain(line)
    const secret = /whsec_\S+/.exec(listener.text)![0]
    const events = await Promise.all(received.map(({ body, headers }) => webhooks.verify(body, headers, secret)))
    expect(events.map(({ type }) => type)).toEqual([0, 100, 1])
    const { shop, token } = JSON.parse(readFileSync(join(folder, "bottega.credentials.json"), "utf8"))
    const address = /is ready at (\S+)/.exec(server.text)![1]!
    const place = { SHOP: shop, TOKEN: token }
    const followed = started(follow!.trim().replace("http://127.0.0.1:8080", address), place)
    await expect.poll(() => followed.text, long).toContain("[")
    expect(spawnSync("sh", ["-c", trigger!], { cwd: folder, env, timeout: hangMs }).status).toBe(0)
    await expect.poll(() => followed.text, long).toMatch(/^,\{.*"name":"order\.paid".*"after":/m)
  } finally {
    handler.closeAllConnections()
    handler.close()
  }
})

it("names only flags that the command has", () => {
  const settings = { encoding: "utf8", env: environment, timeout: hangMs } as const
  const { stdout } = spawnSync(process.execPath, [main, "listen", "--help"], settings)
  const flags = new Set([...guide.matchAll(/^\| `(--[a-z]+)/gm)].map(([, flag]) => flag!))
  expect(flags.size).toBeGreaterThan(3)
  for (const flag of flags) expect(stdout).toContain(flag)
})

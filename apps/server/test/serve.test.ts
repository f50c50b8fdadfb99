/** Starting and ending: what a start leaves behind for others to find, and what it says when it cannot. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { prepare } from "@bottega/service/demo"
import { Result } from "effect"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { standIn } from "../../../tools/mongo/stand-in.ts"
import { configOf } from "../src/config.ts"
import { welcome } from "../src/people.ts"
import { Ended, NotStarted, serve } from "../src/serve.ts"
import { keptLog } from "./given.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-serve-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const started = (args: ReadonlyArray<string>, environment = {}) =>
  serve(Result.getOrThrow(configOf(args.includes("--port") ? args : ["--port", "0", ...args], environment)), {
    log: keptLog(),
    prepare
  })
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"))
const modeOf = (file: string) => statSync(file).mode & 0o777

test("a demo leaves its credentials beside the data, and finds everything again at the next start", async () => {
  const args = ["--data", at("shop.db"), "--demo", "--demo-orders", "20", "--ready-file", at("ready.json")]
  const first = await started(args)
  const kept = read(at("bottega-credentials.json"))
  expect(Object.keys(kept)).toEqual(["token", "shop", "key", "exchange", "readKey", "readExchange"])
  expect(modeOf(at("bottega-credentials.json"))).toBe(0o600)
  expect(read(at("ready.json"))).toEqual({ url: first.url, ...kept, pid: process.pid })
  expect(modeOf(at("ready.json"))).toBe(0o600)
  const headers = { key: kept.key, exchange: kept.exchange }
  const orders = await fetch(`${first.url}/v1.1/orders/list.json?limit=1`, { headers })
  expect(await orders.json()).toHaveLength(1)
  const control = await fetch(`${first.url}/control/v1/shops/list.json`, {
    headers: { authorization: `Bearer ${kept.token}` }
  })
  expect(await control.json()).toMatchObject([{ id: kept.shop }])
  await first.stop()
  expect(existsSync(at("ready.json"))).toBe(false)

  const second = await started(args)
  expect(second.credentials).toEqual(kept)
  expect((await fetch(`${second.url}/v1.1/orders/list.json?limit=1`, { headers })).status).toBe(200)
  await second.stop()
})

test("documents of an older program are brought to the shape of today, once, before anything is answered", async () => {
  const args = ["--data", at("shop.db"), "--demo", "--demo-orders", "5"]
  await (await started(args)).stop()
  const database = new DatabaseSync(at("shop.db"))
  const fields = () => database.prepare("select count(*) as n from coupons where doc like '%\"used\"%'").get()?.["n"]
  const all = fields()
  database.exec(`update coupons set doc = replace(doc, ',"used":0', '')`)
  expect(fields()).not.toBe(all)
  database.exec(`update shapes set doc = replace(doc, '"shape":"', '"shape":"older')`)
  const told: Array<string> = []
  const log = { ...keptLog(), info: (message: string) => void told.push(message) }
  const again = () => serve(Result.getOrThrow(configOf(["--port", "0", ...args], {})), { log, prepare })
  const running = await again()
  expect(fields()).toBe(all)
  await running.stop()
  await (await again()).stop()
  expect(told.filter((message) => message === "shaped")).toHaveLength(1)
  database.close()
})

test("who is told to end is not ready at once, serves until its delay is over, and leaves no ready file", async () => {
  const running = await started(["--memory", "--ready-file", at("ready.json")])
  const stopping = running.stop(3000)
  expect(existsSync(at("ready.json"))).toBe(false)
  expect((await fetch(`${running.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  await stopping
  await expect(fetch(`${running.url}/healthz`)).rejects.toThrow()
})

test("a start that is told to end while it fills its store ends without a server", async () => {
  const controller = new AbortController()
  const config = Result.getOrThrow(
    configOf(["--port", "0", "--data", at("shop.db"), "--demo", "--demo-orders", "4500"], {})
  )
  const starting = serve(config, {
    ...{ log: keptLog(), prepare, ending: () => controller.signal },
    onProgress: (done) => done > 0 && controller.abort()
  })
  await expect(starting).rejects.toThrow(Ended)
  expect(existsSync(at("bottega-credentials.json"))).toBe(false)
  const running = await started(["--data", at("shop.db"), "--demo", "--demo-orders", "4500"])
  expect(running.credentials.shop).not.toBeNull()
  await running.stop()
})

test("without a shop there is a token and nothing else", async () => {
  const running = await started(["--data", at("shop.db")])
  expect(read(at("bottega-credentials.json"))).toEqual({
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
    shop: null,
    key: null,
    exchange: null,
    readKey: null,
    readExchange: null
  })
  await running.stop()
})

test("a store in memory keeps no credentials, unless a file is named; a token that is given is the one", async () => {
  const token = "given by the operator".replaceAll(" ", "-")
  const running = await started(["--memory", "--credentials", at("c.json")], { BOTTEGA_TOKEN: token })
  expect(read(at("c.json")).token).toBe(token)
  const answer = await fetch(`${running.url}/control/v1/shops/list.json`, {
    headers: { authorization: `Bearer ${token}` }
  })
  expect(answer.status).toBe(200)
  await running.stop()
})

test("limits are those of the configuration", async () => {
  const running = await started(["--memory", "--demo", "--demo-orders", "1", "--throttle-daily", "1"])
  const { exchange, key } = running.credentials
  const headers = { key: key!, exchange: exchange! }
  const ask = async () => (await fetch(`${running.url}/v1.1/orders/list.json`, { headers })).status
  expect([await ask(), await ask()]).toEqual([200, 509])
  await running.stop()
})

test("a quota that is lowered between starts holds at once, and an orderly end costs none of it", async () => {
  const args = ["--data", at("shop.db"), "--demo", "--demo-orders", "1"]
  const ask = async ({ credentials: { exchange, key }, url }: Awaited<ReturnType<typeof started>>) => {
    const answer = await fetch(`${url}/v1.1/orders/list.json`, { headers: { key: key!, exchange: exchange! } })
    return [answer.status, answer.headers.get("x-service-limit")]
  }
  for (let start = 1; start <= 3; start++) {
    const running = await started(args)
    expect(await ask(running)).toEqual([200, `${100_000 - start}/100000`])
    await running.stop()
  }
  const running = await started([...args, "--throttle-daily", "5"])
  const answers: Array<unknown> = []
  for (let call = 0; call < 5; call++) answers.push(await ask(running))
  expect(answers).toEqual([
    [200, "1/5"],
    [200, "0/5"],
    [509, "0/5"],
    [509, "0/5"],
    [509, "0/5"]
  ])
  await running.stop()
})

test("people are told where it is, what opens it and what to try", async () => {
  const config = Result.getOrThrow(
    configOf(["--port", "0", "--data", at("shop.db"), "--demo", "--demo-orders", "1"], {})
  )
  const running = await serve(config, { log: keptLog(), prepare })
  const text = welcome(running, config)
  const { exchange, key, token } = running.credentials
  for (const part of [running.url, `${running.url}/docs`, key, exchange, at("bottega-credentials.json")])
    expect(text).toContain(part)
  expect(text).not.toContain(token)
  const [list = "", create = ""] = text.split("\n").filter((line) => line.includes("curl"))
  expect(list).toContain(`'${running.url}/v1.1/orders/list.json?limit=3'`)
  const fields = [...text.matchAll(/--data-urlencode '([^=]+)=((?:[^']|'\\'')*)'/g)].map(
    ([, name, value]) => [name!, value!] as [string, string]
  )
  const answer = await fetch(create.match(/http\S+/)![0], {
    method: "POST",
    headers: { key: key!, exchange: exchange! },
    body: new URLSearchParams(fields)
  })
  expect(await answer.json()).toMatchObject({ order_id: expect.any(String) })
  await running.stop()
})

describe("a start that cannot be is one sentence", () => {
  const sentenceOf = async (args: ReadonlyArray<string>) => {
    const error = await started(args).then(
      (running) => running.stop(),
      (error) => error
    )
    expect(error).toBeInstanceOf(NotStarted)
    expect(error.message).toMatch(/^[^\n]+\.$/)
    return error.message as string
  }

  test("the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => other.once("listening", resolve))
    const { port } = other.address() as { port: number }
    expect(await sentenceOf(["--memory", "--port", String(port)])).toContain(`Port ${port} of 127.0.0.1 is in use`)
    other.close()
  })

  test("the address is another machine's", async () => {
    expect(await sentenceOf(["--memory", "--host", "203.0.113.1"])).toContain("no address of this machine")
  })

  test("the data file is none, or cannot be made", async () => {
    writeFileSync(at("text.db"), "this is no database, however long it goes on and on and on".repeat(100))
    expect(await sentenceOf(["--data", at("text.db")])).toContain(
      `${at("text.db")} cannot be opened: file is not a database`
    )
    expect(await sentenceOf(["--data", at("none/shop.db")])).toContain("no such file or directory")
    expect(await sentenceOf(["--data", folder])).toContain(folder)
  })

  test("the database cannot be had, and its password is not told", async () => {
    const standalone = await standIn(0, undefined)
    const { port } = standalone.address() as { port: number }
    for (const [uri, why] of [
      [`mongodb://127.0.0.1:${port}/shops?appName=s3cret`, "is a standalone server, which has no transactions"],
      ["mongodb://me:s3cret@127.0.0.1:1/shops?w=1", "says w=1: leave it out"],
      ["mongodb://me:s3cret@127.0.0.1:1/shops", "no MongoDB answers there"],
      ["mongodb+srv://me:s3cret@nowhere.invalid/shops", "nowhere.invalid"],
      ["mongodb://me:s3cret@127.0.0.1:1/shops?tls=true&tlsCAFile=/none", "no such file"],
      ["mongodb://me:s3cret", "the connection string cannot be read"],
      ["mongodb://me:s3cret@127.0.0.1:1/a.b", "Database names cannot contain"]
    ] as const) {
      const sentence = await sentenceOf(["--mongo", uri, "--credentials", at("c.json")])
      expect(sentence).toContain(`The store mongo cannot be opened: `)
      expect(sentence).toContain(why)
      expect(sentence).not.toContain("s3cret")
    }
    expect(existsSync(at("c.json"))).toBe(false)
    standalone.close()
  })

  test("the credentials file is another's: it is not overwritten", async () => {
    writeFileSync(at("c.json"), "mine")
    expect(await sentenceOf(["--memory", "--credentials", at("c.json")])).toContain("is not a JSON object")
    expect(readFileSync(at("c.json"), "utf8")).toBe("mine")
  })

  test("a file has no place to be", async () => {
    expect(await sentenceOf(["--memory", "--credentials", at("none/c.json")])).toContain("credentials file")
    expect(await sentenceOf(["--memory", "--ready-file", at("none/r.json")])).toContain("ready file")
  })
})

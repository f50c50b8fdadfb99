/** Starting and ending: what a start leaves behind for others to find, and what it says when it cannot. */
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { fakeMongod } from "@bottega/mongo-stand-in/fake-mongod"
import { newDatabase } from "@bottega/mongo-stand-in/shared"
import { Result } from "effect"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { configOf } from "../src/config/config.ts"
import type { Credentials } from "../src/config/credentials.ts"
import { NotStarted } from "../src/start/not-started.ts"
import { welcome } from "../src/start/people.ts"
import { Ended, type Running, serve } from "../src/start/serve.ts"
import { keptLog } from "./given.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-serve-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const started = (args: ReadonlyArray<string>, environment = {}, onProgress = () => {}) =>
  serve(Result.getOrThrow(configOf(args.includes("--port") ? args : ["--port", "0", ...args], environment)), {
    log: keptLog(),
    onProgress
  })
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"))
const modeOf = (file: string) => statSync(file).mode & 0o777

test("a demo leaves its credentials beside the data, and finds everything again at the next start", async () => {
  const args = ["--data", at("shop.db"), "--demo", "--demo-orders", "20", "--ready-file", at("ready.json")]
  const first = await started(args)
  const kept = read(at("shop.credentials.json"))
  expect(Object.keys(kept)).toEqual(["token", "shop", "key", "exchange", "readKey", "readExchange"])
  expect(modeOf(at("shop.credentials.json"))).toBe(0o600)
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
  const logged: Array<string> = []
  const log = { ...keptLog(), info: (message: string) => void logged.push(message) }
  const again = () => serve(Result.getOrThrow(configOf(["--port", "0", ...args], {})), { log })
  const running = await again()
  expect(fields()).toBe(all)
  await running.stop()
  await (await again()).stop()
  expect(logged.filter((message) => message === "shaped")).toHaveLength(1)
  database.close()
})

test("a server that is asked to end is not ready at once, serves until its delay has passed, and leaves no ready file", async () => {
  const running = await started(["--memory", "--ready-file", at("ready.json")])
  const stopping = running.stop(3000)
  expect(existsSync(at("ready.json"))).toBe(false)
  expect((await fetch(`${running.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  await stopping
  await expect(fetch(`${running.url}/healthz`)).rejects.toThrow()
})

test("a start that is asked to end while it fills its store ends without a server", async () => {
  const controller = new AbortController()
  const config = Result.getOrThrow(
    configOf(["--port", "0", "--data", at("shop.db"), "--demo", "--demo-orders", "4500"], {})
  )
  const starting = serve(config, {
    log: keptLog(),
    ending: () => controller.signal,
    onProgress: (done) => done > 0 && controller.abort()
  })
  await expect(starting).rejects.toThrow(Ended)
  expect(existsSync(at("shop.credentials.json"))).toBe(false)
  const running = await started(["--data", at("shop.db"), "--demo", "--demo-orders", "4500"])
  expect(running.credentials.shop).not.toBeNull()
  await running.stop()
})

const nobody = { shop: null, key: null, exchange: null, readKey: null, readExchange: null }
/** The status of a read. A store that is silent for two seconds is answered for with 503, and on a busy machine it may be. */
const statusOf = async ({ url }: { readonly url: string }, { exchange, key }: Credentials) => {
  const headers = { key: key!, exchange: exchange! }
  const ask = async () => (await fetch(`${url}/v1.1/orders/list.json?limit=1`, { headers })).status
  let status = await ask()
  for (let tries = 1; status === 503 && tries < 60; tries++) {
    await sleep(1000)
    status = await ask()
  }
  return status
}
const rowsOf = async ({ credentials, url }: Running, shop: string) => {
  const headers = { authorization: `Bearer ${credentials.token}` }
  return (await fetch(`${url}/control/v1/keys/list.json?shop=${shop}`, { headers })).json() as Promise<Array<object>>
}
const demo = ["--demo", "--demo-orders", "2"]
/** The two that a start hands out, and that of the application that takes the shop's external payments. */
const keySetsOfDemo = 3

test("without a demo there is a token, and no shop or key set is made, whatever the store has", async () => {
  const first = await started(["--data", at("shop.db")])
  expect(read(at("shop.credentials.json"))).toEqual({ token: expect.stringMatching(/^[0-9a-f]{64}$/), ...nobody })
  await first.stop()

  const second = await started(["--data", at("shop.db"), ...demo])
  const { shop } = second.credentials
  await second.stop()
  rmSync(at("shop.credentials.json"))
  const third = await started(["--data", at("shop.db")])
  expect(third.credentials).toEqual({ token: first.credentials.token, ...nobody })
  expect(await rowsOf(third, shop!)).toHaveLength(keySetsOfDemo)
  await third.stop()
})

test("stores of one folder keep their credentials apart", async () => {
  const files = ["a.db", "b.db", "b.sqlite"]
  const begun = []
  for (const file of files) begun.push(await started(["--data", at(file), ...demo]))
  for (const running of begun) await running.stop()
  expect(new Set(begun.map(({ credentials }) => credentials.token)).size).toBe(3)
  for (const [index, file] of files.entries()) {
    const again = await started(["--data", at(file), ...demo])
    expect(again.credentials).toEqual(begun[index]!.credentials)
    expect(await statusOf(again, again.credentials)).toBe(200)
    await again.stop()
  }
})

test("a credentials file that is lost is made again: the same token, and other pairs of the same key sets", async () => {
  const first = await started(["--data", at("shop.db"), ...demo])
  await first.stop()
  rmSync(at("shop.credentials.json"))
  const second = await started(["--data", at("shop.db"), ...demo])
  expect(second.credentials).toMatchObject({ token: first.credentials.token, shop: first.credentials.shop })
  expect(second.credentials.key).not.toBe(first.credentials.key)
  expect([await statusOf(second, second.credentials), await statusOf(second, first.credentials)]).toEqual([200, 200])
  const rows = (await rowsOf(second, first.credentials.shop!)) as Array<{ instance: string }>
  expect([rows.length, new Set(rows.map(({ instance }) => instance)).size]).toEqual([keySetsOfDemo + 2, keySetsOfDemo])
  await second.stop()
})

describe("servers that start together", () => {
  const places: ReadonlyArray<[name: string, store: () => ReadonlyArray<string>]> = [
    ["sqlite", () => ["--data", at("shop.db")]],
    ["mongo", () => ["--mongo", newDatabase("together")]]
  ]
  test.each(places)("on %s agree on one token, and on the pairs of one credentials file", async (_, store) => {
    const flags = [...store(), ...demo, "--credentials"]
    const running = await Promise.all(["a", "a", "a", "b"].map((name) => started([...flags, at(`${name}.json`)])))
    const distinct = (of: (credentials: Credentials) => unknown, count = 4) =>
      new Set(running.slice(0, count).map(({ credentials }) => of(credentials))).size
    expect([distinct(({ token }) => token), distinct(({ shop }) => shop)]).toEqual([1, 1])
    expect([distinct(({ key }) => key, 3), distinct(({ readExchange }) => readExchange, 3)]).toEqual([1, 1])
    for (const { credentials } of running) expect(await statusOf(running[3]!, credentials)).toBe(200)
    const rows = (await rowsOf(running[0]!, running[0]!.credentials.shop!)) as Array<{ instance: string }>
    expect(new Set(rows.map(({ instance }) => instance)).size).toBe(keySetsOfDemo)
    for (const one of running) await one.stop()
  })
})

test("the operator's token can be changed in the credentials file, and other servers of the store follow", async () => {
  const args = ["--data", at("shop.db")]
  await (await started(args)).stop()
  const token = "changed-by-the-operator"
  writeFileSync(at("shop.credentials.json"), JSON.stringify({ ...read(at("shop.credentials.json")), token }))
  const first = await started(args)
  expect(first.credentials.token).toBe(token)
  const second = await started([...args, "--credentials", at("other.json")])
  expect(second.credentials.token).toBe(token)
  await first.stop()
  await second.stop()
})

test("a token of the environment is not left in the store", async () => {
  const running = await started(["--data", at("shop.db")], { BOTTEGA_TOKEN: "given-by-the-operator" })
  await running.stop()
  expect(readFileSync(at("shop.db")).includes("given-by-the-operator")).toBe(false)
})

describe("the credentials file that stores of one folder once shared", () => {
  const old = () => at("bottega-credentials.json")
  /** A store as a program before this one has left it, its credentials in the shared file. */
  const left = async (file: string) => {
    const running = await started(["--data", at(file), ...demo, "--credentials", old()])
    await running.stop()
    const database = new DatabaseSync(at(file))
    database.exec("delete from tokens")
    database.close()
    return running.credentials
  }

  test("is taken over by the store that it is of, and stays for others", async () => {
    const before = await left("shop.db")
    const again = await started(["--data", at("shop.db")])
    expect(again.credentials).toEqual(before)
    expect([read(old()), read(at("shop.credentials.json"))]).toEqual([before, before])
    await again.stop()
  })

  test("gives another store its token and not its pairs, and a new store nothing", async () => {
    await left("other.db")
    const before = await left("shop.db")
    const other = await started(["--data", at("other.db")])
    expect(other.credentials).toEqual({ ...nobody, token: before.token })
    await other.stop()
    const fresh = await started(["--data", at("fresh.db")])
    expect(fresh.credentials.token).not.toBe(before.token)
    await fresh.stop()
  })
})

test("the pairs of a demo can be fixed, also of a store that has others", async () => {
  const [a, b] = ["a".repeat(64), "b".repeat(64)]
  const fixed = { key: a, exchange: b, readKey: b, readExchange: a }
  const environment = {
    ...{ BOTTEGA_DEMO_KEY: a, BOTTEGA_DEMO_EXCHANGE: b },
    ...{ BOTTEGA_DEMO_READ_KEY: b, BOTTEGA_DEMO_READ_EXCHANGE: a }
  }
  await (await started(["--data", at("shop.db"), ...demo])).stop()
  for (const args of [["--memory"], ["--data", at("shop.db")], ["--data", at("shop.db")]]) {
    const running = await started([...args, ...demo], environment)
    expect(running.credentials).toMatchObject(fixed)
    expect(await statusOf(running, running.credentials)).toBe(200)
    await running.stop()
  }
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

test("people see where it is, its credentials and commands to try", async () => {
  const config = Result.getOrThrow(
    configOf(["--port", "0", "--data", at("shop.db"), "--demo", "--demo-orders", "1"], {})
  )
  const running = await serve(config, { log: keptLog() })
  const text = welcome(running, config)
  const { exchange, key, token } = running.credentials
  for (const part of [running.url, `${running.url}/docs`, key, exchange, at("shop.credentials.json")])
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
  const headers = { key: key!, exchange: exchange! }
  const stock = await (await fetch(`${running.url}/v1.1/inventory/list.json`, { headers })).json()
  expect(stock).toContainEqual(expect.objectContaining({ sku: new Map(fields).get("item_id[0][sku]") }))
  await running.stop()
})

test("people are shown what makes a shop in the store that is served, and where its token is", async () => {
  const hintOf = async (args: ReadonlyArray<string>, command?: string) => {
    const config = Result.getOrThrow(configOf(["--port", "0", ...args], {}))
    const running = await serve(config, { log: keptLog() })
    const [, hint = ""] = welcome(running, config, command).split(
      "These commands make a shop and a key set for it, and call the API with that key set:\n"
    )
    await running.stop()
    return { hint: hint.trim().split(/\n */), running }
  }
  const file = await hintOf(["--data", at("its shop.db")])
  const bottega = `bottega --url ${file.running.url} --credentials '${at("its shop.credentials.json")}'`
  expect(file.hint).toEqual([
    `${bottega} shops create --name 'My shop'`,
    `${bottega} keys create --permission read-write --save my-shop.credentials.json`,
    `bottega --url ${file.running.url} --credentials my-shop.credentials.json orders list`
  ])
  const memory = await hintOf(["--memory", "--control-port", "0"], "npm run -s bottega --")
  expect(memory.hint[0]).toBe(
    `BOTTEGA_TOKEN=${memory.running.credentials.token} npm run -s bottega -- --url ${memory.running.controlUrl} shops create --name 'My shop'`
  )
})

test("a server that ends leaves the ready file of the one that has replaced it", async () => {
  const args = ["--memory", "--ready-file", at("ready.json")]
  const [first, second] = [await started(args), await started(args)]
  await first.stop()
  expect(read(at("ready.json")).url).toBe(second.url)
  await second.stop()
  expect(existsSync(at("ready.json"))).toBe(false)
})

test("a start that fails puts back the ready file of a running server, and removes that of a dead one", async () => {
  const running = await started(["--memory", "--ready-file", at("ready.json")])
  const again = ["--memory", "--demo", "--demo-orders", "5", "--port", new URL(running.url).port, "--ready-file"]
  const written = readFileSync(at("ready.json"), "utf8")
  const during = new Set<boolean>()
  const look = () => void during.add(existsSync(at("ready.json")))
  await expect(started([...again, at("ready.json")], {}, look)).rejects.toThrow("is in use")
  // A program that waits for the start must not take the file for the new server's.
  expect([...during]).toEqual([false])
  expect(readFileSync(at("ready.json"), "utf8")).toBe(written)
  const gone = createServer().listen(0, "127.0.0.1")
  await once(gone, "listening")
  const url = `http://127.0.0.1:${(gone.address() as { port: number }).port}`
  gone.close()
  await once(gone, "close")
  writeFileSync(at("dead.json"), `${JSON.stringify({ url, ...running.credentials, pid: process.pid })}\n`)
  await expect(started([...again, at("dead.json")])).rejects.toThrow("is in use")
  expect(existsSync(at("dead.json"))).toBe(false)
  await running.stop()
  expect(existsSync(at("ready.json"))).toBe(false)
})

test("a server whose ready file cannot be removed ends in order", async () => {
  const warnings: Array<string> = []
  const log = { ...keptLog(), warn: (message: string) => void warnings.push(message) }
  const file = at("ready.json")
  const config = Result.getOrThrow(configOf(["--port", "0", "--memory", "--ready-file", file], {}))
  const { stop, url } = await serve(config, { log })
  rmSync(file)
  mkdirSync(file)
  await stop()
  await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed")
  expect(warnings).toContain("the ready file cannot be removed")
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

  test("the ready file cannot be replaced, or cannot be written", async () => {
    expect(await sentenceOf(["--memory", "--ready-file", folder])).toContain(
      `The ready file ${folder} cannot be replaced: `
    )
    const file = at("no/folder/ready.json")
    expect(await sentenceOf(["--memory", "--ready-file", file])).toContain(`The ready file ${file} cannot be written: `)
  })

  test("a file that the start would replace contains something else: it stays as it is", async () => {
    const file = at("theirs.json")
    const others = '{"name":"a package"}'
    writeFileSync(file, others)
    const why = "it exists and is not"
    expect(await sentenceOf(["--memory", "--ready-file", file])).toContain(
      `The ready file ${file} cannot be replaced: ${why}`
    )
    expect(await sentenceOf(["--memory", "--workbench", "--record", file])).toContain(
      `${file} cannot be written: ${why}`
    )
    expect(await sentenceOf(["--memory", "--credentials", file])).toContain("theirs.json contains something else")
    expect(readFileSync(file, "utf8")).toBe(others)
  })

  test("a recording and a ready file of other servers are replaced, but not while the port is taken", async () => {
    const flags = ["--memory", "--workbench", "--record", at("calls.har"), "--ready-file", at("other.json")]
    const running = await started(flags)
    await running.stop()
    const before = statSync(at("calls.har"), { bigint: true }).mtimeNs
    const other = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => other.once("listening", resolve))
    await sentenceOf([...flags, "--port", String((other.address() as { port: number }).port)])
    other.close()
    expect(statSync(at("calls.har"), { bigint: true }).mtimeNs).toBe(before)
    writeFileSync(at("other.json"), `${JSON.stringify({ url: running.url, ...running.credentials, pid: 1 })}\n`)
    await (await started(flags)).stop()
  })

  test("nothing that has begun goes on, whatever failed", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const config = Result.getOrThrow(configOf(["--port", "0", "--memory"], {}))
    const certificate = { cert: "none", key: "none" }
    const before = timers()
    await expect(serve({ ...config, certificate }, { log: keptLog() })).rejects.toThrow(/PEM/)
    // One of an earlier test may have passed meanwhile.
    expect(timers()).toBeLessThanOrEqual(before)
  })

  test("the address is another machine's", async () => {
    expect(await sentenceOf(["--memory", "--host", "203.0.113.1"])).toContain("not an address of this machine")
  })

  test("the data file is not a database, or cannot be made", async () => {
    writeFileSync(at("text.db"), "this is not a database, however long it goes on and on".repeat(100))
    expect(await sentenceOf(["--data", at("text.db")])).toContain(
      `${at("text.db")} cannot be opened: it is not an SQLite database`
    )
    expect(await sentenceOf(["--data", at("text.db/shop.db")])).toContain(`${at("text.db")}, which is not a folder`)
    await (await started(["--data", at("new/folder/shop.db")])).stop()
    expect(await sentenceOf(["--data", folder])).toContain(folder)
  })

  test("a store is not made for a seed that is not an export", async () => {
    writeFileSync(at("notes.ndjson"), '{"a":1}\n')
    for (const [seed, why] of [
      [folder, "EISDIR"],
      [at("notes.ndjson"), "Line 1 is not the beginning of an exported shop"]
    ] as const) {
      const sentence = await sentenceOf(["--data", at("seeded.db"), "--seed", seed])
      expect(sentence).toContain(`The shop in ${seed} cannot be opened: ${why}`)
      expect(existsSync(at("seeded.db"))).toBe(false)
    }
  })

  test("the database is not available, and its password is not shown", async () => {
    const standalone = await fakeMongod(0, undefined)
    const { port } = standalone.address() as { port: number }
    for (const [uri, why] of [
      [`mongodb://127.0.0.1:${port}/shops?appName=s3cret`, "is a standalone server, which has no transactions"],
      ["mongodb://me:s3cret@127.0.0.1:1/shops?w=1", "sets w=1; remove it"],
      ["mongodb://me:s3cret@127.0.0.1:1/shops", "no MongoDB answers at this address"],
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

  test("the token of a credentials file is not a token", async () => {
    writeFileSync(at("c.json"), JSON.stringify({ token: "short" }))
    const sentence = await sentenceOf(["--memory", "--credentials", at("c.json")])
    expect(sentence).toContain("c.json must be 16 to 200 characters without spaces")
  })

  test("a file has no place to be", async () => {
    expect(await sentenceOf(["--memory", "--credentials", at("none/c.json")])).toContain("credentials file")
    expect(await sentenceOf(["--memory", "--ready-file", at("none/r.json")])).toContain("ready file")
  })
})

/** `bottega listen` and `bottega trigger`: real events reach a handler, in order and signed, also after the server was away. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer as createHandler, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createServer as createTlsServer } from "node:tls"
import { stripVTControlCharacters } from "node:util"
import { Bottega } from "@bottega/client"
import { contract, events } from "@bottega/domain/areas"
import { type AnyEvent, entries } from "@bottega/domain/contract"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, embedded, makeService } from "@bottega/service"
import { adapters } from "@bottega/storage/adapters"
import { ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { recipes } from "../src/trigger/recipes.ts"
import { environment, main, session } from "./shell.ts"

/** `script`, of util-linux, runs a program on a terminal of its own. */
const terminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false
if (!terminal) console.log("not run: the keys of a listener: there is no script of util-linux to make a terminal with")

const token = "t".repeat(64)
const long = { timeout: 60_000 }

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly json: any
}

/** A handler that keeps what it receives. */
const handler = async () => {
  const received: Array<Received> = []
  const server: Server = createHandler((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => (body += part))
    request.on("end", () => {
      received.push({ path: request.url!, headers: request.headers, body, json: JSON.parse(body) })
      response.writeHead(request.url === "/broken" ? 500 : 200).end("thanks")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, received, close: () => new Promise((resolve) => server.close(resolve)) }
}

describe("bottega listen", () => {
  const { bottega, end, folder } = session()
  const data = join(folder, "shop.db")
  const children: Array<ChildProcess> = []
  let target: Awaited<ReturnType<typeof handler>>
  let running: Awaited<ReturnType<typeof started>>
  let port = 0
  let shop = ""
  let client: Bottega

  const started = async () => {
    const runtime = ManagedRuntime.make(adapters.find(({ name }) => name === "sqlite")!.open(data, allCollections))
    const service = await runtime.runPromise(makeService({ tokenDigest: digest(token) }))
    const server = createServer(service, { log: makeLog({ level: "silent" }) })
    const url = await server.listen(port, "127.0.0.1")
    port = Number(new URL(url).port)
    return { url, stop: () => server.drain(5000).then(() => runtime.dispose()) }
  }
  /** Starts a listener, and waits until it follows. */
  const listening = async (...flags: ReadonlyArray<string>) => {
    const where = ["--url", running.url, "--credentials", "bottega.credentials.json"]
    const child = spawn(process.execPath, [main, "listen", "--json", ...where, ...flags], {
      cwd: folder,
      env: environment
    })
    children.push(child)
    const heard = { out: "", err: "" }
    child.stdout!.setEncoding("utf8").on("data", (text: string) => (heard.out += text))
    child.stderr!.setEncoding("utf8").on("data", (text: string) => (heard.err += text))
    await expect.poll(() => heard.err, long).toMatch(/whsec_\S+\n/)
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve))
    const stop = () => {
      child.kill("SIGINT")
      return ended
    }
    return { heard, secret: /whsec_\S+/.exec(heard.err)![0], stop }
  }
  const order = () =>
    client.orders.create({
      ...{ shipping_flag: "not_required", shipping_method: "Pick-up", shipping_cost: 0, payment_method: "cash" },
      item_id: [{ sku: "A", price: 1, quantity: 1 }]
    })

  beforeAll(async () => {
    target = await handler()
    running = await started()
    const operator = new Bottega({ url: running.url, token })
    shop = (await operator.shops.create({ name: "Anna" })).id
    const { exchange, key } = await operator.keys.create({ shop, permission: "read-write" })
    client = new Bottega({ url: running.url, key, exchange, retries: 10 })
    const kept = { token, shop, key, exchange, readKey: null, readExchange: null }
    writeFileSync(join(folder, "bottega.credentials.json"), JSON.stringify(kept))
  })
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL")
    await running.stop()
    await target.close()
    await end()
  })

  it("sends events as webhooks do, signed with a secret that it keeps", async () => {
    const events = ["--events", "order.*", "--map", "order.paid=/paid"]
    const { heard, secret, stop } = await listening("--forward-to", `${target.url}/hook`, ...events)
    const { order_id } = await order()
    await client.customers.create({ email: "anna@example.com", first_name: "Anna", last_name: "Bianchi" })
    await client.orders.update({ orderID: order_id, status: 1 })
    await expect.poll(() => target.received.length, long).toBe(3)
    expect(target.received.map(({ json, path }) => [json.type, path])).toEqual([
      [0, "/hook"],
      [100, "/hook"],
      [1, "/paid"]
    ])
    for (const { body, headers, json } of target.received) {
      expect(json).toMatchObject({ name: "bottega listen", orderID: order_id, id_order: order_id, data: {} })
      expect(headers["webhook-id"]).toBe(json.id)
      const content = `${json.id}.${headers["webhook-timestamp"]}.${body}`
      const key = Buffer.from(secret.slice("whsec_".length), "base64")
      expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(content).digest("base64")}`)
    }
    await expect.poll(() => heard.out.trim().split("\n").length, long).toBe(3)
    expect(JSON.parse(heard.out.split("\n")[0]!)).toMatchObject({
      name: "order.created",
      status: 200,
      answer: "thanks"
    })
    expect(await stop()).toBe(0)
    expect(JSON.parse(readFileSync(join(folder, "bottega.credentials.json"), "utf8"))).toMatchObject({
      token,
      listenSecret: secret
    })
  })

  it("leaves no event out while the server is away, and signs with the same secret tomorrow", async () => {
    target.received.length = 0
    const before = JSON.parse(readFileSync(join(folder, "bottega.credentials.json"), "utf8")).listenSecret
    const { heard, secret, stop } = await listening("--forward-to", target.url, "--events", "order.created")
    expect(secret).toBe(before)
    const made = [(await order()).order_id]
    await expect.poll(() => target.received.length, long).toBe(1)
    await running.stop()
    await expect.poll(() => heard.err, long).toContain("Trying again")
    running = await started()
    for (let n = 0; n < 5; n++) made.push((await order()).order_id)
    await expect.poll(() => target.received.map(({ json }) => json.orderID), long).toEqual(made)
    expect(await stop()).toBe(0)
  })

  it("says that it listens only when it knows the place to begin at", async () => {
    const asked = Promise.withResolvers<void>()
    const silent = createHandler(() => asked.resolve())
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const where = ["--url", `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, "--shop", shop]
    const flags = ["--credentials", "bottega.credentials.json", "--forward-to", target.url]
    const child = spawn(process.execPath, [main, "listen", ...where, ...flags], { cwd: folder, env: environment })
    children.push(child)
    let said = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text))
    const closed = new Promise((resolve) => child.on("close", resolve))
    await asked.promise
    child.kill("SIGKILL")
    await closed
    silent.close()
    expect(said).not.toContain("Signed with")
  })

  it("sends again what the operator replays", async () => {
    target.received.length = 0
    const { heard, stop } = await listening("--forward-to", target.url, "--events", "order.created")
    const { order_id } = await order()
    await expect.poll(() => target.received.length, long).toBe(1)
    const operator = new Bottega({ url: running.url, token })
    const { id: webhook } = await client.webhooks.create({ url: "https://93.184.216.34/", type: 0, name: "Later" })
    const now = Math.floor(Date.now() / 1000)
    const replay = { shop, webhook, from: now - 60, to: now + 60 }
    const { replayed } = await operator.webhooks.replay(replay)
    await expect.poll(() => target.received.length, long).toBe(1 + replayed)
    const [first, last] = [target.received[0]!, target.received.at(-1)!]
    expect(last.json).toEqual(first.json)
    expect([last.json.orderID, last.headers["webhook-id"]]).toEqual([order_id, first.headers["webhook-id"]])
    await expect.poll(() => heard.out.trim().split("\n").length, long).toBe(1 + replayed)
    const shown = heard.out.trim().split("\n")
    expect(shown.map((line) => JSON.parse(line).replay)).toEqual([false, ...Array(replayed).fill(true)])
    await client.webhooks.remove({ id: webhook })
    expect(await stop()).toBe(0)
  })

  it("says what a handler that fails answered, and goes on", async () => {
    const { heard, stop } = await listening("--forward-to", `${target.url}/broken`, "--map", "order.paid=/fine")
    await bottega("trigger", "order.paid", "--yes", "--url", running.url, "--credentials", "bottega.credentials.json")
    await expect.poll(() => heard.out.trim().split("\n").length, long).toBe(3)
    expect(
      heard.out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).status)
    ).toEqual([500, 500, 200])
    expect(await stop()).toBe(0)
  })

  it("says in words why a handler gives no answer", async () => {
    const tls = createTlsServer({}).listen(0, "127.0.0.1")
    await once(tls, "listening")
    const { port } = tls.address() as AddressInfo
    for (const [to, why] of [
      [`http://127.0.0.1:${port}`, "it speaks TLS; try its address with https"],
      [target.url.replace("http:", "https:"), "it does not speak TLS; try its address with http"]
    ] as const) {
      const { heard, stop } = await listening("--forward-to", to, "--events", "order.created")
      await order()
      await expect.poll(() => heard.out, long).toContain(`"answer":"${why}"`)
      expect(await stop()).toBe(0)
    }
    tls.close()
  })

  it.runIf(terminal)("sends the last event again at a terminal with r, shows it with d, and ends with q", async () => {
    target.received.length = 0
    const where = `--url ${running.url} --credentials bottega.credentials.json`
    const line = `exec '${process.execPath}' '${main}' listen --forward-to ${target.url}/hook --events order.created ${where}`
    const child = spawn("script", ["-qec", line, "/dev/null"], { cwd: folder, env: { ...environment, TERM: "xterm" } })
    children.push(child)
    let shown = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (shown += stripVTControlCharacters(text)))
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve))
    await expect.poll(() => shown, long).toContain("r sends the last event again, d shows its details, q ends.")
    // Nothing was sent yet.
    child.stdin.write("rd")
    const { order_id } = await order()
    await expect.poll(() => shown, long).toMatch(/200 +\d+ ms +order\.created/)
    child.stdin.write("r")
    await expect.poll(() => shown.split("order.created").length - 1, long).toBe(2)
    const [first, again] = target.received
    expect([again!.headers["webhook-id"], again!.body]).toEqual([first!.headers["webhook-id"], first!.body])
    child.stdin.write("d")
    await expect.poll(() => shown, long).toContain(`Answer: 200\r\nthanks`)
    expect(shown).toContain(`order.created to ${target.url}/hook:`)
    expect(shown).toContain(`"orderID":"${order_id}"`)
    child.stdin.write("q")
    expect(await ended).toBe(0)
    expect(target.received).toHaveLength(2)
  })

  it("is wrong without a handler, and with events that do not exist", async () => {
    expect(await bottega("listen")).toMatchObject({ code: 2, err: expect.stringContaining("--forward-to is missing") })
    const unknown = await bottega("listen", "--forward-to", target.url, "--events", "order.payed")
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("did you mean order.paid?") })
  })

  it("triggers nothing in a shop that is not a demo shop without --yes", async () => {
    const where = ["--url", running.url, "--credentials", "bottega.credentials.json"]
    const refused = await bottega("trigger", "order.created", ...where)
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("Anna is not a demo shop") })
    const never = await bottega("trigger", "cart.abandoned", ...where)
    expect(never).toMatchObject({ code: 2, err: expect.stringContaining("cannot happen") })
    expect(await bottega("trigger", "order.removed", "--yes", ...where)).toMatchObject({ code: 0, out: "" })
  })
})

describe("bottega trigger", () => {
  it.each(Object.entries(recipes))("makes %s happen by operations that cause it", async (name, recipe) => {
    const store = await embedded()
    const called = new Set<string>()
    const paths = new Map(entries(contract).map(({ endpoint, id }) => [`${endpoint.method} ${endpoint.path}`, id]))
    const api = new Bottega({
      token: store.token,
      transport: (sent) => {
        called.add(paths.get(`${sent.method} ${sent.path.replace(/^\/v1\.1/, "")}`) ?? "")
        return store.transport(sent)
      },
      key: store.key,
      exchange: store.exchange
    })
    const { headers } = await api.follow.entries({ shop: store.shop, limit: 0 }).withResponse()
    const after = /[?&]after=([\w-]+)/.exec(headers["link"]!)![1]!
    const codeFor = async (orderID: string) =>
      (await api.authorizations.create({ shop: store.shop, orderID })).authorization_code
    await recipe({ api, codeFor, mark: "test", made: () => {} })
    const event: AnyEvent = events[name as keyof typeof events]
    const happened: Array<string> = []
    for await (const entry of api.follow.entries.all({ shop: store.shop, after })) {
      if (entry.topic !== "events") continue
      happened.push(entry.name)
      if (entry.name === event.name) break
    }
    expect(happened).toContain(event.name)
    expect(event.by.some((id) => called.has(id))).toBe(true)
    await store.close()
  })

  it("knows every event but the one that never happens", () => {
    const all = Object.keys(events).filter((name) => name !== "cartAbandoned")
    expect(Object.keys(recipes).sort()).toEqual(all.sort())
  })
})

/** `bottega pull`, as a shell runs it: killed at any call it goes on, and nothing of the source reaches the terminal as it is. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { createServer as createPlainServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createServer as createTlsServer } from "node:tls"
import { Bottega } from "@bottega/client"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, makeService, shops } from "@bottega/service"
import { ensureDemoShop } from "@bottega/service/demo"
import { adapters } from "@bottega/storage/adapters"
import { ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { environment, main, session } from "./shell.ts"

const token = "t".repeat(64)

describe("bottega pull", () => {
  const { bottega, end, folder, run } = session()
  const runtime = ManagedRuntime.make(adapters[0]!.open("", allCollections))
  let server: ReturnType<typeof createServer>
  let pair: ReadonlyArray<string> = []
  let url = ""

  beforeAll(async () => {
    await runtime.runPromise(ensureDemoShop({ orders: 60, now: 1_790_000_000_000, pictures: false }))
    const service = await runtime.runPromise(makeService({ tokenDigest: digest(token), throttle: false }))
    server = createServer(service, { log: makeLog({ level: "silent" }) })
    url = await server.listen(0, "127.0.0.1")
    const [shop] = await runtime.runPromise(shops)
    const { exchange, key } = await new Bottega({ url, token }).keys.create({ shop: shop!.id, permission: "read" })
    pair = ["--key", key, "--exchange", exchange]
  })
  afterAll(async () => {
    await server.drain(0)
    await runtime.dispose()
    await end()
  })

  /** Begins a pull, which the test kills. */
  const begun = (from: string) => {
    const child = spawn(
      process.execPath,
      [main, "pull", "--from", from, ...pair, "--rate", "1000", "--data", "new.db"],
      {
        cwd: folder,
        env: environment
      }
    )
    return { child, ended: once(child, "exit") }
  }

  it("goes on after kill -9, brings every order once, and leaves a sound store", async () => {
    let left = Number.POSITIVE_INFINITY
    let kill = () => {}
    // A proxy counts the calls, so that the kill comes at a chosen one.
    const proxy = createPlainServer((request, response) => {
      if (--left === 0) kill()
      const headers = { key: String(request.headers["key"]), exchange: String(request.headers["exchange"]) }
      fetch(`${url}${request.url}`, { headers })
        .then(async (answer) => response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())))
        .catch(() => response.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
    const from = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    for (const at of [40, 250]) {
      left = at
      const { child, ended } = begun(from)
      kill = () => child.kill("SIGKILL")
      expect(await ended).toEqual([null, "SIGKILL"])
    }
    left = Number.POSITIVE_INFINITY
    const whole = await bottega("pull", "--from", from, ...pair, "--rate", "1000", "--data", "new.db")
    expect(whole).toMatchObject({ code: 0, err: "" })
    expect(whole.out).toContain("orders: 60 there, 60 here,")
    expect(whole.out).toContain("--with timeline fetches it.")
    const again = await bottega("pull", "--from", from, ...pair, "--rate", "1000", "--data", "new.db", "--json")
    const report = JSON.parse(again.out)
    for (const kind of Object.values<Record<string, number>>(report.kinds))
      expect(kind).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 })
    expect(report.kinds.orders).toMatchObject({ source: 60, stored: 60 })
    expect(statSync(report.file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(report.file), "utf8")).isComplete).toBe(true)
    expect((await bottega("doctor", "--data", "new.db")).out).toContain("Nothing is wrong.")
    expect(JSON.parse((await bottega("shops", "list", "--data", "new.db", "--json")).out)).toHaveLength(1)
    proxy.close()
    proxy.closeAllConnections()
  })

  it("shows nothing of a source's texts that a terminal would obey", async () => {
    const evil = "\u001b]0;x\u0007\u202e\u009b31m"
    const hostile = createPlainServer((request, response) => {
      const path = request.url!.replace(/\?.*/, "")
      if (path.endsWith("/orders/statuses.json")) return void response.end('{"opened":{}}')
      if (path.endsWith("/webhook/list.json")) return void response.end(JSON.stringify([{ name: evil }]))
      if (path.endsWith("/store/info.json")) return void response.end(JSON.stringify({ uid: 7, store_name: evil }))
      if (path.endsWith("/attributes/list.json"))
        return void response.end(
          JSON.stringify([{ id: evil }, { id: "5f0c3a2b0e1f4a0000000001", label: evil, type: evil }])
        )
      response.end("[]")
    })
    await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve))
    const from = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
    for (const form of [[], ["--json"]]) {
      const { code, err, out } = await bottega(
        "pull",
        "--from",
        from,
        ...pair,
        "--data",
        "evil.db",
        "--rate",
        "1000",
        ...form
      )
      expect(code).toBe(1)
      expect(out + err).toContain("attributes")
      expect((out + err).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }
    hostile.close()
    hostile.closeAllConnections()
  })

  it.each([
    [{ ok: 0, err: "maintenance" }, "was refused: maintenance"],
    [{}, "lists no status"],
    [[], "lists no status"],
    [null, "lists no status"],
    [5, "lists no status"]
  ])("brings nothing from a server that answers everything with %j, and makes no store", async (answer, why) => {
    const stranger = createPlainServer((_, response) => response.end(JSON.stringify(answer)))
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve))
    const from = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const { code, err } = await bottega("pull", "--from", from, ...pair, "--data", "refused.db")
    expect(code).toBe(1)
    expect(err).toBe(`This is not a server of this API: /orders/statuses.json ${why}.\n`)
    expect(readdirSync(folder).filter((name) => name.startsWith("refused"))).toEqual([])
    stranger.close()
  })

  it("says at once that the source does not answer, and how long it tries again", async () => {
    const { child, ended } = begun("http://127.0.0.1:9")
    const [said] = await once(child.stderr!, "data")
    expect(String(said)).toBe(
      "The source does not answer /orders/statuses.json (connect ECONNREFUSED 127.0.0.1:9). Trying again, 11 times within 7 minutes.\n"
    )
    child.kill("SIGKILL")
    await ended
  })

  it("says in words that the source speaks TLS, or does not", async () => {
    const tls = createTlsServer({}).listen(0, "127.0.0.1")
    await once(tls, "listening")
    for (const [from, why] of [
      [`http://127.0.0.1:${(tls.address() as AddressInfo).port}`, "it speaks TLS; try its address with https"],
      [url.replace("http:", "https:"), "it does not speak TLS; try its address with http"]
    ] as const) {
      const { child, ended } = begun(from)
      const [said] = await once(child.stderr!, "data")
      expect(String(said)).toContain(`The source does not answer /orders/statuses.json (${why}). Trying again,`)
      child.kill("SIGKILL")
      await ended
    }
    tls.close()
  })

  it("makes no store for a shop that must be there", async () => {
    const { code, err } = await bottega("pull", "--from", url, ...pair, "--data", "none.db", "--shop", "x")
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("There is no data file") })
    expect(readdirSync(folder)).not.toContain("none.db")
  })

  it("says what is wrong with its options", async () => {
    const usage = async (...args: ReadonlyArray<string>) => (await run(["pull", ...args])).err.split("\n")[0]
    expect(await usage()).toBe("--from is missing: the address of the server to pull from.")
    expect(await usage("--from", "http://shop.example", ...pair)).toBe(
      "--from must be an https address, unless it is this machine."
    )
    expect(await usage("--from", "https://u:p@shop.example", ...pair)).toBe(
      "--from must be an address without a password, a query or a fragment."
    )
    expect(await usage("--from", url)).toBe(
      "--key and --exchange are missing; BOTTEGA_KEY and BOTTEGA_EXCHANGE also give them."
    )
    expect(await usage("--from", url, ...pair, "--rate", "0")).toBe(
      "--rate must be a number of calls a second, up to 1000."
    )
    expect(await usage("--from", url, ...pair, "--with", "invoices")).toBe(
      "--with takes timeline, tracking, separated by commas."
    )
  })
})

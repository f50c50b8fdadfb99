import { once } from "node:events"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createServer as createTlsServer } from "node:tls"
import { Bottega } from "@bottega/client"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, makeService } from "@bottega/service"
import { adapters } from "@bottega/storage/adapters"
import { ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { session } from "./shell.ts"

const token = "t".repeat(64)

describe("on a server", () => {
  const { bottega, end, folder, run } = session()
  const runtime = ManagedRuntime.make(adapters[0]!.open("", allCollections))
  let server: ReturnType<typeof createServer>
  let url = ""
  const credentials = (name: string, said: object) => writeFileSync(join(folder, name), JSON.stringify(said))

  beforeAll(async () => {
    const service = await runtime.runPromise(makeService({ tokenDigest: digest(token) }))
    server = createServer(service, { log: makeLog({ level: "silent" }) })
    url = await server.listen(0, "127.0.0.1")
    const operator = new Bottega({ url, token })
    const { id: shop } = await operator.shops.create({ name: "Anna" })
    const { exchange, key } = await operator.keys.create({ shop, permission: "read-write" })
    const reads = await operator.keys.create({ shop, permission: "read" })
    const readOnly = { readKey: reads.key, readExchange: reads.exchange }
    credentials("bottega.credentials.json", { token, shop, key, exchange, ...readOnly })
    credentials("read.json", { token: null, shop, key: null, exchange: null, ...readOnly })
    const client = new Bottega({ url, key, exchange })
    for (const uid of [1, 2, 3]) {
      const item_id = [{ sku: `A${uid}`, price: uid, quantity: 1 }]
      const goods = { item_id, shipping_method: "Pick-up", shipping_cost: 0, payment_method: "cash" }
      await client.orders.create({ ...goods, shipping_flag: "not_required", tags: [`t${uid}`] })
    }
  })
  afterAll(async () => {
    await server.drain(0)
    await runtime.dispose()
    await end()
  })
  const remote = (...args: ReadonlyArray<string>) =>
    bottega("--url", url, "--credentials", "bottega.credentials.json", ...args)

  it("calls a shop's operations with the pair and the installation's with the token", async () => {
    expect(await remote("orders", "list", "--nodes", "short_id,tags")).toMatchObject({ code: 0, err: "" })
    expect(JSON.parse((await remote("shops", "list", "--json")).out)).toMatchObject([{ name: "Anna" }])
  })

  it("says how to get the next page, and gets it", async () => {
    const first = await remote("orders", "list", "--limit", "2", "--json")
    expect(JSON.parse(first.out)).toHaveLength(2)
    const [, cursor] = /^There are more: --cursor (\S+) prints the next page, --all prints all pages\.\n$/.exec(
      first.err
    )!
    const second = await remote("orders", "list", "--limit", "2", "--json", "--cursor", cursor!)
    expect(second.err).toBe("")
    const all = await remote("orders", "list", "--limit", "2", "--json", "--all")
    expect(JSON.parse(all.out)).toEqual([...JSON.parse(first.out), ...JSON.parse(second.out)])
    expect((await remote("orders", "list", "--limit", "2", "--all")).out.trimEnd().split("\n")).toHaveLength(4)
  })

  it("takes the address, the file and a read-only pair from the environment", async () => {
    const env = { BOTTEGA_URL: url, BOTTEGA_CREDENTIALS: "read.json" }
    expect((await run(["orders", "list", "--limit", "1", "--json"], { env })).code).toBe(0)
    const { code, err } = await run(["orders", "addTags", "--orderID", "1_x", "--tags", "a"], { env })
    expect({ code, err }).toEqual({ code: 1, err: "This key set may only read (GET). (403 read_only_key)\n" })
    const token = await run(["shops", "list"], { env })
    expect(token.code).toBe(2)
    expect(token.err).toMatch(/^The credentials file \S+\/read\.json has no token, which this operation needs\.\n/)
  })

  it("keeps an issued pair in a file, and acts with it on a shop that is not the demo", async () => {
    const issued = await remote("keys", "create", "--permission", "read-write", "--save", "own.json", "--json")
    expect(issued).toMatchObject({ code: 0, err: expect.stringContaining("The pair is in own.json") })
    const { exchange, key } = JSON.parse(issued.out)
    expect(statSync(join(folder, "own.json")).mode & 0o777).toBe(0o600)
    await remote("keys", "create", "--permission", "read", "--save", "own.json")
    const kept = JSON.parse(readFileSync(join(folder, "own.json"), "utf8"))
    expect(kept).toMatchObject({ token: null, key, exchange, readKey: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect((await bottega("--url", url, "--credentials", "own.json", "orders", "list")).code).toBe(0)
    const pair = { BOTTEGA_URL: url, BOTTEGA_KEY: key, BOTTEGA_EXCHANGE: exchange, BOTTEGA_CREDENTIALS: "none.json" }
    expect((await run(["orders", "list"], { env: pair })).code).toBe(0)
    const half = await run(["orders", "list"], { env: { ...pair, BOTTEGA_EXCHANGE: "" } })
    expect(half).toMatchObject({ code: 2, err: expect.stringContaining("must be set together") })
  })

  it("writes no pair of one shop into the file of another, and issues none", async () => {
    credentials("other.json", { token: null, shop: "6b0120bf3d57436d85699744", key: "a", exchange: "b" })
    const before = JSON.parse((await remote("keys", "list", "--json")).out).length
    const { code, err } = await remote("keys", "create", "--permission", "read", "--save", "other.json")
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("belongs to the shop 6b0120bf") })
    expect(JSON.parse((await remote("keys", "list", "--json")).out)).toHaveLength(before)
  })

  it("issues no pair for a file that cannot be written, and says which file it is", async () => {
    const before = JSON.parse((await remote("keys", "list", "--json")).out).length
    for (const [file, said] of [
      ["none/x.json", { code: 2, err: expect.stringContaining("file none/x.json cannot be written: ENOENT") }],
      [".", { code: 1, err: expect.stringContaining("file . cannot be read: EISDIR") }]
    ] as const)
      expect(await remote("keys", "create", "--permission", "read", "--save", file)).toMatchObject(said)
    expect(JSON.parse((await remote("keys", "list", "--json")).out)).toHaveLength(before)
    const listed = await bottega("--url", url, "--credentials", ".", "orders", "list")
    expect(listed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The credentials file \S+ cannot be read: EISDIR/)
    })
  })

  it("names each refused parameter by its flag, including nested ones", async () => {
    const goods = ["--shipping_method", "P", "--shipping_cost", "x", "--payment_method", "cash"]
    const item = ["--set", "item_id[0][sku]=A", "--set", "item_id[0][price]=-1", "--set", "item_id[0][quantity]=1"]
    const { code, err } = await remote("orders", "create", "--shipping_flag", "not_required", ...goods, ...item)
    expect(code).toBe(1)
    expect(err).toContain("  --shipping_cost: must be a number, such as 12.5\n")
    expect(err).toContain("  --set item_id[0][price]: must be 0 or more\n")
  })

  it("needs the credentials of the requested shop", async () => {
    const missing = await bottega("--url", url, "--credentials", "none.json", "orders", "list")
    expect(missing.code).toBe(2)
    expect(missing.err).toMatch(
      /^There is no credentials file \S+\/none\.json; name one with --credentials, or set BOTTEGA_KEY and BOTTEGA_EXCHANGE\. bottega keys create --save <file> writes one\.\n/
    )
    const other = await remote("orders", "list", "--shop", "6b0120bf3d57436d85699744")
    expect(other.code).toBe(2)
    expect(other.err).toMatch(/does not belong to the shop 6b0120bf3d57436d85699744; name another with --credentials\./)
  })

  it("finds the former credentials file of a folder until the store has its own", async () => {
    const all = JSON.parse(readFileSync(join(folder, "bottega.credentials.json"), "utf8"))
    const env = { BOTTEGA_URL: url, BOTTEGA_DATA: "elsewhere.db" }
    expect((await run(["orders", "list"], { env })).err).toContain(
      "elsewhere.credentials.json; name one with --credentials"
    )
    credentials("bottega-credentials.json", all)
    expect((await run(["orders", "list"], { env })).code).toBe(0)
    credentials("elsewhere.credentials.json", { ...all, key: null, readKey: null })
    expect((await run(["orders", "list"], { env })).err).toContain("has no key and exchange")
  })

  it("calls a separate control surface at its own address", async () => {
    const log = makeLog({ level: "silent" })
    const service = await runtime.runPromise(makeService({ tokenDigest: digest(token) }))
    const parts = [createServer(service, { log, surface: "shop" }), createServer(service, { log, surface: "control" })]
    const [shops, control] = await Promise.all(parts.map((part) => part.listen(0, "127.0.0.1")))
    const env = { BOTTEGA_CREDENTIALS: "bottega.credentials.json" }
    const codeOf = async (at: string, ...args: ReadonlyArray<string>) =>
      (await run(["--url", at, ...args], { env })).code
    expect([await codeOf(shops!, "shops", "list"), await codeOf(control!, "shops", "list")]).toEqual([1, 0])
    expect([await codeOf(shops!, "orders", "list"), await codeOf(control!, "orders", "list")]).toEqual([0, 1])
    await Promise.all(parts.map((part) => part.drain(0)))
  })

  it("says that an address does not answer as this API does, whatever it answers with", async () => {
    let body = ""
    const stranger = http.createServer((_, response) => response.end(body))
    await once(stranger.listen(0, "127.0.0.1"), "listening")
    const at = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const env = { BOTTEGA_URL: at, BOTTEGA_CREDENTIALS: "bottega.credentials.json" }
    const refused = async (answer: string, lines: ReadonlyArray<string>) => {
      body = answer
      for (const line of lines) {
        const { code, err, out } = await run(line.split(" "), { env })
        expect({ answer, line, code, out }).toEqual({ answer, line, code: 1, out: "" })
        expect(err).toContain(`${at} does not answer as this API does: `)
      }
    }
    const ofLists = [
      "orders list",
      "orders list --all --json",
      "products list",
      "shops list --json",
      "orders days --from 1 --to 2"
    ]
    const ofObjects = ["status", "orders read 1_a", "console", "trigger order.paid --yes"]
    const ofShops = ["logs", "logs --follow", "listen --forward-to http://127.0.0.1:9"]
    for (const answer of ["{}", "5", "null", "<h1>Hi</h1>", ""])
      await refused(answer, [...ofLists, ...ofObjects, ...ofShops])
    await refused("[]", [...ofObjects, "listen --shop x --forward-to http://127.0.0.1:9"])
    stranger.close()
  })

  it("names the server that cannot be reached, and says why", async () => {
    const nobody = "http://127.0.0.1:9"
    const env = { BOTTEGA_CREDENTIALS: "bottega.credentials.json" }
    const commands = ["orders list", "console", "logs", "listen --forward-to http://127.0.0.1:9", "trigger order.paid"]
    for (const command of [...commands, "completions ids brands"]) {
      const { code, err } = await run([...command.split(" "), "--url", nobody], { env })
      expect([command, code]).toEqual([command, 1])
      expect(err).toMatch(/^http:\/\/127\.0\.0\.1:9: The server gave no answer: .+\.\n$/)
    }
    const encrypted = url.replace("http:", "https:")
    const { err: plain } = await run(["--url", encrypted, "orders", "list"], { env })
    expect(plain).toBe(`${encrypted}: The server gave no answer: it does not speak TLS; try its address with http.\n`)
    // Without a certificate it ends every handshake with an alert.
    const tls = createTlsServer({}).listen(0, "127.0.0.1")
    await once(tls, "listening")
    const unencrypted = `http://127.0.0.1:${(tls.address() as AddressInfo).port}`
    const { err: closed } = await run(["--url", unencrypted, "orders", "list"], { env })
    expect(closed).toBe(`${unencrypted}: The server gave no answer: it speaks TLS; try its address with https.\n`)
    tls.close()
    const wrong = await run(["--url", "127.0.0.1:80", "orders", "list"], { env })
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/^--url must be an http or https address/) })
  })
})

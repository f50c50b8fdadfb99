/** The store on a server that belongs to somebody else, whose hooks, errors, logger and other routes go on as they were. */
import { once } from "node:events"
import { connect } from "node:net"
import type { Readable } from "node:stream"
import { createGunzip, createGzip, gunzipSync, gzipSync } from "node:zlib"
import { collections } from "@bottega/domain/areas"
import { Int, stream } from "@bottega/domain/contract"
import { allCollections, digest, makeService, type Service } from "@bottega/service"
import { installation, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import helmet from "@fastify/helmet"
import { Effect, ManagedRuntime, Schema, Stream } from "effect"
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from "fastify"
import { afterEach, describe, expect, test } from "vitest"
import { givenAddressOf } from "../src/http/address.ts"
import { logTo } from "../src/log/host-log.ts"
import { mount } from "../src/mount.ts"
import { type BottegaOptions, bottega } from "../src/plugin.ts"
import { adding, operation } from "./given.ts"

const token = "operator-token-of-a-test"
const operator = { authorization: `Bearer ${token}` }
const open: Array<FastifyInstance> = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

/** A server of somebody else's; `prepare` does what its owner did before the store came. */
const host = (prepare: (app: FastifyInstance) => unknown = () => {}, options: FastifyServerOptions = {}) => {
  const app = Fastify(options)
  open.push(app)
  prepare(app)
  app.get("/hello", async () => ({ hello: "world" }))
  app.post("/json", async ({ body }) => body)
  return app
}

const withStore = async (
  prepare?: (app: FastifyInstance) => unknown,
  options: Partial<BottegaOptions> & { readonly prefix?: string } = {},
  server: FastifyServerOptions = {}
) => {
  const app = host(prepare, server)
  app.register(bottega, { storage: "memory", token, prefix: "/shop", ...options })
  await app.ready()
  return app
}

const shopOn = async (app: FastifyInstance, prefix = "/shop") => {
  const ask = async (url: string, payload: object) =>
    (await app.inject({ method: "POST", url: `${prefix}/control/v1${url}`, headers: operator, payload })).json()
  const { id } = await ask("/shops/shop.json", { name: "Bottega" })
  const { exchange, key } = await ask("/keys/key.json", { shop: id, permission: "read-write" })
  return { id: id as string, headers: { key, exchange } as { key: string; exchange: string } }
}

/** A server with a service of the test's own. */
const withService = async (
  change: (service: Service) => Service,
  prepare?: (app: FastifyInstance) => unknown,
  server: FastifyServerOptions = {}
) => {
  const runtime = ManagedRuntime.make(adapters[0]!.open("", allCollections))
  const service = await runtime.runPromise(makeService({ tokenDigest: digest(token) }))
  const app = host(prepare, server)
  const plugin = async (scope: FastifyInstance) => void mount(scope, change(service), { log: logTo(app.log) })
  app.register(plugin, { prefix: "/shop" })
  await app.ready()
  return { app, runtime }
}

const list = "/shop/v1.1/orders/list.json"
const inFlight = async (app: FastifyInstance, prefix = "/shop") =>
  Number(/^bottega_requests_in_flight (\d+)$/m.exec((await app.inject(`${prefix}/metrics`)).body)?.[1])
const loads = async (app: FastifyInstance) =>
  [...(await app.inject("/shop/metrics")).body.matchAll(/^bottega_load_(\w+) (\d+)$/gm)]
    .filter(([, , amount]) => amount !== "0")
    .map(([, name]) => name)

describe("beside other plugins", () => {
  test("helmet's headers are on the store's answers, whatever they are", async () => {
    const app = await withStore((app) => app.register(helmet))
    const { headers } = await shopOn(app)
    const answers = [
      await app.inject({ url: list, headers }),
      await app.inject(list),
      await app.inject("/shop/v1.1/nothing.json"),
      await app.inject({ method: "PATCH", url: list, headers }),
      await app.inject("/shop/healthz")
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 404, 405, 200])
    for (const { headers } of answers) {
      expect(headers["x-dns-prefetch-control"]).toBe("off")
      expect(headers["strict-transport-security"]).toContain("max-age")
    }
  })

  test("a hook sees every answer, and may change it", async () => {
    const seen: Array<string> = []
    const app = await withStore((app) => {
      app.addHook("onSend", async (request, reply, payload) => {
        seen.push(`${request.method} ${reply.statusCode} ${typeof payload}`)
        reply.header("x-seen", "yes")
        return typeof payload === "string" ? payload.replace("[]", "[ ]") : payload
      })
      app.addHook("onResponse", async (_request, reply) => void seen.push(`sent ${reply.statusCode}`))
    })
    const { headers } = await shopOn(app)
    seen.length = 0
    const answer = await app.inject({ url: list, headers })
    expect([answer.body, answer.headers["x-seen"], answer.headers["content-length"]]).toEqual(["[ ]", "yes", "3"])
    await expect.poll(() => seen).toEqual(["GET 200 string", "sent 200"])
    expect(await loads(app)).toEqual([])
  })

  test("a call of inject leaves no timer, which would keep the process alive for a minute", async () => {
    const app = await withStore()
    const { headers } = await shopOn(app)
    for (const path of [list, "/shop/v1.1/coupons/list.json", "/shop/v1.1/nothing.json"]) {
      const { raw } = await app.inject({ url: path, headers })
      expect(Object.keys(raw.res), path).not.toContain("timeoutHandle")
    }
  })

  test("a hook sees the route of an operation by its own path, and that of an unknown path by its beginning", async () => {
    const seen: Array<string | undefined> = []
    const app = await withStore((app) =>
      app.addHook("onRequest", async (request) => void seen.push(request.routeOptions.url))
    )
    await app.inject(list)
    await app.inject({ method: "PUT", url: "/shop/v1.1/brands/brand.json" })
    await app.inject("/shop/v1.1/nothing.json")
    expect(seen).toEqual([list, "/shop/v1.1/brands/brand.json", "/shop/v1.1/*"])
  })

  test("a list of any length goes through the hooks as a stream", async () => {
    const endless = stream("/numbers.json", { summary: "Count.", output: Schema.Array(Int) })
    const numbers = operation(endless, () => Effect.sync(() => Stream.range(1, 50_000)))
    const { app, runtime } = await withService(adding(numbers), (app) =>
      app.addHook("onSend", async (_request, reply, payload) => {
        if (typeof payload === "string" || payload === null || payload === undefined) return payload
        reply.header("content-encoding", "gzip")
        return (payload as Readable).pipe(createGzip())
      })
    )
    const { headers } = await shopOn(app)
    const answer = await app.inject({ url: "/shop/v1.1/numbers.json", headers })
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toHaveLength(50_000)
    await expect.poll(() => loads(app)).toEqual([])
    await app.close()
    await runtime.dispose()
  })

  test("a hook may refuse a call before the store knows of it, in its own words", async () => {
    const app = await withStore((app) => {
      app.addHook("onRequest", async (request) => {
        if (request.headers["x-limited"] !== undefined) throw Object.assign(new Error("slow down"), { statusCode: 429 })
      })
      app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
        reply.code(error.statusCode ?? 500).send({ host: error.message })
      )
    })
    const answer = await app.inject({
      method: "POST",
      url: "/shop/v1.1/orders/order.json",
      headers: { "x-limited": "1" }
    })
    expect([answer.statusCode, answer.json()]).toEqual([429, { host: "slow down" }])
    expect(await inFlight(app)).toBe(1)
  })

  test.each(["preParsing", "preValidation", "preHandler"] as const)(
    "what a call holds is given back when a hook refuses it late: %s",
    async (hook) => {
      const app = await withStore((app) => {
        const refuse = async (request: { readonly method: string; readonly url: string }) => {
          if (request.method === "POST" && request.url.includes("order.json")) throw new Error("no")
        }
        app.addHook(hook, refuse as never)
      })
      const { headers } = await shopOn(app)
      const answer = await app.inject({
        method: "POST",
        url: "/shop/v1.1/orders/order.json",
        headers,
        payload: { a: "1" }
      })
      expect([answer.statusCode, answer.json().message]).toEqual([500, "no"])
      expect([await inFlight(app), await loads(app)]).toEqual([1, []])
    }
  )

  test("a body that a hook decodes is read decoded, within the same bounds", async () => {
    const app = await withStore((app) =>
      app.addHook("preParsing", async (request, _reply, payload) => {
        if (request.headers["content-encoding"] !== "gzip") return payload
        request.headers = { "content-encoding": undefined, "content-length": undefined }
        return payload.pipe(createGunzip())
      })
    )
    const { headers } = await shopOn(app)
    const send = (payload: Buffer) =>
      app.inject({
        method: "PUT",
        url: "/shop/v1.1/inventory/patchInventory.json",
        headers: { ...headers, "content-type": "application/json", "content-encoding": "gzip" },
        payload
      })
    const wrong = await send(gzipSync(JSON.stringify({ sku: "A", quantity: "many" })))
    expect([wrong.statusCode, wrong.json().error.details[0].path]).toEqual([400, "quantity"])
    const bomb = await send(gzipSync(JSON.stringify({ sku: "A".repeat(40 * 1024 * 1024) })))
    expect([bomb.statusCode, bomb.json().error.type]).toEqual([413, "body_too_large"])
    const broken = await send(Buffer.from("this is not gzip"))
    expect([broken.statusCode, broken.json().error.details[0].message]).toEqual([400, "the body cannot be decoded"])
    expect(await loads(app)).toEqual([])
  })
})

describe("on somebody else's server", () => {
  test("other routes, parsers and errors stay as they were, with a prefix and without", async () => {
    for (const prefix of ["/shop", ""]) {
      const app = await withStore((app) => app.setNotFoundHandler((_, reply) => reply.code(404).send({ host: true })), {
        prefix
      })
      expect((await app.inject("/hello")).json()).toEqual({ hello: "world" })
      expect((await app.inject({ method: "POST", url: "/json", payload: { a: 1 } })).json()).toEqual({ a: 1 })
      expect(
        (await app.inject({ method: "POST", url: "/json", payload: "<a/>", headers: { "content-type": "text/xml" } }))
          .statusCode
      ).toBe(415)
      for (const path of ["/elsewhere", "/"]) expect((await app.inject(path)).json()).toEqual({ host: true })
      const ours = await app.inject(`${prefix}/v1.1/nothing.json`)
      expect([ours.statusCode, ours.json().error.type]).toEqual([404, "unknown_path"])
    }
  })

  test("nothing of the process or of the server is changed", async () => {
    const events = ["SIGTERM", "SIGINT", "uncaughtException", "unhandledRejection", "exit"]
    const listeners = () => events.map((event) => process.listenerCount(event))
    const settings = ({ server }: FastifyInstance) => [
      server.keepAliveTimeout,
      server.requestTimeout,
      server.headersTimeout,
      server.maxHeadersCount,
      server.listenerCount("connection"),
      server.listenerCount("clientError"),
      server.listenerCount("checkContinue")
    ]
    const before = listeners()
    const plain = host()
    await plain.ready()
    const app = await withStore()
    expect(listeners()).toEqual(before)
    expect(settings(app)).toEqual(settings(plain))
    expect(app.hasContentTypeParser("application/json")).toBe(true)
  })

  test("a method that a path does not allow is 405, OPTIONS lists those that it allows, HEAD is GET without its body", async () => {
    const app = await withStore()
    const { headers } = await shopOn(app)
    const other = await app.inject({ method: "PATCH", url: list, headers, payload: { a: 1 } })
    expect([other.statusCode, other.headers["allow"], other.json().message]).toEqual([
      405,
      "GET, HEAD, OPTIONS",
      `${list} does not allow PATCH; it allows GET, HEAD, OPTIONS.`
    ])
    const options = await app.inject({ method: "OPTIONS", url: list })
    expect([options.statusCode, options.headers["allow"]]).toEqual([204, "GET, HEAD, OPTIONS"])
    const head = await app.inject({ method: "HEAD", url: list, headers })
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "2"])
  })

  test("two stores under two prefixes know nothing of each other, and addresses begin with their own prefix", async () => {
    const app = host()
    app.register(bottega, { storage: "memory", token, prefix: "/one" })
    app.register(bottega, { storage: "memory", token, prefix: "/two", publicUrl: "https://two.example/store" })
    await app.ready()
    const [one, two] = [await shopOn(app, "/one"), await shopOn(app, "/two")]
    expect((await app.inject({ url: "/one/v1.1/orders/list.json", headers: two.headers })).statusCode).toBe(401)
    const nextOf = async (prefix: string, headers: object) => {
      for (const code of ["A", "B"]) {
        const payload = { code, title: code, price: 1, quantity: 1 }
        await app.inject({
          method: "POST",
          url: `${prefix}/v1.1/products/product.json`,
          headers: { ...headers },
          payload
        })
      }
      const url = `${prefix}/v1.1/products/paginated_list.json?limit=1`
      return (await app.inject({ url, headers: { ...headers } })).headers["link"]
    }
    const path = "v1.1/products/paginated_list.json?limit=1&cursor="
    expect(await nextOf("/one", one.headers)).toContain(`<http://localhost:80/one/${path}`)
    expect(await nextOf("/two", two.headers)).toContain(`<https://two.example/store/${path}`)
    expect((await app.inject("/one/openapi.json")).json().servers).toEqual([{ url: "http://localhost:80/one" }])
  })

  test("the request id and the client's address are the server's own", async () => {
    const app = await withStore(undefined, {}, { genReqId: () => "host-7", trustProxy: true })
    const answer = await app.inject({ url: list, headers: { "x-request-id": "mine" } })
    expect([answer.headers["x-request-id"], answer.json().error.requestId]).toEqual(["host-7", "host-7"])
  })

  test("the client's address is kept in its one spelling, and any other text is not kept", () => {
    const addressIn = (ip: string) =>
      givenAddressOf({ ip, raw: { socket: { remoteAddress: "::ffff:7f00:1" } } } as unknown as FastifyRequest)
    expect(addressIn("::FFFF:203.0.113.7")).toBe("203.0.113.7")
    for (const text of [`fe80::1%${"x".repeat(3000)}`, "unknown", ""]) expect(addressIn(text)).toBe("127.0.0.1")
  })

  test("a request id that no header can hold is replaced", async () => {
    const app = await withStore(undefined, {}, { genReqId: () => "größe\r\n" })
    expect((await app.inject(list)).headers["x-request-id"]).toMatch(/^[\w-]+$/)
  })

  test.each([
    [{ prefix: "/shops/:shop" }, {}, "parameters"],
    [{ storage: "paper" }, {}, "storage must be one of memory, sqlite, mongo"],
    [{ storage: "sqlite" }, {}, "needs a location"],
    [{ token: "short" }, {}, "token must be 16 to 200 characters"],
    [{ keep: { events: -1 }, surface: "all" }, {}, /^keep\.events must be a number of days .+ surface must be one of/],
    [{ publicUrl: "anna", limitHeaders: ["Limit"] }, {}, /^publicUrl must be an http .+ limitHeaders must be names of/],
    [{ throtle: false, cors: 1 }, {}, "throtle is not an option. cors must be true or false."],
    [{ mail: { smtpUrl: "localhost", from: "x" } }, {}, /^mail\.smtpUrl must be an address .+ mail\.from must be one/],
    [{}, { http2: true }, "HTTP/1.1"]
  ])("is refused where it cannot work: %o %o", async (options, server, message) => {
    await expect(withStore(undefined, options as object, server as FastifyServerOptions)).rejects.toThrow(message)
  })
})

describe("errors and the log", () => {
  const logged = () => {
    const lines: Array<Record<string, unknown>> = []
    return { lines, logger: { level: "info", stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } }
  }

  test("the server's own line of a request names the shop and the key set", async () => {
    const { lines, logger } = logged()
    const app = await withStore(undefined, {}, { logger })
    const { headers, id } = await shopOn(app)
    await app.inject({ url: list, headers })
    await expect
      .poll(() => lines.at(-1))
      .toMatchObject({ msg: "request completed", shop: id, res: { statusCode: 200 } })
    expect(lines.at(-1)?.["keySet"]).toEqual(expect.any(String))
    expect(JSON.stringify(lines)).not.toContain(headers.exchange)
  })

  test("an unexpected error is 500, the hooks for errors see it, and the client reads its id alone", async () => {
    const seen: Array<Error> = []
    const { lines, logger } = logged()
    const throws = () => {
      throw new Error("broken within")
    }
    const watch = (app: FastifyInstance) =>
      app.addHook("onError", async (_request, _reply, error) => void seen.push(error))
    const { app, runtime } = await withService((service) => ({ ...service, admit: throws }), watch, { logger })
    const answer = await app.inject(list)
    expect([answer.statusCode, answer.json().error.type]).toEqual([500, "internal_error"])
    expect(answer.body).not.toContain("broken within")
    expect(seen.map(({ cause }) => (cause as Error).message)).toEqual(["broken within"])
    const line = lines.find(({ msg }) => msg === "defect")
    expect(line).toMatchObject({
      level: 50,
      reqId: answer.json().error.requestId,
      cause: expect.stringContaining("broken within")
    })
    await app.close()
    await runtime.dispose()
  })
})

describe("its end", () => {
  test("closes what it opened, and leaves open what was", async () => {
    const runtime = ManagedRuntime.make(adapters[0]!.open("", allCollections))
    const storage = await runtime.runPromise(Storage)
    const app = host()
    app.register(bottega, { storage, token })
    await app.ready()
    const { id } = await shopOn(app, "")
    await app.close()
    const [row] = await runtime.runPromise(storage.find(installation, collections.shops, { limit: 1 }))
    expect(row?.key).toBe(id)
    const again = host()
    again.register(bottega, { storage, token })
    expect((await again.inject({ url: "/control/v1/shops/list.json", headers: operator })).json()).toHaveLength(1)
    await again.close()
    await runtime.dispose()
  })

  test("a call in progress is answered, with its connection's last answer", async () => {
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const app = await withStore((app) =>
      app
        .addHook("preHandler", async (request) => {
          if (!request.url.startsWith(list)) return
          begun.resolve()
          await released.promise
        })
        .addHook("preClose", async () => void setImmediate(released.resolve))
    )
    const { headers } = await shopOn(app)
    const address = await app.listen({ port: 0, host: "127.0.0.1" })
    const socket = connect(Number(new URL(address).port), "127.0.0.1")
    socket.write(`GET ${list} HTTP/1.1\r\nHost: a\r\nkey: ${headers.key}\r\nexchange: ${headers.exchange}\r\n\r\n`)
    let received = ""
    socket.setEncoding("utf8").on("data", (piece) => (received += piece))
    await begun.promise
    await Promise.all([app.close(), once(socket, "close")])
    expect(received).toMatch(/^HTTP\/1\.1 200 OK.*\r\nconnection: close\r\n.*\[\]$/is)
  })
})

import { describe, expect, it, vi } from "vitest"
import { Bottega, BottegaError, type CallOptions, NetworkError, type Options, TimeoutError } from "../src/index.ts"
import { broken, ok, type Reply, refused, server, silent } from "./server.ts"

const start = (replies: ReadonlyArray<Reply>, options: Partial<Options> = {}) => {
  const { requests, fetch } = server(...replies)
  const credentials = { key: "k", exchange: "e", token: "t" }
  return { requests, client: new Bottega({ url: "http://store.test/", fetch, ...credentials, ...options }) }
}

const shop = { id: "5f".repeat(12), group_number: 1 }
const limits = { "x-service-limit": "3/5", "x-request-id": "r9", "idempotent-replayed": "true" }

/**
 * Runs the fake timers until the work has settled.
 * +running =>> ++running
 */
const runTimers = async <A>(work: Promise<A>): Promise<A> => {
  const settled = work.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error
    }
  )
  await vi.runAllTimersAsync()
  return (await settled)()
}

const withFakeTime = async (test: () => Promise<void>): Promise<void> => {
  vi.useFakeTimers()
  try {
    await test()
  } finally {
    vi.useRealTimers()
  }
}

describe("a call", () => {
  it("with GET carries its parameters in the query", async () => {
    const { requests, client } = start([ok([])])
    await client.orders.list({
      status: 3,
      "billing.email": "anna+1@example.com",
      orderID: ["1_a", "1_b"],
      nodes: ["tags"]
    })
    expect(requests[0]?.method).toBe("GET")
    expect(requests[0]?.url.href.split("?")[0]).toBe("http://store.test/v1.1/orders/list.json")
    expect([...requests[0]!.url.searchParams]).toEqual([
      ["status", "3"],
      ["billing.email", "anna+1@example.com"],
      ["orderID[]", "1_a"],
      ["orderID[]", "1_b"],
      ["nodes[]", "tags"]
    ])
  })

  it("with a file carries its parameters as multipart data, whose boundary the platform says", async () => {
    const { requests, client } = start([ok({ upload: "completed" }), ok({ upload: "completed" })])
    const archive = new File(["PK"], "theme.zip")
    expect(await client.template.upload({ file: archive })).toEqual({ upload: "completed" })
    await client.template.upload({ file: new Blob(["PK"]) })
    const forms = requests.map(({ form }) => form)
    expect(forms.map((form) => (form!.get("file") as File).name)).toEqual(["theme.zip", "file"])
    expect(requests.map(({ headers }) => headers.get("content-type"))).toEqual([null, null])
    expect(requests[0]!.headers.get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/)
  })

  it("with any other method carries them as a form, with a new idempotency key", async () => {
    const { requests, client } = start([ok(shop)])
    expect(await client.shops.create({ name: "Anna & figli", modules: ["b2b"], partner_owned: true })).toEqual(shop)
    await client.shops.create({ name: "Another" })
    expect(requests[0]?.url.search).toBe("")
    expect(requests[0]?.headers.get("content-type")).toBe("application/x-www-form-urlencoded")
    expect([...new URLSearchParams(requests[0]?.body)]).toEqual([
      ["name", "Anna & figli"],
      ["modules[]", "b2b"],
      ["partner_owned", "1"]
    ])
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
  })

  it("with a null in them carries them as JSON, because a form has no null", async () => {
    const { requests, client } = start([ok({ ok: 1 })])
    await client.products.update({ uid: 1, final_price: null, price: Number.NaN, tags: ["a"], unlimited: true })
    await client.products.update({ uid: 1, variants: [{ sku: "S", price: null }] })
    expect(requests.map(({ headers }) => headers.get("content-type"))).toEqual(["application/json", "application/json"])
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
      { uid: 1, final_price: null, price: "NaN", tags: ["a"], unlimited: true },
      { uid: 1, variants: [{ sku: "S", price: null }] }
    ])
    expect(requests[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each([
    ["created_at_from", "Date", new Date(0)],
    ["metadata", "Map", new Map([["a", 1]])],
    ["metadata[ids]", "Set", { ids: new Set([1]) }],
    ["metadata[at]", "URL", { at: new URL("http://a.example") }],
    ["metadata[bytes]", "Uint8Array", { bytes: new Uint8Array(2) }],
    ["metadata[list][1]", "undefined", { list: ["a", undefined] }],
    ["metadata[list][0]", "undefined", { list: new Array(1) }],
    [
      "metadata[price]",
      "Decimal",
      {
        price: new (class Decimal {
          toJSON = () => "1"
        })()
      }
    ],
    ["metadata[file]", "File", { file: new File([], "a") }],
    ["metadata[at]", "function", { at: Date.now }],
    ["metadata[at]", "symbol", { at: Symbol.iterator }]
  ])("refuses %s of the type %s by name, and sends nothing", async (path, type, value) => {
    const { requests, client } = start([ok([])])
    const sentence = `${path} is of the type ${type}, which cannot be sent`
    const given = { [path.split("[")[0]!]: value } as object
    await expect(client.customers.list(given)).rejects.toThrow(TypeError)
    await expect(client.customers.create(given as never)).rejects.toThrow(sentence)
    await expect(client.customers.create({ ...given, name: null } as never)).rejects.toThrow(sentence)
    expect(() => client.orders.list.all(given)).toThrow(sentence)
    expect(requests).toEqual([])
  })

  it.each([null, "5f", 7, ["5f"], new Map([["limit", 1]])])(
    "refuses %o for its parameters, and sends nothing",
    async (wrong) => {
      const { requests, client } = start([ok([])])
      const sentence = "The parameters must be an object of them by their names"
      await expect(client.orders.list(wrong as never)).rejects.toThrow(new RegExp(`^${sentence}`))
      await expect(client.customers.create(wrong as never)).rejects.toThrow(TypeError)
      expect(() => client.orders.list.all(wrong as never)).toThrow(sentence)
      expect(requests).toEqual([])
    }
  )

  it.each(["a\nb", "a\r\nb: c", "\0", "€"])("refuses %j in a header, and sends nothing", async (wrong) => {
    const { requests, client } = start([ok([])], { key: wrong, token: wrong })
    const sentence = (name: string) => `The header ${name} would have a line break, or another character`
    await expect(client.orders.list()).rejects.toThrow(sentence("key"))
    await expect(client.shops.list()).rejects.toThrow(sentence("authorization"))
    const other = start([ok([])])
    const once = { idempotencyKey: wrong }
    await expect(other.client.customers.create({ email: "a@example.com" } as never, once)).rejects.toThrow(TypeError)
    await other.client.orders.list({}, once)
    expect([requests.length, other.requests.length]).toEqual([0, 1])
    const fromFile = start([ok([])], { key: "k\n" })
    expect(await fromFile.client.orders.list()).toEqual([])
  })

  it("sends the fields of an object of any class, and numbers as texts say them", async () => {
    class Address {
      city = "Rome"
      floor = 3n
      rest = undefined
      #key = 1
      key = () => this.#key
    }
    const { requests, client } = start([ok({ ok: 1 })])
    const { key: _, ...address } = new Address()
    const metadata = Object.assign(Object.create(Address.prototype), address, { far: Number.POSITIVE_INFINITY })
    await client.customers.create({ metadata } as never)
    expect([...new URLSearchParams(requests[0]?.body)]).toEqual([
      ["metadata[city]", "Rome"],
      ["metadata[floor]", "3"],
      ["metadata[far]", "Infinity"]
    ])
  })

  it("sends each surface its own credentials and no others", async () => {
    const { requests, client } = start([ok([])])
    await client.orders.list()
    await client.shops.list()
    const shown = requests.map(({ headers }) => ["key", "exchange", "authorization"].map((name) => headers.get(name)))
    expect(shown).toEqual([
      ["k", "e", null],
      [null, null, "Bearer t"]
    ])
  })

  it("returns the status, headers and limits with the answer", async () => {
    const { client } = start([ok([], limits)])
    expect(await client.shops.list().withResponse()).toMatchObject({
      data: [],
      status: 200,
      requestId: "r9",
      limits: { left: 3, assigned: 5 },
      replayed: true
    })
  })

  it("needs a url or a transport", () => {
    expect(() => new Bottega({})).toThrow("url or a transport")
  })

  it.each([
    "store.test",
    "127.0.0.1:80",
    "ftp://store.test",
    "http://u:secret@store.test",
    "http://store.test/?a=b",
    "http://store.test:99999",
    "http://[::1",
    " "
  ])("refuses the url %j at once, and does not repeat it", (url) => {
    expect(() => new Bottega({ url })).toThrow(TypeError)
    expect(() => new Bottega({ url })).not.toThrow("secret")
  })

  it.each(["http://store.test", "HTTPS://store.test:8/a/b@c/", "http://[::1]:80", "/shop", ""])(
    "takes the url %j",
    (url) => {
      expect(() => new Bottega({ url })).not.toThrow()
    }
  )
})

describe("a refusal", () => {
  it("is an error with the contents of the answer", async () => {
    const { client } = start([refused(404, "not_found", { "x-request-id": "r1" })])
    const error: BottegaError = await client.shops.read({ id: "x" }).catch((e) => e)
    expect(error).toBeInstanceOf(BottegaError)
    expect(error).toMatchObject({
      _tag: "NotFound",
      type: "not_found",
      code: 1,
      status: 404,
      requestId: "r1",
      message: "No."
    })
    expect(error.details).toEqual([{ path: "name", message: "is required" }])
    expect([error.is("not_found"), error.is("duplicate")]).toEqual([true, false])
  })

  it("rejects withResponse without an unhandled rejection", async () => {
    const { client } = start([refused(404, "not_found")])
    await expect(client.shops.read({ id: "x" }).withResponse()).rejects.toMatchObject({ type: "not_found" })
  })

  it.each([
    ["from a proxy", () => new Response("<h1>Bad</h1>", { status: 404 })],
    ["with another body", () => new Response('{"error":"no"}', { status: 404 })],
    ["that is not JSON", () => new Response("<h1>Welcome</h1>")]
  ])("an answer %s is unrecognized", async (_, reply) => {
    const { client } = start([reply])
    await expect(client.shops.list()).rejects.toMatchObject({ type: "unrecognized", _tag: "Unrecognized" })
  })

  const bodies = ["", "{}", "5", "null", '"text"', "<p>[1]</p>"]
  it.each([...bodies.map((body) => ["a list", body]), ...["[]", "[1]", ...bodies].map((body) => ["an object", body])])(
    "an answer that should be %s and is %j is unrecognized",
    async (kind, body) => {
      const { client } = start([() => new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } })])
      const { coupons, orders, shops } = client
      const calls =
        kind === "a list"
          ? [shops.list(), orders.list.all().next(), coupons.list.all().next()]
          : [shops.read({ id: "x" }), coupons.remove({ uid: 1 })]
      for (const call of calls)
        await expect(call).rejects.toMatchObject({
          type: "unrecognized",
          message: "http://store.test/ does not answer as this API does: status 200, text/html."
        })
    }
  )

  it.each(["1", "null", '"a"', "[]", "[[1]]"])(
    "an answer with the item %s, where an object should be, is unrecognized",
    async (item) => {
      const { coupons, orders, shops } = start([() => new Response(`[{"id":"a"},${item}]`)]).client
      const rest = coupons.list.all()
      expect((await rest.next()).value).toEqual({ id: "a" })
      for (const call of [shops.list(), orders.list.all().next(), coupons.list(), rest.next()])
        await expect(call).rejects.toMatchObject({ type: "unrecognized" })
      const { client } = start([() => new Response(`{"a":${item}}`)])
      await expect(client.orders.couriers()).rejects.toMatchObject({ type: "unrecognized" })
    }
  )

  it("an answer with texts where texts should be is recognized", async () => {
    expect(await start([ok(["a"])]).client.attributes.types()).toEqual(["a"])
  })

  it("an empty record may be written as an empty list, as PHP does", async () => {
    expect(await start([() => Response.json([])]).client.orders.couriers()).toEqual({})
  })

  it("that is no answer of this API has the wait of its header too, in seconds or as a date", async () => {
    const later = new Date(Date.now() + 90_000).toUTCString()
    for (const value of ["60", later]) {
      const { client } = start([() => new Response("Busy", { status: 503, headers: { "retry-after": value } })])
      const error = await client.shops.list({}, { retries: 0 }).catch((cause: BottegaError) => cause)
      expect((error as BottegaError).retryAfter).toBeGreaterThanOrEqual(60)
    }
  })
})

describe("a failed call", () => {
  it.each([408, 500, 502, 503, 504])("is retried after %i, with the same idempotency key", (status) =>
    withFakeTime(async () => {
      const { requests, client } = start([refused(status, "overloaded"), refused(status, "overloaded"), ok(shop)])
      expect(await runTimers(client.shops.create({ name: "x" }))).toEqual(shop)
      expect(new Set(requests.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1)
      expect(requests).toHaveLength(3)
    })
  )

  it.each([400, 401, 403, 404, 409, 422, 501, 505, 509])("is not retried after %i", async (status) => {
    const { requests, client } = start([refused(status, "some_refusal")])
    await expect(client.shops.create({ name: "x" })).rejects.toMatchObject({ status })
    expect(requests).toHaveLength(1)
  })

  it("is retried while another request with its idempotency key is in progress", () =>
    withFakeTime(async () => {
      const { requests, client } = start([refused(409, "request_in_flight", { "retry-after": "1" }), ok(shop)])
      await runTimers(client.shops.create({ name: "x" }, { idempotencyKey: "mine" }))
      expect(requests.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["mine", "mine"])
    }))

  it("is not retried without end by a number that is none, and its sentence ends once", () =>
    withFakeTime(async () => {
      const { requests, client } = start([() => Promise.reject(new TypeError("No."))], { retries: Number.NaN })
      await expect(runTimers(client.shops.list())).rejects.toThrow(/^The server gave no answer: No\.$/)
      expect(requests).toHaveLength(1)
    }))

  it("is an error with a sentence whatever a fetch fails with", async () => {
    for (const cause of [undefined, null, "No", 7]) {
      const { client } = start([() => Promise.reject(cause)], { retries: 0 })
      await expect(client.shops.list()).rejects.toThrow(`The server gave no answer: ${cause}.`)
    }
  })

  it("reads an answer of a platform that gives a body only whole", async () => {
    const { client } = start([() => Object.defineProperty(new Response("[]"), "body", { value: undefined })])
    expect(await client.shops.list()).toEqual([])
  })

  it("fails with the error of its last try", () =>
    withFakeTime(async () => {
      const { requests, client } = start([refused(500, "internal_error"), broken])
      const error = await runTimers(client.shops.list()).catch((e: unknown) => e)
      expect(error).toBeInstanceOf(NetworkError)
      expect(error).toBeInstanceOf(BottegaError)
      expect(error).toMatchObject({
        status: 0,
        type: "network_error",
        message: expect.stringContaining("ECONNREFUSED")
      })
      expect(requests).toHaveLength(3)
    }))

  it("waits as long as Retry-After says, but at maxRunning maxWaitMs", () =>
    withFakeTime(async () => {
      const { requests, client } = start([refused(503, "overloaded", { "retry-after": "20" }), ok([])])
      const call = client.shops.list()
      await vi.advanceTimersByTimeAsync(19_999)
      expect(requests).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(requests).toHaveLength(2)
      await call
      const impatient = start([refused(503, "overloaded", { "retry-after": "20" }), ok([])], { maxWaitMs: 10_000 })
      await expect(runTimers(impatient.client.shops.list())).rejects.toMatchObject({ status: 503, retryAfter: 20 })
    }))

  it("ends a try after timeoutMs", () =>
    withFakeTime(async () => {
      const { requests, client } = start([silent], { timeoutMs: 1000, retries: 1 })
      await expect(runTimers(client.shops.list())).rejects.toBeInstanceOf(TimeoutError)
      expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true])
    }))

  it("may take for ever, and an option that is undefined is that of its client", () =>
    withFakeTime(async () => {
      const late: Reply = () => new Promise((resolve) => setTimeout(() => resolve(Response.json([])), 60_000))
      const { client } = start([late], { timeoutMs: Number.POSITIVE_INFINITY, retries: 0 })
      expect(await runTimers(client.shops.list({}, { timeoutMs: undefined } as never))).toEqual([])
    }))

  it("ends at once when it is aborted, with the signal's reason", async () => {
    const { requests, client } = start([silent])
    const controller = new AbortController()
    const call = client.shops.list({}, { signal: controller.signal })
    controller.abort(new Error("enough"))
    await expect(call).rejects.toThrow("enough")
    await expect(client.shops.list({}, { signal: controller.signal })).rejects.toThrow("enough")
    expect(requests.length).toBeLessThanOrEqual(2)
  })
})

it("a redirect is neither followed nor tried again, and says where it leads", async () => {
  const { requests, client } = start([
    () => new Response("", { status: 308, headers: { location: "https://store.test/" } })
  ])
  await expect(client.shops.list()).rejects.toMatchObject({
    type: "unrecognized",
    message:
      "http://store.test/ does not answer as this API does: status 308, a redirect to https://store.test/, which is not followed."
  })
  expect(requests.map(({ redirect }) => redirect)).toEqual(["manual"])
  // What fetch gives in a browser.
  const hidden = start([() => Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" })])
  await expect(hidden.client.shops.list()).rejects.toMatchObject({ type: "unrecognized", status: 307 })
  expect(hidden.requests).toHaveLength(1)
})

describe("a file", () => {
  const parts =
    (end: (pieces: ReadableStreamDefaultController) => void, headers: Record<string, string> = {}): Reply =>
    ({ signal }) => {
      const start = (pieces: ReadableStreamDefaultController) => {
        pieces.enqueue(new TextEncoder().encode("PN"))
        signal.addEventListener("abort", () => pieces.error(signal.reason))
        end(pieces)
      }
      return new Response(new ReadableStream({ start }), { headers: { "content-type": "image/png", ...headers } })
    }
  const fileOf = (reply: Reply, options?: CallOptions) =>
    start([reply]).client.gallery.file({ shop: "s", digest: "d" } as never, options)

  it("is read also where a proxy left out its size or compressed it", async () => {
    const ended = (pieces: ReadableStreamDefaultController) => pieces.close()
    for (const headers of [{}, { "content-length": "9", "content-encoding": "gzip" }]) {
      const file = await fileOf(parts(ended, headers))
      expect([file.size, new TextDecoder().decode(await file.bytes())]).toEqual([undefined, "PN"])
    }
    const whole = await fileOf(parts(ended, { "content-length": "2" }))
    expect([whole.size, (await whole.bytes()).length]).toEqual([2, 2])
    const cut = await fileOf(parts(ended, { "content-length": "3" }))
    await expect(cut.bytes()).rejects.toThrow("shorter or longer")
  })

  it("that stalls ends with the signal's reason", async () => {
    const controller = new AbortController()
    const file = await fileOf(
      parts(() => {}),
      { signal: controller.signal }
    )
    const bytes = file.bytes()
    controller.abort(new Error("enough"))
    await expect(bytes).rejects.toThrow(/^enough$/)
  })

  it("that stalls for silenceMs ends, also where the transport ignores its signal, and not while its reader is slow", () =>
    withFakeTime(async () => {
      let push!: () => void
      const begun = (pieces: ReadableStreamDefaultController) => {
        push = () => pieces.enqueue(new TextEncoder().encode("G"))
      }
      for (const signal of [undefined, new AbortController().signal]) {
        const file = await fileOf((request) => parts(begun)({ ...request, signal: signal ?? request.signal }), {
          silenceMs: 1000,
          timeoutMs: 10
        })
        const chunks = file.chunks()[Symbol.asyncIterator]()
        await chunks.next()
        await vi.advanceTimersByTimeAsync(5000)
        const second = chunks.next()
        await vi.advanceTimersByTimeAsync(999)
        push()
        expect((await second).value).toHaveLength(1)
        const error = await runTimers(chunks.next()).catch((cause: unknown) => cause)
        expect(error).toBeInstanceOf(TimeoutError)
        expect(error).toHaveProperty("message", "The server gave nothing more within 1000 ms.")
      }
    }))
})

describe("a limit", () => {
  const full = refused(429, "too_many_requests", { "retry-after": "60" })

  it("holds back the calls it counts, then lets them go one by one in order", () =>
    withFakeTime(async () => {
      let running = 0
      let maxRunning = 0
      const slow: Reply = async () => {
        maxRunning = Math.max(maxRunning, ++running)
        await new Promise((resolve) => setTimeout(resolve, 10))
        running--
        return new Response("[]")
      }
      const { requests, client } = start([full, slow])
      const first = client.orders.list()
      await vi.advanceTimersByTimeAsync(0)
      const held = [1, 2, 3].map((skip) => client.orders.list({ skip }))
      const free = client.shops.list()
      await vi.advanceTimersByTimeAsync(59_999)
      await free
      expect(requests).toHaveLength(2)
      await runTimers(Promise.all([first, ...held]))
      expect(requests.slice(2).map(({ url }) => url.search)).toEqual(["", "?skip=1", "?skip=2", "?skip=3"])
      expect(maxRunning).toBe(1)
    }))

  it.each([{ "retry-after": "0" }, { "retry-after": new Date(0).toUTCString() }, {} as Record<string, string>])(
    "is asked ever more rarely where it does not say when, with %j",
    (headers) =>
      withFakeTime(async () => {
        const { requests, client } = start([refused(429, "too_many_requests", headers)])
        await expect(runTimers(client.orders.list())).rejects.toMatchObject({ status: 429 })
        expect(requests.length).toBeLessThan(40)
      })
  )

  it("fails the calls after one that would wait for longer than maxWaitMs too, at once, until the limit admits one", () =>
    withFakeTime(async () => {
      const day = refused(429, "too_many_requests", { "retry-after": "86400" })
      const { requests, client } = start([day, ok([])])
      const calls = [1, 2, 3].map((skip) => client.orders.list({ skip }).catch((error: unknown) => error))
      await vi.advanceTimersByTimeAsync(0)
      const later = client.orders.list().catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(10)
      expect((await Promise.all([calls[0], later])).map((error) => (error as BottegaError).type)).toEqual([
        "too_many_requests",
        "too_many_requests"
      ])
      expect(requests).toHaveLength(3)
      await vi.advanceTimersByTimeAsync(86_400_000)
      expect(await client.orders.list()).toEqual([])
    }))

  it("lets a call that is aborted while others come before it end at once, and does not send it", () =>
    withFakeTime(async () => {
      const slow: Reply = async () => {
        await new Promise((resolve) => setTimeout(resolve, 10_000))
        return new Response("[]")
      }
      const { requests, client } = start([full, slow])
      const before = [1, 2].map((skip) => client.orders.list({ skip }))
      await vi.advanceTimersByTimeAsync(60_000)
      const controller = new AbortController()
      let reason: unknown
      const last = client.orders.list({ skip: 3 }, { signal: controller.signal }).catch((error: unknown) => {
        reason = error
      })
      await vi.advanceTimersByTimeAsync(100)
      controller.abort("left")
      await vi.advanceTimersByTimeAsync(0)
      expect(reason).toBe("left")
      await runTimers(Promise.all([...before, last]))
      expect(requests.map(({ url }) => url.search)).not.toContain("?skip=3")
    }))

  it("fails a call after maxWaitMs, and waiting for it uses up no retry", () =>
    withFakeTime(async () => {
      const { requests, client } = start([full], { retries: 0, maxWaitMs: 130_000 })
      await expect(runTimers(client.orders.list())).rejects.toMatchObject({ type: "too_many_requests", retryAfter: 60 })
      expect(requests).toHaveLength(3)
    }))
})

describe("a list", () => {
  const order = (orderID: string) => ({
    orderID,
    total: 1,
    status: 0,
    orderDate: { sec: 1, usec: 0 },
    iso: { orderDate: "" }
  })
  const next = (query: string) => ({ link: `<http://elsewhere.test/v1.1/orders/list.json?${query}>; rel="next"` })

  it("is read page by page, from the same server, with the query of the link", async () => {
    const { requests, client } = start([
      ok([order("1_a"), order("1_b")], next("status=3&cursor=c1")),
      ok([order("1_c")], next("status=3&cursor=c2")),
      ok([])
    ])
    const found: Array<string> = []
    for await (const { orderID } of client.orders.list.all({ status: 3 })) found.push(orderID)
    expect(found).toEqual(["1_a", "1_b", "1_c"])
    expect(requests.map(({ url }) => url.href)).toEqual(
      ["status=3", "status=3&cursor=c1", "status=3&cursor=c2"].map(
        (query) => `http://store.test/v1.1/orders/list.json?${query}`
      )
    )
  })

  it("ends with an error at a page that names itself as the next one", async () => {
    const same = () => ok([order("1_a")], next("cursor=c1"))
    const { requests, client } = start([same(), same(), ...Array.from({ length: 20 }, same)])
    const read = async () => {
      const found: Array<string> = []
      for await (const { orderID } of client.orders.list.all()) if (found.push(orderID) === 10) break
      return found
    }
    await expect(read()).rejects.toMatchObject({ _tag: "Unrecognized", status: 200 })
    expect(requests).toHaveLength(2)
  })

  it("requests no page that is not read", async () => {
    const { requests, client } = start([ok([order("1_a")], next("cursor=c1"))])
    for await (const _ of client.orders.list.all()) break
    expect(requests).toHaveLength(1)
  })

  it("is read while it arrives", async () => {
    const encoder = new TextEncoder()
    let send!: (text: string) => void
    let end!: () => void
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(encoder.encode(text))
        end = () => controller.close()
      }
    })
    const { client } = start([() => new Response(body)])
    const all = client.coupons.list.all()
    send('[{"code":"A"},{"co')
    expect((await all.next()).value).toEqual({ code: "A" })
    send('de":"B"}]')
    expect((await all.next()).value).toEqual({ code: "B" })
    end()
    expect((await all.next()).done).toBe(true)
  })

  it("that stalls ends at once when it is aborted", async () => {
    const controller = new AbortController()
    const { client } = start([
      ({ signal }) => {
        const begin = (pieces: ReadableStreamDefaultController) => {
          pieces.enqueue(new TextEncoder().encode('[{"code":"A"},'))
          signal.addEventListener("abort", () => pieces.error(signal.reason))
        }
        return new Response(new ReadableStream({ start: begin }))
      }
    ])
    const all = client.coupons.list.all({}, { signal: controller.signal })
    await all.next()
    const next = all.next()
    controller.abort(new Error("enough"))
    await expect(next).rejects.toThrow("enough")
  })

  it("that stalls for silenceMs ends its request, and one that its reader leaves does too", () =>
    withFakeTime(async () => {
      let cancelled = 0
      const stalled: Reply = ({ signal }) => {
        const begin = (pieces: ReadableStreamDefaultController) => {
          pieces.enqueue(new TextEncoder().encode('[{"code":"A"},'))
          signal.addEventListener("abort", () => pieces.error(signal.reason))
        }
        return new Response(new ReadableStream({ start: begin, cancel: () => void cancelled++ }))
      }
      const { client, requests } = start([stalled], { silenceMs: 1000 })
      const all = client.coupons.list.all()
      await all.next()
      await expect(runTimers(all.next())).rejects.toBeInstanceOf(TimeoutError)
      expect(requests[0]!.signal.aborted).toBe(true)
      for await (const _ of client.coupons.list.all({}, { silenceMs: Number.POSITIVE_INFINITY })) break
      expect(cancelled).toBe(1)
    }))

  it("that is cut off is an error", async () => {
    const { client } = start([() => new Response('[{"code":"A"},')])
    const all = client.coupons.list.all()
    expect((await all.next()).value).toEqual({ code: "A" })
    const error = await all.next().catch((e: unknown) => e)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toHaveProperty("message", expect.stringContaining("ended before its last item"))
  })
})

/** The addresses that outbound calls may reach, and the limits of a call. */
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import { Effect, Fiber, Result } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import { destination, isPublic, PrivateUrls, Resolver } from "../../src/outbound/address.ts"
import { Answer } from "../../src/outbound/answer.ts"
import { noTurn, type PostRequest, post } from "../../src/outbound/post.ts"

/** The destination of a url while every name resolves to these addresses; a text is the reason of a refusal. */
const leads = (url: string, ...addresses: ReadonlyArray<string>) =>
  destination(url, 60_000).pipe(
    Effect.map(({ address }) => ({ address })),
    Effect.catch(({ reason }) => Effect.succeed(reason)),
    Effect.provideService(Resolver, async () => addresses.map((address) => ({ address }))),
    Effect.runPromise
  )
const notPublic = "must lead to a public address"

describe("a destination", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://2130706433/",
    "http://１２７.０.０.１/",
    "http://0.0.0.0/",
    "http://10.1.2.3/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://192.0.2.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[2001:db8::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[4000::1]/"
  ])("is not %s", async (url) => {
    expect(await leads(url)).toBe(notPublic)
  })

  it.each(["http://93.184.215.14/", "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/"])("may be %s", async (url) => {
    expect(await leads(url)).toEqual({ address: new URL(url).hostname.replace(/[[\]]/g, "") })
  })

  it("is never a name that resolves to a private address", async () => {
    expect(await leads("https://hooks.example/", "127.0.0.1")).toBe(notPublic)
    expect(await leads("https://hooks.example/", "::ffff:10.0.0.1", "fe80::1%eth0")).toBe(notPublic)
    expect(await leads("https://hooks.example/")).toBe(notPublic)
    expect(await leads("https://localhost./", "::1")).toBe(notPublic)
  })

  it("is the public one of a name's addresses", async () => {
    expect(await leads("https://hooks.example/", "10.0.0.1", "93.184.215.14")).toEqual({ address: "93.184.215.14" })
  })

  it("is an http or https url without credentials", async () => {
    for (const url of ["ftp://example.com/", "file:///etc/passwd", "no url", ""])
      expect(await leads(url, "93.184.215.14")).toBe("must be an http or https address")
    expect(await leads("https://a:b@example.com/", "93.184.215.14")).toBe("must not contain a user name or password")
  })

  it("has a port that can be called", async () => {
    for (const url of ["https://example.com:0/", "https://93.184.215.14:00/"])
      expect(await leads(url, "93.184.215.14")).toBe("must not have the port 0")
  })

  it("may be private if that is allowed", async () => {
    const inside = Effect.provideService(destination("http://127.0.0.1:9/", 60_000), PrivateUrls, true)
    expect(await Effect.runPromise(inside)).toMatchObject({ address: "127.0.0.1", isPublic: false })
  })
})

describe("isPublic", () => {
  it("is false for the neighbours of a public network", () => {
    for (const address of ["9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "1.1.1.1", "2a00::1"])
      expect(isPublic(address), address).toBe(true)
  })
})

describe("post", () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  const listening = async (handle: RequestListener): Promise<number> => {
    const made = createServer(handle)
    server = made
    await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve))
    return (made.address() as AddressInfo).port
  }

  const connected = () => new Promise<number>((resolve) => server!.getConnections((_, count) => resolve(count)))

  const posting = (url: string, more: Partial<PostRequest> = {}): PostRequest => ({
    url,
    headers: { "content-type": "text/plain" },
    body: "à",
    caller: "test",
    within: 60_000,
    maxBytes: 1000,
    ...more
  })
  /** Posts where inside is allowed and every name leads to this machine. */
  const sent = (given: PostRequest) =>
    post(given).pipe(
      Effect.provideService(PrivateUrls, true),
      Effect.provideService(Resolver, async () => [{ address: "127.0.0.1" }]),
      Effect.result,
      Effect.runPromise
    )

  it("sends to the checked address, with the given host name", async () => {
    const port = await listening(async (request, answer) => {
      const pieces: Array<string> = []
      for await (const piece of request.setEncoding("utf8")) pieces.push(piece)
      answer.setHeader("x-seen", request.headers.host ?? "").end(`${request.method} ${request.url} ${pieces.join("")}`)
    })
    const answered = await sent(posting(`http://hooks.example:${port}/a?b=c`))
    expect(Result.getOrThrow(answered)).toMatchObject({
      status: 200,
      headers: { "x-seen": `hooks.example:${port}` },
      text: "POST /a?b=c à"
    })
  })

  it("does not follow a redirect", async () => {
    let calls = 0
    const port = await listening((_, answer) => {
      calls++
      answer.writeHead(307, { location: "/again" }).end()
    })
    expect(Result.getOrThrow(await sent(posting(`http://hooks.example:${port}/`)))).toMatchObject({ status: 307 })
    expect(calls).toBe(1)
  })

  it("fails if the answer exceeds the timeout", async () => {
    const port = await listening(() => {})
    const answered = await sent(posting(`http://hooks.example:${port}/`, { within: 50 }))
    expect(Result.isFailure(answered) && answered.failure.reason).toBe("did not answer within 50 ms")
  })

  it("fails if the name server does not answer, in the same time", async () => {
    const call = post(posting("https://slow.example/", { within: 50 }))
    const answered = await Effect.runPromise(
      Effect.result(Effect.provideService(call, Resolver, () => new Promise(() => {})))
    )
    expect(Result.isFailure(answered) && answered.failure.reason).toBe("names a host that is not found")
  })

  it("fails if the answer is too long", async () => {
    const port = await listening((_, answer) => void answer.end("x".repeat(1001)))
    const answered = await sent(posting(`http://hooks.example:${port}/`))
    expect(Result.isFailure(answered) && answered.failure.reason).toBe("answered more than 1000 bytes")
  })

  it("keeps no more of an answer than its caller reads, and reads it to its end", async () => {
    const port = await listening((_, answer) => {
      for (let n = 0; n < 50; n++) answer.write("0123456789")
      answer.end()
    })
    const kept = (keptBytes: number, maxBytes = 500) =>
      sent(posting(`http://hooks.example:${port}/`, { keptBytes, maxBytes }))
    for (const bytes of [0, 7, 10, 25])
      expect(Result.getOrThrow(await kept(bytes)).text).toBe("0123456789".repeat(3).slice(0, bytes))
  })

  it("reads no more than its bound, and closes the connection, where only the start of an answer is wanted", async () => {
    const closed = Promise.withResolvers<void>()
    const port = await listening((_, answer) => {
      answer.on("close", closed.resolve).on("error", () => {})
      // It never ends.
      answer.writeHead(201).write("0123456789".repeat(100))
    })
    const answered = await sent(posting(`http://hooks.example:${port}/`, { keptBytes: 7, maxBytes: 999 }))
    expect(Result.getOrThrow(answered)).toMatchObject({ status: 201, text: "0123456" })
    await closed.promise
  })

  it("keeps a copy of what it keeps, so that nothing else that was received with it stays in memory", () => {
    const texts: Array<string | undefined> = []
    const answer = new Answer(1000, (response) => texts.push(response?.text), 5)
    for (const byte of "0123456789") {
      const received = Buffer.from(`${"-".repeat(8)}${byte}`)
      answer.onResponseData({} as never, received.subarray(8))
      received.fill("-")
    }
    answer.onResponseEnd()
    expect(texts).toEqual(["01234"])
  })

  const endless = {
    "informational answers": ["", "HTTP/1.1 103 Early Hints\r\n\r\n"],
    "a status line": ["HTTP/1.1 200 ", "OK"],
    "empty lines before it": ["", "\r\n"],
    "an extension of a part": ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "extension"]
  }
  it.each(Object.entries(endless))(
    "ends an answer of endless bytes that are not its text: %s",
    async (_, [begin, more]) => {
      const closed = Promise.withResolvers<void>()
      const raw = createTcpServer((socket) => {
        const piece = more!.repeat(10_000)
        const goOn = () => {
          while (!socket.destroyed && socket.write(piece));
        }
        socket
          .on("error", () => {})
          .on("close", closed.resolve)
          .on("drain", goOn)
        socket.once("data", () => {
          socket.write(begin!)
          goOn()
        })
      })
      await once(raw.listen(0, "127.0.0.1"), "listening")
      const answered = await sent(posting(`http://hooks.example:${(raw.address() as AddressInfo).port}/`))
      expect(Result.isFailure(answered) && answered.failure.reason).toMatch(
        /^(gave no answer: more than 2097152 bytes were received|answered more than 100 times with 1xx)$/
      )
      await closed.promise
      raw.close()
    }
  )

  it("counts what is received for each call, and not for a connection", async () => {
    const port = await listening((_, answer) => void answer.end(Buffer.alloc(1024 * 1024)))
    const connections = new Set<unknown>()
    server!.on("connection", (socket) => connections.add(socket))
    for (let n = 0; n < 12; n++) {
      const answered = await sent(posting(`http://hooks.example:${port}/`, { maxBytes: 1024 * 1024, keptBytes: 1 }))
      expect(Result.getOrThrow(answered)).toMatchObject({ status: 200 })
    }
    expect(connections.size).toBeLessThan(4)
  })

  it("says in a line of 200 characters why there is no answer, whatever the other side writes into an error", () => {
    const reasons: Array<string> = []
    new Answer(10, (_, reason) => reasons.push(reason)).onResponseError(
      undefined,
      new Error(`a\n\n b\u001b${"x".repeat(60_000)}`)
    )
    expect(reasons).toEqual([`gave no answer: a b ${"x".repeat(180)}`])
  })

  it("fails if the answer is cut off, or the host is unreachable", async () => {
    const port = await listening((_, answer) => {
      answer.writeHead(200, { "content-length": "10" }).write("half")
      answer.destroy()
    })
    expect(Result.isFailure(await sent(posting(`http://hooks.example:${port}/`)))).toBe(true)
    server?.close()
    expect(Result.isFailure(await sent(posting("http://hooks.example:1/")))).toBe(true)
  })

  it.each([
    ["HTTP/1.1 400 Bad Request\r\n\r\n", "it does not speak TLS; try its address with http"],
    ["\x15\x03\x03\x00\x02\x02\x46", "TLS failed: tlsv1 alert protocol version"]
  ])("says in words what is wrong with a receiver that begins TLS with %j", async (begin, reason) => {
    const raw = createTcpServer((socket) => {
      socket.on("error", () => {}).once("data", () => socket.end(begin, "latin1"))
    })
    await once(raw.listen(0, "127.0.0.1"), "listening")
    const answered = await sent(posting(`https://hooks.example:${(raw.address() as AddressInfo).port}/`))
    expect(Result.isFailure(answered) && answered.failure.reason).toBe(`gave no answer: ${reason}`)
    raw.close()
  })

  it("fails if the answer comes drop by drop for too long", async () => {
    const port = await listening((_, answer) => {
      const drops = setInterval(() => answer.write("x"), 10)
      answer.on("close", () => clearInterval(drops))
    })
    const answered = await sent(posting(`http://hooks.example:${port}/`, { within: 100 }))
    expect(Result.isFailure(answered) && answered.failure.reason).toBe("did not answer within 100 ms")
  })

  it("takes the final answer, after an informational one", async () => {
    const port = await listening((_, answer) => {
      answer.writeEarlyHints({ link: "</a>; rel=preload" })
      answer.writeHead(201, { "set-cookie": ["a", "b"] }).end("made")
    })
    const answered = Result.getOrThrow(await sent(posting(`http://hooks.example:${port}/`)))
    expect(answered).toMatchObject({ status: 201, headers: { "set-cookie": ["a", "b"] }, text: "made" })
  })

  /**
   * A server that writes an answer at each request of a connection, ends the connection after one that is cut off, and resets it where
   * no answer is left.
   */
  const speaking = async (...answers: ReadonlyArray<string>) => {
    const requests: Array<number> = []
    let connections = 0
    const raw = createTcpServer((socket) => {
      const connection = ++connections
      let seen = 0
      socket
        .on("error", () => {})
        .on("data", () => {
          requests.push(connection)
          const answer = answers[seen++]
          if (answer === undefined) socket.resetAndDestroy()
          else if (answer.endsWith("\r\n\r\n")) socket.write(answer)
          else socket.end(answer)
        })
    })
    await once(raw.listen(0, "127.0.0.1"), "listening")
    const url = `http://hooks.example:${(raw.address() as AddressInfo).port}/`
    /** Posts once the connection of the call before is free again. */
    const call = async (isRepeatable = true) => {
      for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
      return sent(posting(url, { isRepeatable }))
    }
    return { call, requests, close: () => raw.close() }
  }
  const made = "HTTP/1.1 201 Made\r\ncontent-length: 0\r\n\r\n"

  it("takes the final answer after a `100 Continue` that it did not ask for, and uses the connection again", async () => {
    const raw = await speaking(`HTTP/1.1 100 Continue\r\n\r\n${made}`, `HTTP/1.1 100 Continue\r\nx: y\r\n\r\n${made}`)
    for (let n = 0; n < 2; n++) expect(Result.getOrThrow(await raw.call())).toMatchObject({ status: 201 })
    expect(raw.requests).toEqual([1, 1])
    raw.close()
  })

  it("sends a request again if its connection had served another one and was closed before the answer", async () => {
    const raw = await speaking(made)
    for (let n = 0; n < 2; n++) expect(Result.getOrThrow(await raw.call())).toMatchObject({ status: 201 })
    expect(raw.requests).toEqual([1, 1, 2])
    raw.close()
  })

  it("sends it again once, and not at all if its receiver might act twice", async () => {
    const raw = await speaking(made)
    await Promise.all([raw.call(), raw.call()])
    expect(Result.isFailure(await raw.call())).toBe(true)
    expect(raw.requests.toSorted()).toEqual([1, 1, 2, 2])
    await raw.call()
    expect(Result.isFailure(await raw.call(false))).toBe(true)
    expect(raw.requests.slice(4)).toEqual([3, 3])
    raw.close()
  })

  it("sends no request again whose call has ended, which closes its connection", () => {
    const again = vi.fn(() => true)
    const answer = new Answer(100, () => {})
    answer.again = again
    answer.fail("late")
    answer.onResponseError(undefined, new Error("late"))
    expect(again).not.toHaveBeenCalled()
  })

  it("sends no request again whose connection was new, or whose answer has begun", async () => {
    const silent = await speaking()
    expect(Result.isFailure(await silent.call())).toBe(true)
    expect(silent.requests).toEqual([1])
    silent.close()
    const cut = await speaking(made, "HTTP/1.1 200 OK\r\ncontent-le")
    expect(Result.isSuccess(await cut.call())).toBe(true)
    expect(Result.isFailure(await cut.call())).toBe(true)
    expect(cut.requests).toEqual([1, 1])
    cut.close()
  })

  it("uses a connection again, and keeps no more than 256 idle ones", async () => {
    const port = await listening((_, answer) => void answer.end())
    const connections = new Set<unknown>()
    server!.on("connection", (socket) => connections.add(socket))
    for (let n = 0; n < 5; n++) await sent(posting(`http://hooks.example:${port}/`))
    expect(connections.size).toBeLessThan(5)
    for (let n = 0; n < 300; n++) await sent(posting(`http://hooks${n}.example:${port}/`))
    expect(await connected()).toBeLessThanOrEqual(257)
  })

  it("waits in turn over 16 calls to a host, and delays no call to another one", async () => {
    const held: Array<() => void> = []
    const port = await listening((request, answer) => {
      if (request.headers.host!.startsWith("slow")) held.push(() => answer.end())
      else answer.end()
    })
    const slow = Array.from({ length: 40 }, () => sent(posting(`http://slow.example:${port}/`)))
    await vi.waitFor(() => expect(held).toHaveLength(16), { timeout: 60_000 })
    for (const host of ["quick.example", "other.example"])
      expect(Result.getOrThrow(await sent(posting(`http://${host}:${port}/`)))).toMatchObject({ status: 200 })
    expect(held).toHaveLength(16)
    const late = await sent(posting(`http://slow.example:${port}/`, { within: 1000, isWaitCounted: true }))
    expect(late).toMatchObject({ failure: { reason: noTurn } })
    for (let n = 0; n < 40; n++) {
      await vi.waitFor(() => expect(held.length).toBeGreaterThan(n), { timeout: 60_000 })
      held[n]!()
    }
    for (const one of await Promise.all(slow)) expect(Result.isSuccess(one)).toBe(true)
  })

  it("leaves places to others, however many calls of one shop hang", async () => {
    const servers = Array.from({ length: 5 }, () => createServer((_, answer) => void held.push(() => answer.end())))
    const held: Array<() => void> = []
    await Promise.all(servers.map((one) => once(one.listen(0, "127.0.0.1"), "listening")))
    const ports = servers.map((one) => (one.address() as AddressInfo).port)
    // Each of these servers alone may have 64 calls at a time.
    const hanging = Array.from({ length: 320 }, (_, n) => {
      const url = `http://127.0.0.1:${ports[n % 5]}/`
      return sent(posting(url, { caller: `webhook ${n % 40}`, shop: "hostile", within: 600_000 }))
    })
    await vi.waitFor(() => expect(held).toHaveLength(256), { timeout: 60_000 })
    const port = await listening((_, answer) => void answer.end())
    const other = posting(`http://127.0.0.1:${port}/`, { caller: "webhook", shop: "other" })
    expect(Result.getOrThrow(await sent(other))).toMatchObject({ status: 200 })
    expect(held).toHaveLength(256)
    for (let n = 0; n < hanging.length; n++) {
      await vi.waitFor(() => expect(held.length).toBeGreaterThan(n), { timeout: 60_000 })
      held[n]!()
    }
    for (const one of await Promise.all(hanging)) expect(Result.isSuccess(one)).toBe(true)
    for (const one of servers) one.close()
  })

  it("closes the connection of a call that is interrupted", async () => {
    const closed = vi.fn()
    const port = await listening((request) => void request.socket.on("close", closed))
    const call = post(posting(`http://127.0.0.1:${port}/`, { within: 60_000 }))
    const fiber = Effect.runFork(Effect.provideService(call, PrivateUrls, true))
    await vi.waitFor(async () => expect(await connected()).toBe(1), { timeout: 60_000 })
    await Effect.runPromise(Fiber.interrupt(fiber))
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), { timeout: 60_000 })
  })

  it("calls no private address unless that is allowed", async () => {
    let calls = 0
    const port = await listening((_, answer) => {
      calls++
      answer.end()
    })
    const answered = await Effect.runPromise(Effect.result(post(posting(`http://127.0.0.1:${port}/`))))
    expect(Result.isFailure(answered) && answered.failure.reason).toBe(notPublic)
    expect(calls).toBe(0)
  })
})

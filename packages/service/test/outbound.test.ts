/** The addresses that outbound calls may reach, and the limits of a call. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Result } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { destination, isPublic, PrivateUrls, Resolver } from "../src/outbound/address.ts"
import { type PostRequest, post } from "../src/outbound/post.ts"

/** The destination of a url while every name resolves to these addresses; a text is the reason of a refusal. */
const leads = (url: string, ...addresses: ReadonlyArray<string>) =>
  destination(url).pipe(
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

  it("is no name that resolves to a private address, whatever the name", async () => {
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
    expect(await leads("https://a:b@example.com/", "93.184.215.14")).toBe("must not hold a user name or password")
  })

  it("may be private if that is allowed", async () => {
    const inside = Effect.provideService(destination("http://127.0.0.1:9/"), PrivateUrls, true)
    expect(await Effect.runPromise(inside)).toMatchObject({ address: "127.0.0.1", family: 4 })
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

  const posting = (url: string, more: Partial<PostRequest> = {}): PostRequest => ({
    url,
    headers: { "content-type": "text/plain" },
    body: "à",
    within: 5000,
    most: 1000,
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

  it("fails if the answer is too long", async () => {
    const port = await listening((_, answer) => void answer.end("x".repeat(1001)))
    const answered = await sent(posting(`http://hooks.example:${port}/`))
    expect(Result.isFailure(answered) && answered.failure.reason).toBe("answered more than 1000 bytes")
  })

  it("fails if the answer breaks off, or the host is unreachable", async () => {
    const port = await listening((_, answer) => {
      answer.writeHead(200, { "content-length": "10" }).write("half")
      answer.destroy()
    })
    expect(Result.isFailure(await sent(posting(`http://hooks.example:${port}/`)))).toBe(true)
    server?.close()
    expect(Result.isFailure(await sent(posting("http://hooks.example:1/")))).toBe(true)
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

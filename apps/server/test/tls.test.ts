/** A server that speaks TLS: what it agrees to, where it says that it is, and what an attacker's handshakes cost it. */
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { get as getHttps } from "node:https"
import { connect as connectPlainly, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ConnectionOptions, connect, setDefaultCACertificates, type TLSSocket } from "node:tls"
import { page, Text } from "@bottega/domain/contract"
import { Effect, Result, Schema } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { configOf } from "../src/config/config.ts"
import { makeLoads } from "../src/http/loads.ts"
import { welcome } from "../src/start/people.ts"
import { type Running, serve } from "../src/start/serve.ts"
import { makeCertificate } from "./certificates.ts"
import { adding, given, keptLog, opened, operation } from "./given.ts"
import { sendText, statusesOf } from "./raw.ts"

const secure = makeCertificate()
const later = makeCertificate()
setDefaultCACertificates([secure.ca, later.ca])

const numbers = page("/numbers.json", {
  summary: "Numbers.",
  input: { cursor: Schema.optionalKey(Text) },
  output: Schema.Unknown
})
const pages = operation(numbers, () => Effect.succeed({ items: [1], next: { value: 1, key: "a" } }))

describe("a server with a certificate", () => {
  const loads = makeLoads()
  let server: Awaited<ReturnType<typeof given>>
  let port: number
  let logged: Array<object>
  const sockets: Array<Socket> = []
  beforeEach(async () => {
    logged = []
    const log = { ...keptLog(), info: (message: string, fields = {}) => void logged.push({ message, ...fields }) }
    server = await given({ certificate: secure, loads, change: adding(pages), log })
    port = Number(new URL(await server.listen(0, "127.0.0.1")).port)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await server.close()
    await expect.poll(() => loads.connections.taken).toBe(0)
  })

  /** A plain connection to it, and whether it was closed. */
  const plain = async () => {
    const socket = connectPlainly(port, "127.0.0.1")
    sockets.push(socket)
    const found = { socket, closed: false, received: "" }
    socket.on("error", () => {}).on("close", () => (found.closed = true))
    socket.setEncoding("latin1").on("data", (text: string) => (found.received += text))
    await once(socket, "connect")
    return found
  }

  const handshake = (options: ConnectionOptions) =>
    new Promise<TLSSocket | string>((resolve) => {
      const socket = connect({ port, host: "127.0.0.1", ...options }, () => resolve(socket))
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      sockets.push(socket)
    })

  test("has an https address, and says so in what it answers", async () => {
    const { writing } = await opened(server)
    const answer = await fetch(`https://localhost:${port}/v1.1/numbers.json`, { headers: writing })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("link")).toContain(`<https://localhost:${port}/v1.1/numbers.json?cursor=`)
    const withoutHost = await sendText(
      port,
      `GET /v1.1/numbers.json HTTP/1.0\r\nkey: ${writing.key}\r\nexchange: ${writing.exchange}\r\n\r\n`,
      { ca: secure.ca }
    )
    expect(statusesOf(withoutHost)).toEqual([200])
    expect(withoutHost).toContain(`<https://127.0.0.1:${port}/v1.1/numbers.json?cursor=`)
  })

  test("speaks TLS 1.2 and 1.3, and HTTP/1.1 and 1.0, and nothing else", async () => {
    for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
      const socket = await handshake({ minVersion: version, maxVersion: version, ALPNProtocols: ["h2", "http/1.1"] })
      expect(socket).toMatchObject({ alpnProtocol: "http/1.1", authorized: true })
      expect((socket as TLSSocket).getProtocol()).toBe(version)
    }
    expect(await handshake({ ALPNProtocols: ["http/1.0"] })).toMatchObject({ alpnProtocol: "http/1.0" })
    expect(await handshake({ ALPNProtocols: ["h2"] })).toBe("ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL")
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const
    expect(await handshake(old)).toMatch(/PROTOCOL_VERSION|VERSION_TOO_LOW/)
  })

  test("computes no further handshake on a connection", async () => {
    const socket = (await handshake({ maxVersion: "TLSv1.2" })) as TLSSocket
    const outcome = await new Promise((resolve) => {
      socket.on("close", () => resolve("closed"))
      socket.renegotiate({}, (error) => resolve(error?.message ?? "renegotiated"))
    })
    expect(outcome).not.toBe("renegotiated")
  })

  test("ends a connection without a handshake, goes on serving, and counts no request", async () => {
    const before = server.log.lines.length
    for (const text of ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\x16\x03\x01\xff\xff\x01", "\0".repeat(20_000)]) {
      const found = await plain()
      found.socket.write(text, "latin1")
      if (text.startsWith("\x16")) found.socket.end()
      await expect.poll(() => found.closed).toBe(true)
      expect(found.received).not.toContain("HTTP/1.1")
    }
    expect(logged).toContainEqual({
      message: "a TLS handshake failed",
      reason: "ERR_SSL_HTTP_REQUEST",
      ip: "127.0.0.1"
    })
    expect(logged).not.toContainEqual(expect.objectContaining({ message: "refused before there was a request" }))
    expect(server.log.lines).toHaveLength(before)
    expect((await fetch(`https://localhost:${port}/healthz`)).status).toBe(200)
  })

  test("logs the address of a client that has left, too", async () => {
    const failures = () => logged.filter((line) => "reason" in line)
    // One that resets its connection may be noticed before what it has sent.
    await expect
      .poll(async () => {
        const { socket } = await plain()
        socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n", () => socket.resetAndDestroy())
        return failures().length
      })
      .toBeGreaterThan(3)
    expect(new Set(failures().map((line) => (line as { readonly ip?: string }).ip))).toEqual(new Set(["127.0.0.1"]))
  })

  test("gives a handshake five seconds, however it is sent", async () => {
    const [silent, dripping] = [await plain(), await plain()]
    await expect.poll(() => loads.connections.taken).toBe(2)
    const hello = await clientHello()
    let sent = 0
    const drip = setInterval(() => dripping.closed || dripping.socket.write(hello.subarray(sent, ++sent)), 100)
    await expect.poll(() => [silent.closed, dripping.closed]).toEqual([true, true])
    clearInterval(drip)
    expect(sent).toBeLessThan(hello.length)
    await expect.poll(() => loads.connections.taken).toBe(0)
    expect(logged).toContainEqual(expect.objectContaining({ reason: "ERR_TLS_HANDSHAKE_TIMEOUT" }))
  })

  test("does not wait at its end for a connection that began no handshake", async () => {
    const silent = await plain()
    await expect.poll(() => loads.connections.taken).toBe(1)
    const inHandshake = await plain()
    server.retire()
    inHandshake.socket.write((await clientHello()).subarray(0, 9))
    await server.drain(120_000)
    await expect.poll(() => [silent.closed, inHandshake.closed]).toEqual([true, true])
    expect(logged).not.toContainEqual(expect.objectContaining({ message: "cut off" }))
  })

  test("presents a renewed certificate to new connections, and keeps the old ones", async () => {
    const kept = (await handshake({})) as TLSSocket
    server.renew(later)
    const fresh = (await handshake({})) as TLSSocket
    const serials = [kept, fresh].map((socket) => socket.getPeerCertificate().serialNumber)
    expect(new Set(serials).size).toBe(2)
    expect(fresh.authorized).toBe(true)
    expect(await handshake({ minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" })).toMatch(
      /PROTOCOL_VERSION|VERSION_TOO_LOW/
    )
    kept.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    expect(String((await once(kept, "data"))[0])).toContain("200 OK")
  })
})

/** The first bytes that a client of TLS sends. */
const clientHello = (): Promise<Buffer> =>
  new Promise((resolve) => {
    const listener = createServer((socket) => {
      socket.once("data", (hello) => {
        socket.destroy()
        listener.close()
        resolve(hello as Buffer)
      })
    }).listen(0, () => {
      const { port } = listener.address() as { readonly port: number }
      connect({ port, servername: "localhost" }).on("error", () => {})
    })
  })

describe("a start with --tls-cert", () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-tls-"))
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")]
  writeFileSync(cert, secure.cert)
  writeFileSync(key, secure.key)
  const flags = ["--memory", "--demo", "--demo-orders", "1", "--port", "0", "--control-port", "0"]
  const config = Result.getOrThrow(configOf([...flags, "--tls-cert", cert, "--tls-key", key], {}))
  let running: Running
  beforeAll(async () => {
    running = await serve(config, { log: keptLog() })
  })
  afterAll(async () => {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test("serves both listeners over https, and tells people so", async () => {
    for (const url of [running.url, running.controlUrl!]) {
      expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    }
    expect(welcome(running, config)).toContain(`Bottega is ready at ${running.url}\n`)
    expect(welcome(running, config)).toContain(`${running.controlUrl}/docs`)
  })

  test("begins addresses in documents with https", async () => {
    const { exchange, key } = running.credentials
    const headers = { key: key!, exchange: exchange! }
    const ask = async (path: string) => (await fetch(`${running.url}/v1.1/orders/${path}`, { headers })).text()
    const [{ orderID }] = JSON.parse(await ask("list.json?limit=1"))
    const text = await ask(`legacy_order.json?orderID=${orderID}`)
    expect(text).toContain(`"https://127.0.0.1:`)
    expect(text).not.toContain("http://127.0.0.1")
  })

  test("refuses a client that does not know the authority, at the client", async () => {
    const [error] = await once(getHttps(`${running.url}/healthz`, { ca: makeCertificate().ca }), "error")
    expect(error.code).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET_ISSUER/)
  })
})

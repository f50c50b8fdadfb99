/** What an attacker sends as a body: each is refused while it is read, in little, and the server goes on. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Base64, File, Html, post, Text } from "@bottega/domain/contract"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { adding, given, opened, operation } from "./given.ts"
import { sendText } from "./raw.ts"

const fields = { text: Schema.optionalKey(Text) }
const declared = { summary: "Take it.", output: Schema.Unknown }
const taking = (path: `/${string}.json`, input: Schema.Struct.Fields, upload = false) =>
  operation(post(path, { ...declared, input, upload }), () => Effect.succeed({ answer: { ok: 1 }, writes: [] }))

const folder = mkdtempSync(join(tmpdir(), "bottega-bodies-"))
let server: Awaited<ReturnType<typeof given>>
let headers: Record<string, string>
let url: string
beforeAll(async () => {
  server = await given({
    change: adding(
      taking("/plain.json", fields),
      taking("/html.json", { ...fields, page: Schema.optionalKey(Html) }),
      taking("/base64.json", { ...fields, images: Schema.optionalKey(Schema.Array(Schema.Struct({ data: Base64 }))) }),
      taking("/upload.json", { file: File }, true)
    )
  })
  headers = (await opened(server)).writing
  url = await server.listen(0, "127.0.0.1")
})
beforeEach(() => {
  vi.stubEnv("TMPDIR", folder)
  return () => vi.unstubAllEnvs()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const json = "application/json"
const multipart = "multipart/form-data; boundary=B"

/** Sends a whole request over a socket of its own, and gives the whole answer. */
const send = (path: string, type: string, body: string) =>
  new Promise<{ status: number; size: number; body: any }>((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    const chunks: Array<Buffer> = []
    const bytes = Buffer.from(body)
    const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.on("error", reject).on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      const answer = Buffer.concat(chunks)
      const [head = "", text = ""] = answer.toString().split("\r\n\r\n")
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Infinity)
      if (Buffer.byteLength(text) < length) return
      socket.destroy()
      resolve({ status: Number(head.slice(9, 12)), size: length, body: JSON.parse(text) })
    })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${shown.join("")}Content-Type: ${type}\r\n`)
    socket.write(`Content-Length: ${bytes.length}\r\n\r\n`)
    socket.write(bytes)
  })

const many = (count: number, piece: (n: number) => string, between = ",") =>
  Array.from({ length: count }, (_, n) => piece(n)).join(between)
const part = (name: string, more = "") => `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
const order = "/v1.1/orders/order.json"

describe("a refusal", () => {
  test.each([
    [
      "3,000 wrong members after a name of 64 KiB",
      json,
      `{"${"n".repeat(65_536)}":1,"item_id":[${many(3000, () => '{"price":"x"}')}]}`
    ],
    [
      "members under a long name",
      json,
      `{"item_id":{"${"n".repeat(900)}":{${many(3000, (n) => `"constructor${n}":1,"prototype":${n}`)}}}}`
    ],
    ["a comma list of a million parts", "", `tags=${"a,".repeat(1_000_000)}`],
    ["comma lists within the size of a value each", "", many(20, () => `tags[]=${"a,".repeat(45_000)}`, "&")],
    ["a name of two million brackets", "", `a[${"][".repeat(1_000_000)}]=1`],
    ["an array of a million members", json, `{"a":[${"1,".repeat(1_000_000)}1]}`],
    ["nesting without an end", json, `{"a":${"[".repeat(2_000_000)}`],
    ["nesting of objects", json, '{"a":'.repeat(400_000)],
    ["10,000 wrong names", "", many(10_000, (n) => `item_id[x${n}][price]=1`, "&")],
    ["names of control characters", "", many(9000, (n) => `item_id[${"%01".repeat(60)}${n}][price]=x`, "&")],
    ["a name given 9,000 times", json, `{${many(9000, () => '"a":1')}}`],
    ["a number of 2 MB", json, `{"shipping_cost":${"9".repeat(2_000_000)}}`],
    ["two million plus signs", "", `message=${"+".repeat(2_000_000)}`],
    ["10,000 empty parts", multipart, `${part("a").repeat(10_001)}--B--`],
    ["10,000 files", multipart, `${`${part("a", '; filename="b"')}\r\n`.repeat(10_000)}--B--`],
    ["headers of a part without an end", multipart, `--B\r\n${"X-A: b\r\n".repeat(200_000)}`],
    ["names of parts of 8 KB", multipart, `${many(240, () => `${part("n".repeat(8000))}1\r\n`, "")}--B--`],
    ["a body that is not multipart data", multipart, "\r\n-".repeat(600_000)]
  ])("of %s is within 64 KiB and a hundred details", async (_name, type, body) => {
    const answer = await send(order, type || "application/x-www-form-urlencoded", body)
    expect(answer.status).toBe(400)
    expect(answer.size).toBeLessThanOrEqual(64 * 1024)
    expect(answer.body.error.details.length).toBeLessThanOrEqual(100)
    for (const { path } of answer.body.error.details) expect(path.length).toBeLessThanOrEqual(200)
  })

  test("of a rule that needs stored data is within them too", async () => {
    const code = `${"x".repeat(90_000)}`
    const form = (n: number) => `item_id[${n}][price]=1&item_id[${n}][quantity]=1&item_id[${n}][sku]=${n}`
    const goods = "shipping_flag=not_required&shipping_method=x&shipping_cost=0&payment_method=x"
    const coupon = await send(order, "", `${goods}&${form(0)}&coupon_code=${code}`)
    expect([coupon.status, coupon.size < 64 * 1024]).toEqual([409, true])
    const made = many(1000, (n) => `variants[${n}][sku]=${n}`, "&")
    expect((await send("/v1.1/products/product.json", "", `code=p&title=p&price=1&${made}`)).status).toBe(200)
    const short = await send(order, "", `${goods}&${many(1000, form, "&")}`)
    expect([short.status, short.body.error.details.length]).toEqual([409, 100])
    expect(short.body.err).toContain("1000 parameters are wrong; details names 100 of them.")
    const again = await send("/v1.1/products/product.json", "", `code=q&title=p&price=1&${made}`)
    expect([again.status, again.body.error.details.length]).toEqual([409, 100])
  })
})

test.each([
  ["a part that is refused and ends early", `${part("a", '; filename="a"')}x`],
  ["a part that ends within its headers", '--B\r\nContent-Disposition: form-data; name="a"'],
  ["a part that ends early", `${part("a")}x`],
  ["no boundary", "x"],
  ["a part without a name", "--B\r\nContent-Type: text/plain\r\n\r\nx\r\n--B--"],
  ["a part without headers", "--B\r\n\r\nx\r\n--B--"]
])("%s is refused, and the server goes on", async (_name, body) => {
  expect((await send("/v1.1/plain.json", multipart, body)).status).toBe(400)
  expect((await send("/v1.1/plain.json", multipart, `${part("text")}x\r\n--B--`)).status).toBe(200)
})

describe("the size of a body", () => {
  const mib = 1024 * 1024
  test.each([
    ["/v1.1/plain.json", 2],
    ["/v1.1/html.json", 4],
    ["/v1.1/base64.json", 16]
  ])("of %s is %d MiB, by what it takes", async (path, max) => {
    const value = (size: number) => `unknown=${"a".repeat(size - 8)}`
    expect((await send(path, "", value(max * mib))).status).toBe(200)
    const over = await send(path, "", value(max * mib + 1))
    expect([over.status, over.body.err]).toEqual([413, `The body is over ${max} MiB.`])
  })

  test.each([
    ["/v1.1/plain.json", "text", 100 * 1024],
    ["/v1.1/html.json", "page", mib],
    ["/v1.1/base64.json", "images[0][data]", 12 * mib]
  ])("of one value of %s is bounded on its own", async (path, name, max) => {
    expect((await send(path, "", `${name}=${"a".repeat(max)}`)).status).toBe(200)
    const over = await send(path, "", `${name}=${"a".repeat(max + 1)}`)
    expect([over.status, over.body.error.details]).toEqual([
      400,
      [{ path: name, message: `is longer than ${max} bytes` }]
    ])
  })

  test("of parameters beside a file is that of other parameters", async () => {
    const file = `${part("file", '; filename="a.zip"')}zip\r\n`
    expect((await send("/v1.1/upload.json", multipart, `${file}--B--`)).status).toBe(200)
    const large = `${part("text")}${"a".repeat(2 * mib + 1)}\r\n--B--`
    expect((await send("/v1.1/upload.json", multipart, file + large)).status).toBe(413)
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })
})

test.each([
  ["form", "application/x-www-form-urlencoded"],
  [json, json],
  ["multipart", multipart]
])("a %s in tiny chunks is refused once that is known, and its connection ends", async (_, type) => {
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST /v1.1/plain.json HTTP/1.1\r\nHost: a\r\n${shown.join("")}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const begin = type === multipart ? `${part("text").length.toString(16)}\r\n${part("text")}\r\n` : ""
  const answer = await sendText(Number(new URL(url).port), head + begin + "1\r\na\r\n".repeat(20_000))
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer).toContain("the body has more than 10000 chunks, of less than 64 bytes on average")
  expect((await send("/v1.1/plain.json", "", "text=a")).status).toBe(200)
})

describe("a file that cannot be kept aside is 503, and the server goes on", () => {
  const body = `${part("file", '; filename="a.zip"')}${"zip".repeat(1_000_000)}\r\n--B--`
  test("where there is no folder for it", async () => {
    vi.stubEnv("TMPDIR", join(folder, "nowhere"))
    const { body: refused, status } = await send("/v1.1/upload.json", multipart, body)
    expect([status, refused.error.type]).toEqual([503, "storage_unavailable"])
  })
  test("where the folder is a file", async () => {
    const place = join(folder, "file")
    writeFileSync(place, "")
    vi.stubEnv("TMPDIR", place)
    expect((await send("/v1.1/upload.json", multipart, body)).status).toBe(503)
    rmSync(place)
  })
  test("where it ends early besides, it is the body that is refused", async () => {
    vi.stubEnv("TMPDIR", join(folder, "nowhere"))
    expect([400, 503]).toContain((await send("/v1.1/upload.json", multipart, body.slice(0, -5))).status)
    expect((await send("/v1.1/plain.json", "", "text=x")).status).toBe(200)
  })
})

test("an upload that is refused, interrupted or not wanted leaves nothing", async () => {
  const file = (name: string) => `${part(name, '; filename="a.zip"')}${"zip".repeat(100_000)}\r\n`
  expect((await send("/v1.1/upload.json", multipart, `${file("file")}${file("file")}--B--`)).status).toBe(400)
  expect((await send("/v1.1/upload.json", multipart, `${file("file")}--B`)).status).toBe(400)
  expect((await send("/v1.1/upload.json", multipart, `${file("other")}--B--`)).status).toBe(400)
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

/** Pictures over HTTP: what an interrupted one leaves, what a decoder's end does to others, and how a file is sent. */
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { crc32, deflateSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { makeLoads } from "../src/http/loads.ts"
import { given, opened } from "./given.ts"
import { deaf } from "./raw.ts"

let server: Awaited<ReturnType<typeof given>>
let headers: Record<string, string>
let url: string
const folder = mkdtempSync(join(tmpdir(), "bottega-pictures-"))
const loads = makeLoads()
const left = () => readdirSync(folder)
const isUpload = (name: string) => name.startsWith("upload-")
beforeAll(async () => {
  process.env["TMPDIR"] = folder
  server = await given({ loads })
  headers = (await opened(server)).writing
  url = await server.listen(0, "127.0.0.1")
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const path = "/v1.1/gallery/image.json"
const json = { "content-type": "application/json" }

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, "latin1")
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8)
  return bytes
}
/** A white PNG; `more` makes its bytes others. */
const png = (side: number, more = ""): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Comment\0${more}`)),
    chunk("IDAT", deflateSync(Buffer.alloc((side + 1) * side))),
    chunk("IEND", Buffer.alloc(0))
  ])
}
const send = async (bytes: Buffer) => {
  const body = JSON.stringify({ base64: bytes.toString("base64") })
  const response = await fetch(url + path, { method: "POST", headers: { ...headers, ...json }, body })
  return { status: response.status, answer: (await response.json()) as any }
}

test("a picture that is refused, interrupted or malformed leaves nothing on the disk", async () => {
  const text = png(64).toString("base64")
  const bodies: ReadonlyArray<readonly [type: string, body: string, status: number]> = [
    ["application/json", `{"base64":"${text}"`, 400],
    ["application/json", `{"base64":"${text}","x":"${"x".repeat(3_000_000)}"}`, 413],
    ["application/x-www-form-urlencoded", `base64=${text.slice(0, 9)}*`, 400],
    ["application/x-www-form-urlencoded", `base64=${encodeURIComponent(text)}&x=\u00ff`, 200],
    ["multipart/form-data; boundary=b", `--b\r\nContent-Disposition: form-data; name="base64"\r\n\r\n${text}`, 400],
    [
      "multipart/form-data; boundary=b",
      `--b\r\nContent-Disposition: form-data; name="base64"\r\n\r\n${text}\r\n--b oh no\r\n`,
      400
    ],
    [
      "multipart/form-data; boundary=b",
      `--b\r\nContent-Disposition: form-data; name="base64"; filename="a.png"\r\n\r\nno picture\r\n--b--`,
      400
    ]
  ]
  for (const [type, body, status] of bodies) {
    const response = await fetch(url + path, { method: "POST", headers: { ...headers, "content-type": type }, body })
    expect(response.status, `${type} ${body.slice(0, 80)}`).toBe(status)
    await response.text()
    await expect.poll(left).toEqual([])
  }
  const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const broken = `POST ${path} HTTP/1.1\r\nHost: a\r\n${credentials.join("")}Content-Length: 9999\r\n\r\nbase64=${text}`
  const socket = await deaf(Number(new URL(url).port), broken)
  await expect.poll(() => left().length).toBe(1)
  socket.destroy()
  await expect.poll(left).toEqual([])
})

test("a decoder that is killed in the middle of a picture costs nobody an answer", async () => {
  await send(png(8))
  const decoders = () => children().filter((pid) => commandOf(pid).includes("decoder"))
  const [pid] = decoders()
  process.kill(pid!, "SIGSTOP")
  const answers = [send(png(300, "middle")), send(png(300, "behind"))]
  await expect
    .poll(() =>
      left()
        .flatMap((own) => readdirSync(join(folder, own)))
        .filter(isUpload)
    )
    .toHaveLength(2)
  // Its stopped process holds the first picture by now; reads are answered all the same.
  expect((await fetch(`${url}/v1.1/store/info.json`, { headers })).status).toBe(200)
  await sleep(50)
  process.kill(pid!, "SIGKILL")
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  expect(decoders()).not.toContain(pid)
  expect(server.log.defects).toEqual([])
})

test("a file is sent whole, by HEAD without its bytes, and to every origin", async () => {
  const bytes = Buffer.concat([png(64), Buffer.alloc(3_000_000, "padding")])
  const { original } = (await send(bytes)).answer
  const whole = await fetch(original)
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "image/png",
    etag: `"${createHash("sha256").update(bytes).digest("hex")}"`,
    "x-content-type-options": "nosniff"
  })
  const head = await fetch(original, { method: "HEAD" })
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(bytes.length), ""])
  const known = await fetch(original, { headers: { "if-none-match": head.headers.get("etag")! } })
  expect([known.status, known.headers.get("content-type"), await known.text()]).toEqual([304, null, ""])
  const allowed = await fetch(original, { method: "OPTIONS" })
  expect([allowed.status, allowed.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"])
})

test("a reader that takes nothing makes the server read no further", async () => {
  const bytes = Buffer.concat([png(8), Buffer.alloc(9_000_000, "padding")])
  const { original } = (await send(bytes)).answer
  const { pathname, port } = new URL(original)
  const sockets = await Promise.all(
    Array.from({ length: 8 }, () => deaf(Number(port), `GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`))
  )
  // The sockets' own buffers take some megabytes, the server holds a chunk for each reader.
  await expect.poll(() => loads.unsent.taken).toBeGreaterThan(0)
  await sleep(200)
  expect(loads.unsent.taken).toBeLessThanOrEqual(8 * 1024 * 1024)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => loads.unsent.taken).toBe(0)
})

/** Other test files run in other threads of this process. */
const children = (): ReadonlyArray<number> =>
  readFileSync("/proc/thread-self/children", "utf8").split(" ").filter(Boolean).map(Number)
const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, "utf8")

test("HEAD gives the size of the whole file, whatever part of it is asked for", async () => {
  const bytes = png(3, "head")
  const { original } = (await send(bytes)).answer
  const range = { range: "bytes=0-1" }
  const [part, head] = await Promise.all(["GET", "HEAD"].map((method) => fetch(original, { method, headers: range })))
  expect([part!.status, part!.headers.get("content-length")]).toEqual([206, "2"])
  expect([head!.status, head!.headers.get("content-length")]).toEqual([200, String(bytes.length)])
})

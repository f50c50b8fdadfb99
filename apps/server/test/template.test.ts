/**
 * The wire of a deploy tool that template authors have: it streams an archive as one part named `file`, chunked, without a
 * length, under a boundary of dashes, and shows `error.message` of any answer but 200. And archives as other programs make them.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { given, operator } from "./given.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-template-"))
const uploads = join(folder, "uploads")
let server: Awaited<ReturnType<typeof given>>
let url: string
let headers: Record<string, string>
beforeAll(async () => {
  mkdirSync(uploads)
  server = await given()
  const post = async (path: string, payload: object) =>
    (await server.app.inject({ method: "POST", url: `/control/v1${path}`, headers: operator, payload })).json()
  const { id } = await post("/shops/shop.json", { name: "Partner", partner_owned: true })
  const { exchange, key } = await post("/keys/key.json", { shop: id, permission: "read-write" })
  headers = { key, exchange }
  url = `${await server.listen(0, "127.0.0.1")}/v1.1/template/package.json`
})
beforeEach(() => {
  vi.stubEnv("TMPDIR", uploads)
  return () => vi.unstubAllEnvs()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** An archive of one file, `a.html`, and one of `../a.html`. */
const theme = Buffer.from(
  "UEsDBBQAAAgAAAAAAAD5gczvCAAAAAgAAAAGAAAAYS5odG1sPGI+QTwvYj5QSwECFAAUAAAIAAAAAAAA+YHM7wgAAAAIAAAABgAAAAAAAAAAAAAAAAAAAAAAYS5odG1sUEsFBgAAAAABAAEANAAAACwAAAAAAA==",
  "base64"
)
const wrong = Buffer.from(
  "UEsDBBQAAAgAAAAAAAAAAAAAAAAAAAAAAAAJAAAALi4vYS5odG1sUEsBAhQAFAAACAAAAAAAAAAAAAAAAAAAAAAAAAkAAAAAAAAAAAAAAAAAAAAAAC4uL2EuaHRtbFBLBQYAAAAAAQABADcAAAAnAAAAAAA=",
  "base64"
)

/** Sends an archive in pieces, and gives what the tool's author sees. */
const deploy = (archive: Buffer, { length = false, piece = 1000, to = url } = {}) =>
  new Promise<string>((resolve, reject) => {
    const boundary = `--------------------------${"0123456789".repeat(3).slice(0, 24)}`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="template.zip"\r\nContent-Type: application/zip\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), archive, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const sent = request(to, {
      method: "POST",
      headers: {
        ...headers,
        accept: "application/json",
        "content-type": `multipart/form-data; boundary=${boundary}`,
        ...(length ? { "content-length": body.length } : { "transfer-encoding": "chunked" })
      }
    })
    sent.on("error", reject).on("response", async (answer) => {
      const text = await answer.setEncoding("utf8").toArray()
      const said = JSON.parse(text.join(""))
      resolve(answer.statusCode === 200 ? `done: ${said.upload}` : `failed: ${said.error.message}`)
    })
    for (let at = 0; at < body.length; at += piece) sent.write(body.subarray(at, at + piece))
    sent.end()
  })

describe("a deploy", () => {
  test.each([
    ["chunked", {}],
    ["chunked, in pieces of a few bytes", { piece: 7 }],
    ["of a fixed length", { length: true }]
  ])("%s is completed", async (_, how) => {
    expect(await deploy(theme, how)).toBe("done: completed")
  })

  test("that is refused says which entry is wrong", async () => {
    expect(await deploy(wrong)).toBe('failed: file has the entry "../a.html", whose name has the part "..".')
    expect(await deploy(Buffer.from("<html>"))).toMatch(/^failed: file is not a zip archive that can be read/)
  })

  test("of more than 50 MiB is refused, and one that is announced as larger before it is sent", async () => {
    const large = Buffer.alloc(50 * 1024 * 1024 + 1)
    const tooLarge = "failed: The body is over 50 MiB."
    expect(await deploy(large, { piece: 1024 * 1024 })).toBe(tooLarge)
  })

  test("without credentials says so", async () => {
    const own = headers
    headers = {}
    expect(await deploy(theme)).toMatch(/^failed: ./)
    headers = own
  })

  test("leaves nothing on the disk, whatever became of it", async () => {
    await Promise.all([deploy(theme), deploy(wrong), deploy(Buffer.from("x"))])
    await expect.poll(() => readdirSync(uploads)).toEqual([])
  })
})

/** Programs that make archives, and how each makes one of the folder `theme`. */
const programs = [
  ["zip", ["-r", "../made.zip", "."]],
  ["zip, streamed", ["-r", "-fd", "../made.zip", "."]],
  ["python3", ["-m", "zipfile", "-c", "../made.zip", "."]],
  ["7z", ["a", "-tzip", "../made.zip", "."]],
  ["bsdtar", ["-a", "-cf", "../made.zip", "."]],
  ["jar", ["cMf", "../made.zip", "."]]
] as const

describe("an archive by another program", () => {
  const source = join(folder, "theme")
  beforeAll(() => {
    mkdirSync(join(source, "assets/città"), { recursive: true })
    writeFileSync(join(source, "index.html"), "<h1>Bottega</h1>".repeat(100))
    writeFileSync(join(source, "assets/città/è.css"), "h1 {}")
    writeFileSync(join(source, "empty.txt"), "")
  })

  test.each(programs)("is taken: %s", async (name, args) => {
    const made = join(folder, "made.zip")
    rmSync(made, { force: true })
    const { error, status } = spawnSync(name.split(",")[0]!, args, { cwd: source })
    if (error !== undefined || status !== 0) return console.log(`not run: an archive by ${name}: it is not installed`)
    expect(await deploy(readFileSync(made))).toBe("done: completed")
  })
})

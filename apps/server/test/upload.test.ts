/** A file that comes with a call: kept aside while the call runs, gone after it, and never larger than it may be. */
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { File, post, Text } from "@bottega/domain/contract"
import { Session, type Upload } from "@bottega/service"
import { type Effect, Schema } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { adding, given, opened, operation } from "./given.ts"

const endpoint = post("/package.json", {
  summary: "Take a file.",
  input: { file: File, note: Schema.optionalKey(Text) },
  output: Schema.Unknown,
  upload: true
})
let seen: (Upload & { readonly mode: number; readonly content: Buffer }) | undefined
const takes = operation(
  endpoint,
  (input) =>
    Session.useSync(({ upload }) => {
      seen = upload && { ...upload, mode: statSync(upload.path).mode & 0o777, content: readFileSync(upload.path) }
      return { answer: input, writes: [] }
    }) as Effect.Effect<unknown>
)

let server: Awaited<ReturnType<typeof given>>
let headers: Record<string, string>
let url: string
const folder = mkdtempSync(join(tmpdir(), "bottega-upload-"))
beforeAll(async () => {
  process.env["TMPDIR"] = folder
  server = await given({ change: adding(takes) })
  headers = (await opened(server)).writing
  url = `${await server.listen(0, "127.0.0.1")}/v1.1/package.json`
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const send = async (parts: ReadonlyArray<readonly [string, string | Blob]>, more: Record<string, string> = {}) => {
  const body = new FormData()
  for (const [name, value] of parts)
    value instanceof Blob ? body.append(name, value, "a.zip") : body.append(name, value)
  seen = undefined
  const answer = await fetch(url, { method: "POST", headers: { ...headers, ...more }, body })
  return { status: answer.status, body: (await answer.json()) as any }
}
const left = () => readdirSync(folder)

test("the file exists only for the call, readable by nobody else; its name is the parameter's value", async () => {
  const content = Buffer.alloc(3_000_000, "zip")
  expect(
    await send([
      ["note", "n"],
      ["file", new Blob([content])]
    ])
  ).toEqual({ status: 200, body: { file: "a.zip", note: "n" } })
  expect(seen).toMatchObject({ name: "file", filename: "a.zip", size: 3_000_000, mode: 0o600 })
  expect(seen?.content.equals(content)).toBe(true)
  expect(seen?.digest).toBe(createHash("sha256").update(content).digest("hex"))
  await expect.poll(() => existsSync(seen!.path)).toBe(false)
})

test("what is missing, or too many, is named", async () => {
  expect((await send([["note", "n"]])).body.error.details).toEqual([{ path: "file", message: "is required" }])
  const detailsOf = async (...parts: Parameters<typeof send>[0]) => (await send(parts)).body.error.details
  const a = ["file", new Blob(["a"])] as const
  expect(await detailsOf(a, a)).toEqual([{ path: "file", message: "is a second file" }])
  expect((await detailsOf(["other", new Blob(["b"])]))[0]).toEqual({
    path: "other",
    message: "is a file, which is not accepted here"
  })
  expect((await detailsOf(["file", "content"]))[0]).toEqual({ path: "file", message: "must be a file" })
  expect(seen).toBeUndefined()
})

test("a file over 50 MiB is 413, and nothing of it is left", async () => {
  expect((await send([["file", new Blob([Buffer.alloc(50 * 1024 * 1024 + 1)])]])).status).toBe(413)
  await expect.poll(left).toEqual([])
})

test("an interrupted file leaves nothing", async () => {
  let leave = () => {}
  const half = new ReadableStream({
    start(controller) {
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
      controller.enqueue(Buffer.from(head + "half".repeat(50_000)))
      leave = () => controller.error(new Error("gone"))
    }
  })
  const type = { "content-type": "multipart/form-data; boundary=b" }
  const init = { method: "POST", headers: { ...headers, ...type }, body: half, duplex: "half" } as RequestInit
  const interrupted = expect(fetch(url, init)).rejects.toThrow()
  await expect.poll(left).toHaveLength(1)
  leave()
  await interrupted
  await expect.poll(() => server.log.lines.at(-1)).toMatchObject({ status: 499 })
  await expect.poll(left).toEqual([])
})

test("an idempotency key is bound to the file too", async () => {
  const key = { "idempotency-key": "file" }
  expect((await send([["file", new Blob(["a"])]], key)).status).toBe(200)
  expect((await send([["file", new Blob(["a"])]], key)).status).toBe(200)
  expect((await send([["file", new Blob(["b"])]], key)).status).toBe(422)
})

test("a form or a query cannot carry a file", async () => {
  const ask = (query: string, payload?: string) =>
    server.app.inject({
      method: "POST",
      url: `/v1.1/package.json${query}`,
      headers,
      ...(payload === undefined ? {} : { payload })
    })
  expect((await ask("", "file=content")).statusCode).toBe(415)
  expect((await ask("?file=content")).json().error.details).toEqual([{ path: "file", message: "is required" }])
})

/** The receiver of bodies, fed by a caller in this process; what HTTP adds is in the server's tests. */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import {
  type Any,
  Base64,
  File as FileName,
  maxUploadBytes,
  post,
  Text,
  type TransportRequest
} from "@bottega/domain/contract"
import { Result, Schema } from "effect"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { receiveHere } from "../../../src/engine/receive/here.ts"
import { discard } from "../../../src/engine/receive/uploads.ts"

const declared = { summary: "Take it.", output: Schema.Unknown }
const note = Schema.optionalKey(Text)
const upload = post("/package.json", { ...declared, input: { file: FileName, note }, upload: true })
const plain = post("/plain.json", { ...declared, input: { note } })
const picture = post("/picture.json", { ...declared, input: { base64: Base64, note } })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-receive-"))
  vi.stubEnv("TMPDIR", folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  // Nothing is left by a body that is refused, nor by one whose file was discarded.
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

const sent = (body: TransportRequest["body"], type?: string): TransportRequest => ({
  method: "POST",
  path: "/v1.1/x.json",
  query: "",
  headers: type === undefined ? {} : { "content-type": type },
  body
})
const receive = (endpoint: Any, body: TransportRequest["body"], type?: string) =>
  receiveHere(sent(body, type), endpoint)
const refused = async (...asked: Parameters<typeof receive>) =>
  Result.getOrUndefined(Result.flip(await receive(...asked)))

const formOf = (...parts: ReadonlyArray<readonly [string, string | Blob]>): FormData => {
  const form = new FormData()
  for (const [name, value] of parts)
    value instanceof Blob ? form.append(name, value, "template.zip") : form.append(name, value)
  return form
}
const file = new Blob(["abc"])
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const MiB = 1024 * 1024

it("keeps a file until it is discarded, and its name in the tree", async () => {
  const { parsed, upload: kept } = Result.getOrThrow(await receive(upload, formOf(["file", file])))
  expect(parsed.root.child("file").values).toEqual(["template.zip"])
  expect(kept).toMatchObject({ name: "file", filename: "template.zip", size: 3, digest: sha256("abc") })
  expect(readFileSync(kept!.path, "utf8")).toBe("abc")
  await discard(kept)
  expect(existsSync(kept!.path)).toBe(false)
})

it("accepts one file", async () => {
  const { parsed, upload: kept } = Result.getOrThrow(await receive(upload, formOf(["file", file], ["file", file])))
  expect(parsed.problems.details).toEqual([{ path: "file", message: "is a second file" }])
  await discard(kept)
})

it("refuses parameters that are too large, and removes the file before them", async () => {
  const form = formOf(["file", file], ["note", "x".repeat(2 * MiB + 1)])
  expect(await refused(upload, form)).toMatchObject({ kind: { status: 413 } })
})

it("refuses a file that cannot be kept", async () => {
  vi.stubEnv("TMPDIR", join(folder, "nowhere"))
  expect(await refused(upload, formOf(["file", file]))).toMatchObject({ kind: { type: "storage_unavailable" } })
})

it("refuses a file in another format than multipart data, as a server does", async () => {
  expect(await refused(upload, "file=abc")).toMatchObject({ kind: { status: 415 } })
})

it("refuses a body that cannot be read to its end", async () => {
  const broken = Object.assign(new Blob(["x"]), {
    stream: () => new ReadableStream({ pull: (controller) => controller.error(new Error("unreadable")) })
  })
  expect(await refused(plain, broken)).toMatchObject({
    details: [{ path: "", message: "the body cannot be read to its end" }]
  })
})

it("reads no more of a body once it is refused", async () => {
  let pulled = 0
  const endless = Object.assign(new Blob(["x"]), {
    stream: () =>
      new ReadableStream({
        pull: (controller) => {
          pulled++
          controller.enqueue(new Uint8Array(MiB))
        }
      })
  })
  expect(await refused(plain, endless)).toMatchObject({ kind: { status: 413 } })
  expect(pulled).toBeLessThan(8)
  expect(await refused(upload, formOf(["file", new Blob([new Uint8Array(maxUploadBytes + 1)])]))).toMatchObject({
    kind: { status: 413 }
  })
})

it.each([
  ["form", `base64=${encodeURIComponent("YWJj")}`, undefined],
  ["JSON", '{"base64":"YWJj"}', "application/json"],
  ["multipart data", formOf(["base64", "YWJj"]), undefined],
  ["file part", formOf(["base64", new Blob(["abc"])]), undefined]
])("decodes the base64 of a %s into the file", async (_, body, type) => {
  const { parsed, upload: kept } = Result.getOrThrow(await receive(picture, body, type))
  expect(parsed.root.child("base64").values).toEqual([sha256("abc")])
  expect(readFileSync(kept!.path, "utf8")).toBe("abc")
  await discard(kept)
})

it("refuses what is beside base64 by its own bound", async () => {
  expect(await refused(picture, `base64=YWJj&note=${"x".repeat(2 * MiB)}`)).toMatchObject({
    message: "The parameters other than the base64 are over 2 MiB; a body with its base64 may have up to 16 MiB."
  })
})

it("removes what a killed process left when the next one keeps a file, and nothing of one that lives", async () => {
  const program = fileURLToPath(new URL("uploading.ts", import.meta.url))
  const uploading = () => spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] })
  const files = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith("/upload"))
  const begun = async () => {
    const before = files()
    const child = uploading()
    child.stdin.write("abc")
    await expect.poll(() => files().length, wait).toBe(before.length + 1)
    return { child, path: files().find((path) => !before.includes(path)) }
  }
  const [killed, living] = [await begun(), await begun()]
  killed.child.kill("SIGKILL")
  await once(killed.child, "exit")
  expect(files()).toHaveLength(2)
  const next = uploading()
  next.stdin.end("abcd")
  expect(await text(next.stdout)).toBe("4\n")
  expect(files()).toEqual([living.path])
  living.child.stdin.end("def")
  expect(await text(living.child.stdout)).toBe("6\n")
  await once(living.child, "exit")
})

const wait = { timeout: 60_000 }

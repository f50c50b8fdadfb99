import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { File as FileName, post, Text } from "@bottega/domain/contract"
import { Result, Schema } from "effect"
import { expect, it, vi } from "vitest"
import { readFormData } from "../src/engine/form-data.ts"
import { discard } from "../src/engine/uploads.ts"

const endpoint = post("/package.json", {
  summary: "Take a file.",
  input: { file: FileName, note: Schema.optionalKey(Text) },
  output: Schema.Unknown,
  upload: true
})

const formOf = (...parts: ReadonlyArray<readonly [string, string | Blob]>): FormData => {
  const form = new FormData()
  for (const [name, value] of parts)
    value instanceof Blob ? form.append(name, value, "template.zip") : form.append(name, value)
  return form
}
const file = new Blob(["abc"])

it("keeps a file until it is discarded, and its name in the tree", async () => {
  const { parsed, upload } = Result.getOrThrow(await readFormData(formOf(["file", file]), endpoint))
  expect(parsed.root.child("file").values).toEqual(["template.zip"])
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  expect(upload).toMatchObject({ name: "file", filename: "template.zip", size: 3, digest })
  expect(readFileSync(upload!.path, "utf8")).toBe("abc")
  await discard(upload)
  expect(existsSync(upload!.path)).toBe(false)
})

it("accepts one file", async () => {
  const { parsed, upload } = Result.getOrThrow(await readFormData(formOf(["file", file], ["file", file]), endpoint))
  expect(parsed.problems.details).toEqual([{ path: "file", message: "is a second file" }])
  await discard(upload)
})

it("refuses parameters that are too large, and removes the file before them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-form-data-"))
  vi.stubEnv("TMPDIR", folder)
  const form = formOf(["file", file], ["note", "x".repeat(2 * 1024 * 1024)])
  const refused = await readFormData(form, endpoint)
  expect(Result.getOrUndefined(Result.flip(refused))).toMatchObject({ kind: { status: 413 } })
  expect(readdirSync(folder)).toEqual([])
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it("refuses a file that cannot be kept", async () => {
  vi.stubEnv("TMPDIR", join(tmpdir(), "bottega-is-nowhere"))
  const refused = await readFormData(formOf(["file", file]), endpoint)
  expect(Result.getOrUndefined(Result.flip(refused))).toMatchObject({ kind: { type: "storage_unavailable" } })
  vi.unstubAllEnvs()
})

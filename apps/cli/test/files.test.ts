/** Commands that take a file as base64, and commands that answer with a file. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { session } from "./shell.ts"

const { apart, bottega, end, folder, json } = session()
/** A GIF of one pixel. */
const picture = Buffer.from("R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64")
/** Archives of one file: `a.html`, and `../a.html`. */
const theme = Buffer.from(
  "UEsDBBQAAAgAAAAAAAD5gczvCAAAAAgAAAAGAAAAYS5odG1sPGI+QTwvYj5QSwECFAAUAAAIAAAAAAAA+YHM7wgAAAAIAAAABgAAAAAAAAAAAAAAAAAAAAAAYS5odG1sUEsFBgAAAAABAAEANAAAACwAAAAAAA==",
  "base64"
)
const wrong = Buffer.from(
  "UEsDBBQAAAgAAAAAAAAAAAAAAAAAAAAAAAAJAAAALi4vYS5odG1sUEsBAhQAFAAACAAAAAAAAAAAAAAAAAAAAAAAAAkAAAAAAAAAAAAAAAAAAAAAAC4uL2EuaHRtbFBLBQYAAAAAAQABADcAAAAnAAAAAAA=",
  "base64"
)
let file: ReadonlyArray<string> = []

beforeAll(async () => {
  await json("shops", "create", "Anna")
  writeFileSync(join(folder, "picture.gif"), picture)
  const { original } = await json("gallery", "create", "@picture.gif")
  const [digest, shop] = original.split("/").reverse()
  file = ["gallery", "file", "--shop", shop!, "--digest", digest!]
})
afterAll(end)

it("writes a file to the one that --output names", async () => {
  expect(await bottega(...file, "--output", "copy.gif")).toEqual({ code: 0, out: "", err: "" })
  expect(readFileSync(join(folder, "copy.gif")).equals(picture)).toBe(true)
  expect(existsSync(join(folder, "copy.gif.part"))).toBe(false)
})

it("takes a path without an @ where a file is wanted, and says what to type where there is none", async () => {
  const { original } = await json("gallery", "create", "picture.gif")
  expect(original).toContain(file.at(-1))
  const { code, err } = await bottega("gallery", "create", "photos/absent.webp")
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(
      "photos/absent.webp is neither base64 nor the name of a file; --base64 @<file> names a file."
    )
  ])
})

it("writes a file to stdout by default", async () => {
  const { code, err, out } = await apart(file)
  expect([code, err, out]).toEqual([0, "", picture.toString()])
})

it("writes no file for a refusal", async () => {
  const { code, err } = await bottega(...file.slice(0, -1), "0".repeat(64), "--output", "none.gif")
  expect([code, err]).toEqual([1, expect.stringContaining("404 not_found")])
  expect(existsSync(join(folder, "none.gif"))).toBe(false)
})

it("sends a file by its path, with an @ or without one", async () => {
  const { id } = await json("shops", "create", "Partner", "--partner_owned", "1")
  const upload = (...path: ReadonlyArray<string>) => bottega("--shop", id, "template", "upload", ...path)
  writeFileSync(join(folder, "theme.zip"), theme)
  for (const path of [["theme.zip"], ["@theme.zip"], ["--file", "theme.zip"]])
    expect(await upload(...path, "--json")).toMatchObject({ code: 0, out: '{"upload":"completed"}\n' })
  writeFileSync(join(folder, "wrong.zip"), wrong)
  expect(await upload("wrong.zip")).toMatchObject({
    code: 1,
    err: expect.stringContaining('--file: has the entry "../a.html", whose name has the part ".."')
  })
  for (const path of ["absent.zip", "."])
    expect(await upload(path)).toMatchObject({ code: 2, err: expect.stringContaining(`--file names ${path}, which`) })
})

it.each(["SIGINT", "SIGTERM"] as const)("removes an incomplete file when %s ends the command", async (signal) => {
  const program = `
    import { writeFile } from ${JSON.stringify(join(import.meta.dirname, "../src/output-file.ts"))}
    await writeFile("copy.txt", 0o600, async (put) => {
      await put("half")
      process.stdout.write("begun")
      await new Promise((resolve) => setTimeout(resolve, 1_000_000))
    })`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder })
  const ended = once(child, "exit")
  await once(child.stdout, "data")
  expect(existsSync(join(folder, "copy.txt.part"))).toBe(true)
  child.kill(signal)
  expect(await ended).toEqual([null, signal])
  expect(existsSync(join(folder, "copy.txt.part"))).toBe(false)
})

/** Commands that take a file as base64, and commands that answer with a file. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, it } from "vitest"
import { writeFile } from "../src/output-file.ts"
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

/** The incomplete files beside a file. */
const partsOf = (name: string) =>
  readdirSync(folder).filter((one) => one.startsWith(`${name}.`) && one.endsWith(".part"))

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
  expect(partsOf("copy.gif")).toHaveLength(0)
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
  expect(partsOf("copy.txt")).toHaveLength(1)
  child.kill(signal)
  expect(await ended).toEqual([null, signal])
  expect(partsOf("copy.txt")).toHaveLength(0)
})

it("writes a file whole while another command writes it, too", async () => {
  const path = join(folder, "both.txt")
  const [long, short] = ["a".repeat(1000), "b".repeat(10)]
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  let go = () => {}
  const other = new Promise<void>((resolve) => (go = resolve))
  const first = writeFile(path, 0o600, async (put) => {
    await put(long)
    begin()
    await other
    await put(long)
  })
  await begun
  await writeFile(path, 0o600, async (put) => {
    await put(short)
    go()
    await first
    expect(readFileSync(path, "utf8")).toBe(long + long)
  })
  expect(readFileSync(path, "utf8")).toBe(short)
  expect(partsOf("both.txt")).toHaveLength(0)
})

it.each([
  ["a file", "linked.gif", true],
  ["nothing yet", "unlinked.gif", false]
])("writes through a link that leads to %s", async (_, target, exists) => {
  const link = `link-to-${target}`
  if (exists) writeFileSync(join(folder, target), "old")
  symlinkSync(target, join(folder, link))
  expect(await bottega(...file, "--output", link)).toEqual({ code: 0, out: "", err: "" })
  expect(readlinkSync(join(folder, link))).toBe(target)
  expect(readFileSync(join(folder, target)).equals(picture)).toBe(true)
})

it("removes what a killed command left an hour ago, and no file of another kind", async () => {
  const left = ["killed.txt.0123abcd.part", "killed.txt.part", "killed.txt.89abcdef.part"]
  for (const name of left) writeFileSync(join(folder, name), "half")
  for (const name of left.slice(0, 2)) utimesSync(join(folder, name), 1, 1)
  await writeFile(join(folder, "killed.txt"), 0o600, async (put) => void (await put("whole")))
  expect(partsOf("killed.txt")).toEqual(["killed.txt.89abcdef.part", "killed.txt.part"])
})

it("writes to a pipe that has a number only, as the shell's >(command) has", async () => {
  const program = `
    import { writeFile } from ${JSON.stringify(join(import.meta.dirname, "../src/output-file.ts"))}
    await writeFile("/dev/fd/1", 0o600, async (put) => void (await put("whole")))`
  // A pipe of the shell: those that Node makes are sockets, which have no path at all.
  const line = '"$0" --input-type=module --eval "$1" | cat'
  const child = spawn("sh", ["-c", line, process.execPath, program], { cwd: folder })
  expect(await text(child.stdout)).toBe("whole")
})

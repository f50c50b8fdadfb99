/** Commands that take a file as base64, and commands that answer with a file. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { session } from "./shell.ts"

const { bottega, end, folder, json } = session()
/** A GIF of one pixel. */
const picture = Buffer.from("R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64")
let file: ReadonlyArray<string> = []

beforeAll(async () => {
  await json("shops", "create", "Anna")
  writeFileSync(join(folder, "picture.gif"), picture)
  const { original } = await json("gallery", "create", "@picture.gif")
  const [digest, shop] = new URL(original).pathname.split("/").reverse()
  file = ["gallery", "file", "--shop", shop!, "--digest", digest!]
})
afterAll(end)

it("writes a file to the one that --output names", async () => {
  expect(await bottega(...file, "--output", "copy.gif")).toEqual({ code: 0, out: "", err: "" })
  expect(readFileSync(join(folder, "copy.gif")).equals(picture)).toBe(true)
  expect(existsSync(join(folder, "copy.gif.part"))).toBe(false)
})

it("writes a file to stdout by default", async () => {
  const { code, err, out } = await bottega(...file)
  expect([code, err, out]).toEqual([0, "", picture.toString()])
})

it("writes no file for a refusal", async () => {
  const { code, err } = await bottega(...file.slice(0, -1), "0".repeat(64), "--output", "none.gif")
  expect([code, err]).toEqual([1, expect.stringContaining("404 not_found")])
  expect(existsSync(join(folder, "none.gif"))).toBe(false)
})

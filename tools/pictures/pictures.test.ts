/** The committed pictures of the demo shop are those that the script draws, and small enough to be published with the command. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { expect, it } from "vitest"
import { lines } from "../../packages/service/src/demo/wares.ts"
import { headerOf } from "../../packages/service/src/pictures/headers/header.ts"
import { drawings } from "./drawings.ts"
import { drawn, folder, webpOf } from "./make-pictures.ts"

const files = globSync("*", { cwd: folder }).sort()
const bytesOf = (name: string) => readFileSync(join(folder, name))

/** A picture as 50 × 50 pixels, in which a change of any part is seen and the traces of compression are not. */
const small = async (file: Buffer) => {
  // The library draws or decodes a picture that it makes smaller in another way, so it does one after the other.
  const whole = await sharp(file).png().toBuffer()
  return sharp(whole).removeAlpha().resize(50, 50).raw().toBuffer()
}

it("has a picture of every product and brand, and no other file", () => {
  expect(files).toEqual([...drawn().keys()].sort())
  expect(Object.keys(drawings)).toEqual(lines.map(([code]) => code))
})

it("has WebP files of 400 × 400 pixels, together up to 600 KB", () => {
  for (const name of files)
    expect([name, headerOf(bytesOf(name))]).toEqual([name, { type: "image/webp", width: 400, height: 400, frames: 1 }])
  expect(files.reduce((sum, name) => sum + bytesOf(name).length, 0)).toBeLessThanOrEqual(600_000)
})

it("has no two pictures that are the same", () => {
  expect(new Set(files.map((name) => bytesOf(name).toString("base64"))).size).toBe(files.length)
})

it("shows in each file what the script draws", async () => {
  for (const [name, svg] of drawn()) {
    const [committed, drawing] = [await small(bytesOf(name)), await small(Buffer.from(svg))]
    const differences = [...drawing].map((level, at) => Math.abs(level - committed[at]!))
    expect(Math.max(...differences), name).toBeLessThanOrEqual(maxDifference)
  }
}, 60_000)

it("writes the same file as before, or one that decodes to the same picture where the library is another", async () => {
  const [name, svg] = [...drawn()][0]!
  const again = await webpOf(svg)
  expect(again.equals(bytesOf(name)) || (await small(again)).equals(await small(bytesOf(name)))).toBe(true)
})

/** The greatest difference of a level of red, green or blue, of 255, that compression makes in a small picture. */
const maxDifference = 16

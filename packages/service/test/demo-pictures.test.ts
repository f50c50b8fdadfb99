/** The demo shop's pictures: one of everything that shows one, and small enough to be published with the command. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makers } from "../src/demo/shelves.ts"
import { lines, pictureNames, swatches, swatchOf } from "../src/demo/wares.ts"
import { headerOf } from "../src/pictures/headers/header.ts"

const folder = join(import.meta.dirname, "../src/demo/pictures")
const files = readdirSync(folder).sort()
const bytesOf = (name: string) => readFileSync(join(folder, name))

it("has a picture of each product, colour and brand, and no other file", () => {
  const names = [
    ...makers.flatMap(([logo]) => (logo === "" ? [] : `logo-${logo}`)),
    ...swatches.map(swatchOf),
    ...lines.flatMap((line) => pictureNames(line).map(([, name]) => name))
  ]
  expect(files).toEqual(names.map((name) => `${name}.webp`).sort())
})

it("has WebP files of 400 × 400 pixels, together up to 600 KB", () => {
  for (const name of files)
    expect([name, headerOf(bytesOf(name))]).toEqual([name, { type: "image/webp", width: 400, height: 400, frames: 1 }])
  expect(files.reduce((sum, name) => sum + bytesOf(name).length, 0)).toBeLessThanOrEqual(600_000)
})

it("has no two pictures that are the same", () => {
  expect(new Set(files.map((name) => bytesOf(name).toString("base64"))).size).toBe(files.length)
})

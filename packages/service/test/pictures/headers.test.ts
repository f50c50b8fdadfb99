import { describe, expect, it } from "@effect/vitest"
import { headerOf } from "../../src/pictures/headers/header.ts"
import { overLimits } from "../../src/pictures/limits.ts"
import { animation, apng, avifOf, box, formats, gifOf, ispe, picture, pngBomb, uint32 } from "./made.ts"

const unknown = "must be a JPEG, PNG, GIF, WebP or AVIF picture"
const damaged = "is a picture whose header is cut off or damaged"

const judged = (bytes: Buffer): string | undefined => {
  const header = headerOf(bytes)
  return typeof header === "string" ? header : overLimits(header)
}

describe("the header of a picture", () => {
  it.for(formats)("tells type and sides of a %s", async (format) => {
    for (const [width, height] of [
      [60, 40],
      [1, 1],
      [257, 300]
    ] as const)
      expect(headerOf(await picture(format, width, height))).toEqual({
        type: `image/${format}`,
        width,
        height,
        frames: 1
      })
  })

  it("tells the sides of lossless and transparent WebP", async () => {
    const { canvas } = await import("./made.ts")
    expect(headerOf(await canvas(300, 200).webp({ lossless: true }).toBuffer())).toMatchObject({
      width: 300,
      height: 200
    })
    expect(headerOf(await canvas(300, 200).ensureAlpha(0.5).webp().toBuffer())).toMatchObject({
      width: 300,
      height: 200
    })
  })

  it.for(["gif", "webp"] as const)("counts the frames of an animated %s", async (format) => {
    expect(headerOf(await animation(format, 7))).toMatchObject({ width: 8, height: 8, frames: 7 })
  })

  it("counts the frames that an animated PNG declares or has, whichever are more", () => {
    expect(headerOf(apng(3, 3))).toMatchObject({ frames: 3 })
    expect(headerOf(apng(1, 40))).toMatchObject({ frames: 40 })
    expect(headerOf(apng(50, 1))).toMatchObject({ frames: 50 })
  })

  it("takes the whole of an AVIF grid, and the longest track of a sequence", () => {
    expect(headerOf(avifOf(ispe(512, 512), ispe(4000, 3000), ispe(512, 512)))).toMatchObject({
      width: 4000,
      height: 3000
    })
    const track = box("trak", box("mdia", box("minf", box("stbl", box("stsz", uint32(0), uint32(0), uint32(90))))))
    expect(headerOf(Buffer.concat([avifOf(ispe(10, 10)), box("moov", track)]))).toMatchObject({ frames: 90 })
  })

  it("ends wherever a picture is cut off", async () => {
    for (const format of formats) {
      const bytes = await picture(format)
      for (let length = 0; length < Math.min(bytes.length, 400); length++)
        expect(["object", "string"]).toContain(typeof headerOf(bytes.subarray(0, length)))
    }
  })
})

describe("a picture is refused before it is decoded", () => {
  it.for([
    [
      "a PNG of 50,000 × 50,000 pixels",
      () => pngBomb(50_000, 50_000),
      "is 50000 × 50000 pixels; a side may have up to 16384"
    ],
    [
      "a PNG over 50 megapixels",
      () => pngBomb(10_000, 5001),
      "is 10000 × 5001 pixels; a picture may have up to 50 megapixels"
    ],
    ["a GIF of 10,000 frames", () => gifOf(10_000), "has 10000 frames; an animation may have up to 1000"],
    [
      "a GIF whose frames have over 250 megapixels in all",
      () => gifOf(300, 1000, 1000),
      "has 300 frames of 1000 × 1000 pixels; an animation may have up to 250 megapixels in all"
    ],
    [
      "a PNG of 4,000,000,000 frames",
      () => apng(4_000_000_000, 1),
      "has 4000000000 frames; an animation may have up to 1000"
    ],
    [
      "an AVIF grid",
      () => avifOf(ispe(64, 64), ispe(20_000, 20_000)),
      "is 20000 × 20000 pixels; a side may have up to 16384"
    ],
    ["a picture without a pixel", () => pngBomb(0, 5), "has a side without a pixel"],
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), unknown],
    ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), unknown],
    ["a video", () => box("ftyp", Buffer.from("isom\0\0\0\0isommp42", "latin1")), damaged],
    ["nothing", () => Buffer.alloc(0), unknown],
    ["a PNG without an end", () => pngBomb(10, 10).subarray(0, -12), damaged],
    ["boxes within boxes", () => Buffer.concat([avifOf(ispe(1, 1)), nested(2000)]), damaged]
  ] as const)("%s", ([, make, sentence]) => {
    expect(judged(make())).toBe(sentence)
  })

  it("but at the limits it is not", () => {
    expect(judged(pngBomb(16_384, 3000))).toBeUndefined()
    expect(judged(gifOf(1000, 500, 500))).toBeUndefined()
  })
})

function nested(depth: number): Buffer {
  let inner = box("moov")
  for (let at = 0; at < depth; at++) inner = box("moov", inner)
  return inner
}

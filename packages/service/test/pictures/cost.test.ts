/** How long a picture is expected to take, by its first bytes. */
import { expect, it } from "vitest"
import { expectedMsOf } from "../../src/pictures/cost.ts"
import { avifOf, formats, gifOf, ispe, picture, pngBomb } from "./made.ts"

it("grows with the pixels of each format", async () => {
  for (const format of formats) {
    const [small, large] = [await picture(format, 40, 40), await picture(format, 800, 800)]
    expect(expectedMsOf(large), format).toBeGreaterThan(expectedMsOf(small))
    expect(expectedMsOf(large), format).toBeLessThan(100)
  }
})

it("takes a picture whose sides do not come first for the largest of its format, and no picture for nothing", () => {
  const largest = expectedMsOf(avifOf(ispe(10_000, 5000)))
  expect(largest).toBeGreaterThan(5000)
  expect(expectedMsOf(avifOf())).toBe(largest)
  expect(expectedMsOf(avifOf(ispe(4_000_000_000, 4_000_000_000)))).toBe(largest)
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(65_533)])
  expect(expectedMsOf(jpeg)).toBeGreaterThan(400)
  expect(expectedMsOf(Buffer.from("<svg/>"))).toBeCloseTo(expectedMsOf(gifOf(1)))
  expect(expectedMsOf(pngBomb(1, 1).subarray(0, 12))).toBe(expectedMsOf(pngBomb(50_000, 50_000)))
  for (const format of [avifOf(ispe(1, 1)), gifOf(3), pngBomb(9, 9)])
    for (let length = 0; length < format.length; length++)
      expect(Number.isFinite(expectedMsOf(format.subarray(0, length)))).toBe(true)
})

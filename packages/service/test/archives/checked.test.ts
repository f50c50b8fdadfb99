/** The rules of archives, against a corpus of hostile ones that is made here. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, expect, it, vi } from "vitest"
import { checked } from "../../src/archives/checked.ts"
import { quoted } from "../../src/archives/limits.ts"
import { harmless, hostile } from "./hostile.ts"
import { zip } from "./zip.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-archives-"))
afterAll(() => rmSync(folder, { recursive: true }))

const check = (bytes: Buffer) => {
  const path = join(folder, "archive")
  writeFileSync(path, bytes)
  return checked(path)
}

it.for(hostile)("refuses %s", async ([_, bytes, says, entry]) => {
  const result = await check(bytes)
  expect(result).toEqual({ wrong: expect.stringMatching(/./) })
  const { wrong } = result as { readonly wrong: string }
  if (typeof says === "string") expect(wrong).toContain(says)
  else expect(wrong).toMatch(says)
  if (entry !== undefined && !wrong.startsWith("cannot be read at the entry after"))
    expect(wrong).toContain(quoted(entry))
  expect(wrong.length).toBeLessThan(600)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys must not be in a sentence
  expect(wrong).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e\u2028\ufeff]/)
})

it("refuses at least 80 kinds of them", () => {
  expect(new Set(hostile.map(([what]) => what)).size).toBe(hostile.length)
  expect(hostile.length).toBeGreaterThanOrEqual(80)
})

it.for(harmless)("takes %s", async ([_, bytes, files]) => {
  expect(await check(bytes)).toMatchObject({ files })
})

it("looks at each part of a name once, however deep it lies", async () => {
  const parts = Array.from({ length: 32 }, (_, at) => `${at}`.padEnd(15, "a\u0300\u0323"))
  const names = Array.from({ length: 20 }, (_, at) => `${at}/${parts.slice(2).join("/")}`)
  const normalized = vi.spyOn(String.prototype, "normalize")
  expect(await check(zip(names.map((name) => ({ name, data: "a" }))))).toMatchObject({ files: 20 })
  const read = normalized.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)
  normalized.mockRestore()
  expect(read).toBeLessThanOrEqual(2 * names.join("").length)
})

it("finds every change of a byte that a program could read another way", async () => {
  const archive = zip([
    { name: "a/b.html", data: "<h1>Bottega</h1>", descriptor: true },
    { name: "c", method: 0, data: "c" }
  ])
  const flip = fc.tuple(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }))
  // Versions, times and attributes mean nothing for what is unpacked.
  let taken = 0
  await fc.assert(
    fc.asyncProperty(flip, async ([at, mask]) => {
      const changed = Buffer.from(archive)
      changed[at]! ^= mask
      const result = await check(changed)
      if ("files" in result) {
        taken++
        expect(result).toEqual({ files: 2, unpackedBytes: 17 })
      }
    }),
    { numRuns: 250 }
  )
  expect(taken).toBeLessThan(125)
})

it("reads any bytes to an end", async () => {
  const around = fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.constantFrom("PK\x05\x06", "PK\x01\x02", "PK\x03\x04"))
  await fc.assert(
    fc.asyncProperty(fc.array(around, { maxLength: 6 }), async (parts) => {
      const bytes = Buffer.concat(parts.flatMap(([some, mark]) => [Buffer.from(some), Buffer.from(mark, "latin1")]))
      expect(await check(bytes)).toHaveProperty("wrong")
    }),
    { numRuns: 200 }
  )
})

import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { FormScanner } from "../../../src/engine/receive/base64/form-scanner.ts"
import { JsonScanner } from "../../../src/engine/receive/base64/json-scanner.ts"
import { Base64Receiver } from "../../../src/engine/receive/base64/receiver.ts"
import { discard } from "../../../src/engine/receive/uploads.ts"
import { readBody } from "../../../src/engine/receive/wire.ts"

const parameter = { name: "base64", maxCharacters: 1000 }

/** Receives a body in chunks of these lengths, and returns the result. */
const receive = async (media: "form" | "json", body: string | Buffer, lengths: ReadonlyArray<number> = []) => {
  const receiver = new Base64Receiver(parameter)
  const scan = media === "json" ? new JsonScanner(receiver) : new FormScanner(receiver)
  const rest: Array<Buffer> = []
  let left = Buffer.from(body)
  for (let at = 0; left.length > 0; at++) {
    const length = lengths[at % lengths.length] ?? left.length
    rest.push(...scan.push(left.subarray(0, length)))
    left = left.subarray(length)
  }
  scan.end()
  const received = Result.getOrThrow(await receiver.end(readBody(media, Buffer.concat(rest).toString())))
  const { parsed, upload } = received
  const bytes = upload && readFileSync(upload.path)
  await discard(upload)
  expect(upload && existsSync(upload.path)).not.toBe(true)
  const values = (name: string) => parsed.root.children?.get(name)?.values
  return { bytes, digest: upload?.digest, values, problems: parsed.problems, rest: Buffer.concat(rest).toString() }
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")
const formOf = (text: string) => `a=1&base64=${encodeURIComponent(text)}&b=2`
const jsonOf = (text: string) => JSON.stringify({ a: 1, base64: text, b: 2 }).replaceAll("/", "\\/")

const bytes = fc.uint8Array({ maxLength: 600 })
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })
const spelling = fc.constantFrom<(bytes: Uint8Array) => string>(
  (all) => Buffer.from(all).toString("base64"),
  (all) => Buffer.from(all).toString("base64url"),
  (all) =>
    Buffer.from(all)
      .toString("base64")
      .replace(/.{1,76}/g, "$&\r\n")
)

describe("base64 in a body", () => {
  it.for(["form", "json"] as const)("becomes the bytes it was made of, wherever a %s is cut", async (media) => {
    await fc.assert(
      fc.asyncProperty(bytes, lengths, spelling, async (all, extraction, spell) => {
        const text = spell(all)
        const found = await receive(media, media === "form" ? formOf(text) : jsonOf(text), extraction)
        expect(found.problems.wrong).toBe(0)
        expect(found.bytes).toEqual(Buffer.from(all))
        expect(found.values("base64")).toEqual([all.length === 0 ? "" : sha256(all)])
        expect([found.values("a"), found.values("b")]).toEqual([["1"], ["2"]])
        expect(found.rest.length).toBeLessThan(40)
      }),
      { numRuns: 60 }
    )
  })

  it("is what only whole alphabets make", async () => {
    const wrong = [
      "YQ=",
      "YQ===",
      "Y",
      "YWJj=",
      "YQ==YQ==",
      "YW Jj",
      "YW*j",
      "YW\u0000j",
      "=",
      "YWJjZ",
      "data:,YQ==",
      "ÿÿÿÿ"
    ]
    for (const text of wrong)
      for (const [media, body] of [
        ["form", formOf(text)],
        ["json", JSON.stringify({ base64: text })]
      ] as const) {
        const { problems } = await receive(media, body, [3])
        expect(problems.details, `${media} ${text}`).toEqual([
          { path: "base64", message: "must be base64; on a form, + is sent as %2B" }
        ])
      }
  })

  it("is refused with a plus that was not escaped", async () => {
    expect((await receive("form", "base64=ab+/")).problems.wrong).toBe(1)
    expect((await receive("json", '{"base64":"ab+/"}')).problems.wrong).toBe(0)
  })

  it("is as long as it may be, and no longer", async () => {
    expect((await receive("form", `base64=${"A".repeat(1000)}`)).problems.wrong).toBe(0)
    const { bytes, problems } = await receive("form", `base64=${"A".repeat(100_000)}`, [997])
    expect(problems.details).toEqual([{ path: "base64", message: "is longer than 1000 bytes" }])
    expect(bytes!.length).toBeLessThan(1000)
  })

  it("is found under its own name alone, however that is spelt", async () => {
    const apart = await receive("form", "xbase64=YWJj&base64x=YWJj&base64%5B%5D=YWJj&%=YWJj&b%61se64=YWJj&=YWJj&base64")
    expect(apart.values("base64")?.[0]).toBe(sha256(Buffer.from("abc")))
    expect([apart.values("xbase64"), apart.values("base64x")]).toEqual([["YWJj"], ["YWJj"]])
    const json = await receive(
      "json",
      '{"c":{"base64":"YWJj"},"d":["base64","YWJj"],"e":"base64","f\\"":"\\\\","\\u0062ase64" :\n"YW\\u004aj","g":{}}',
      [1]
    )
    expect(json.problems.wrong).toBe(0)
    expect(json.values("base64")).toEqual([sha256(Buffer.from("abc"))])
    expect(json.rest).toContain('{"base64":"YWJj"}')
  })

  it("that is given twice is compared by its bytes", async () => {
    const same = await receive("form", "base64=YWJj&base64=YWJ%6a")
    expect(same.values("base64")).toEqual([sha256(Buffer.from("abc")), sha256(Buffer.from("abc"))])
    const { bytes, values } = await receive("form", `base64=YWJj&base64=ZGVm${"&base64=YWJj".repeat(1000)}`)
    expect(bytes?.toString()).toBe("abc")
    expect(values("base64")?.slice(0, 3)).toEqual([sha256(Buffer.from("abc")), sha256(Buffer.from("def")), "YWJj"])
    expect((await receive("json", '{"base64":"YWJj","base64":"YWJj"}')).problems.details).toEqual([
      { path: "base64", message: "is given twice" }
    ])
  })

  it("that has no end is not JSON", async () => {
    for (const body of [
      '{"base64":"YWJj',
      '{"base64":"YWJj\\',
      '{"base64":"YW"Jj"}',
      '{"base64":"YW\nJj"}',
      '{"base64":"YW\\"Jj"}'
    ])
      expect(
        (await receive("json", body, [2])).problems.wrong + Number(!!(await receive("json", body)).problems.fault)
      ).toBeGreaterThan(0)
  })

  it("passes every other body unchanged", async () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.webQueryParameters())
    await fc.assert(
      fc.asyncProperty(
        text.filter((one) => !one.includes("base64")),
        lengths,
        async (body, extraction) => {
          for (const media of ["form", "json"] as const)
            expect((await receive(media, body, extraction)).rest).toBe(Buffer.from(body).toString())
        }
      ),
      { numRuns: 100 }
    )
  })
})

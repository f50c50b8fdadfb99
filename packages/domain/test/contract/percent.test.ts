import fc from "fast-check"
import { expect, it } from "vitest"
import { decoded } from "../../src/contract/percent.ts"

const pieces = fc.array(
  fc.constantFrom("a", "+", "%41", "%C3%A0", "%c3", "%A0", "%", "%z", "à", "%00", "%F0%9F%98%80", "\ufeff")
)
const plain = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

it("decodes a long text like a short one", () => {
  fc.assert(
    fc.property(pieces, (sent) => {
      const text = sent.join("")
      expect(decoded(text)).toBe(plain(text))
      const long = `${"x".repeat(5000)}${text}`
      expect(decoded(long)).toBe(plain(long))
    })
  )
})

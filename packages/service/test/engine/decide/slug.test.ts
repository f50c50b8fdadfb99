/** Slugs: how they look, and how one is found that nothing has. */
import { Effect } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { freeSlug, slugOf } from "../../../src/engine/decide/slug.ts"

it("are words of lower-case letters and digits with hyphens between them, of any title", async () => {
  const title = fc.string({ unit: fc.oneof(fc.constantFrom(" ", "-", "'", "É", "ß", "漢", "Ж", "🎉"), fc.string()) })
  await fc.assert(
    fc.asyncProperty(title, async (title) => {
      const slug = await Effect.runPromise(slugOf(title, "brand"))
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(slug.length).toBeLessThanOrEqual(100)
      expect(await Effect.runPromise(slugOf(slug, "brand"))).toBe(slug)
    })
  )
})

/** The free slug where these numbers are taken, and how often it was looked. */
const found = (taken: ReadonlySet<number>) => {
  let looks = 0
  const isTaken = (slug: string) =>
    Effect.sync(() => {
      looks++
      return taken.has(slug === "bag" ? 1 : Number(slug.slice("bag-".length)))
    })
  return { slug: Effect.runSync(freeSlug("bag", isTaken)), looks }
}

it("get the next number if others have them", () => {
  expect(found(new Set())).toEqual({ slug: "bag", looks: 1 })
  for (let count = 1; count <= 40; count++) {
    const taken = new Set(Array.from({ length: count }, (_, n) => n + 1))
    expect(found(taken).slug).toBe(`bag-${count + 1}`)
  }
})

it("get a free number in few looks, whatever is taken", () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 2000 }), { maxLength: 500 })
  fc.assert(
    fc.property(numbers, (numbers) => {
      const taken = new Set(numbers)
      const { looks, slug } = found(taken)
      expect(taken.has(slug === "bag" ? 1 : Number(slug.slice(4)))).toBe(false)
      expect(looks).toBeLessThanOrEqual(26)
    })
  )
  const many = found(new Set(Array.from({ length: 100_000 }, (_, n) => n + 1)))
  expect(many.slug).toBe("bag-100001")
  expect(many.looks).toBeLessThanOrEqual(40)
})

/** Rotations of signing secrets: which stay valid, for how long, and how many at once. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { firstSecrets, rotatedSecrets, secretBound, validSecrets } from "../../src/contract/secrets.ts"

const rotation = fc.record({
  afterMs: fc.integer({ min: 0, max: 5000 }),
  overlapSeconds: fc.integer({ min: 0, max: 8 })
})

it("the newest is always valid and first, the others for no longer than any later overlap", () => {
  fc.assert(
    fc.property(fc.array(rotation, { maxLength: 9 }), (rotations) => {
      let secrets = firstSecrets("0")
      const ends: Array<number> = []
      let nowMs = 0
      rotations.forEach(({ afterMs, overlapSeconds }, index) => {
        nowMs += afterMs
        ends.push(Number.POSITIVE_INFINITY)
        for (let older = 0; older <= index; older++) ends[older] = Math.min(ends[older]!, nowMs + overlapSeconds * 1000)
        secrets = rotatedSecrets(secrets, { secret: String(index + 1), overlapSeconds, nowMs })!
      })
      const expected = ends.flatMap((end, index) => (end > nowMs ? [String(index)] : [])).reverse()
      expect(validSecrets(secrets, nowMs)).toEqual([String(rotations.length), ...expected])
    })
  )
})

it("a rotation with no overlap ends all the others at once", () => {
  const two = rotatedSecrets(firstSecrets("a"), { secret: "b", overlapSeconds: 60, nowMs: 0 })!
  expect(rotatedSecrets(two, { secret: "c", overlapSeconds: 0, nowMs: 1 })).toEqual(firstSecrets("c"))
})

it("at most ten are valid at once", () => {
  const next = { overlapSeconds: 60, nowMs: 0 }
  let secrets = firstSecrets("0")
  for (let index = 1; index < secretBound.max; index++)
    secrets = rotatedSecrets(secrets, { ...next, secret: `${index}` })!
  expect(secrets).toHaveLength(secretBound.max)
  expect(rotatedSecrets(secrets, { ...next, secret: "over" })).toBeUndefined()
  const later = rotatedSecrets(secrets, { secret: "later", overlapSeconds: 60, nowMs: 60_000 })!
  expect(validSecrets(later, 60_000)).toEqual(["later", "9"])
  expect([119_999, 120_000].map((nowMs) => validSecrets(later, nowMs))).toEqual([["later", "9"], ["later"]])
})

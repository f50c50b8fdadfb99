/** Which texts name a person, and what an order keeps without its buyer. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { mentions, mentionsWithin, type Person } from "../../src/contract/personal.ts"

const person: Person = { email: "anna@example.com", digest: "", customers: ["5f0c3a2b0e1f4d5a6b7c8d9e"], userUIDs: [] }

it.each([
  ["anna@example.com", true],
  ["It is Anna@Example.COM.", true],
  ["'anna@example.com'", true],
  ["<anna@example.com>", true],
  ["to:\nanna@example.com\n", true],
  ["the customer 5f0c3a2b0e1f4d5a6b7c8d9e", true],
  ["joanna@example.com", false],
  ["j.anna@example.com", false],
  ["anna@example.com.br", false],
  ["anna@example.community", false],
  ["ünanna@example.com", false],
  ["anna@example", false],
  ["joanna@example.com, anna@example.com", true],
  ["", false]
])("%j: %s", (text, expected) => {
  expect(mentions(text, person)).toBe(expected)
})

it("an address is found wherever it is within a JSON value, and never in a value without it", () => {
  const json = fc.json().map((text) => JSON.parse(text) as unknown)
  fc.assert(
    fc.property(json, fc.string(), fc.string(), (value, before, after) => {
      expect(mentionsWithin(value, person)).toBe(false)
      const text = `${before} ${person.email} ${after}`
      for (const holding of [text, [value, text], { value, text }, { deep: [{ [text]: value }] }])
        expect(mentionsWithin(holding, person)).toBe(true)
    })
  )
})

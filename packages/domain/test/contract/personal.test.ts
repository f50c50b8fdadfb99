/** Which texts name a person, and what an order keeps without its buyer. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { marksOf, marksOfPerson, mentions, mentionsWithin, type Person } from "../../src/contract/personal.ts"

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
  ["the digest 5f0c3a2b0e1f4d5a6b7c8d9e5f0c3a2b", false],
  ["", false]
])("%j: %s", (text, expected) => {
  expect(mentions(text, person)).toBe(expected)
})

const isFound = (value: unknown, of: Person) => {
  const marks = marksOf([value])
  return marksOfPerson(of).some((mark) => marks.includes(mark))
}

it("whatever mentions a person has a mark of the person, whatever characters the address is made of", () => {
  const part = fc.string({
    unit: fc.constantFrom("a", "B", "0", ".", "-", "'", "é", "İ", "𝒶", "@", "+", '"'),
    minLength: 1
  })
  const addresses = fc.oneof(
    fc.constant(person.email),
    fc.tuple(part, part).map((parts) => parts.join("@").toLowerCase())
  )
  fc.assert(
    fc.property(addresses, part, part, (email, before, after) => {
      const of = { ...person, email }
      for (const text of [`${before}${email}${after}`, `${before} ${email.toUpperCase()},${after}`, `${email}.`])
        if (mentions(text, of)) expect([text, isFound({ deep: [text] }, of)]).toEqual([text, true])
      expect(isFound(`${before} ${person.customers[0]} ${after}`, of)).toBe(true)
    }),
    { numRuns: 2000 }
  )
})

it("another person's texts have none of the person's marks, and a text of very many addresses has one mark", () => {
  expect(isFound(["joanna@example.com", "anna@example.org", "6f0c3a2b0e1f4d5a6b7c8d9e"], person)).toBe(false)
  const many = Array.from({ length: 5000 }, (_, n) => `p${n}@example.com`)
  expect(marksOf(many)).toEqual(["*"])
  expect(isFound(many.join(), person)).toBe(true)
})

it("a value is searched once, however many documents have it", () => {
  let looks = 0
  const ownKeys = (payload: object) => {
    looks++
    return Reflect.ownKeys(payload)
  }
  const payload = new Proxy({ buyer: { email: person.email } }, { ownKeys })
  const marks = marksOf([payload, "it is 5f0c3a2b0e1f4d5a6b7c8d9e"])
  expect(marks).toEqual([person.email, ...person.customers])
  expect(marksOf([payload, `to ${person.customers[0]}`])).toEqual(marks)
  expect(looks).toBe(1)
})

it("a long text without or full of at signs is read in linear time", () => {
  const steps = 200_000
  for (const text of [
    "a".repeat(steps),
    "@".repeat(steps),
    "a@".repeat(steps / 2),
    ".".repeat(steps),
    "0".repeat(steps)
  ])
    expect(marksOf([`${text}@x`]).length).toBeLessThan(4)
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

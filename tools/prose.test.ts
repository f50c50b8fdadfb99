/** The prose of a source is what a person reads in it: comments, texts, and the names that it declares. */
import { expect, it } from "vitest"
import { proseOfSource } from "./prose.ts"

const proseOf = (text: string) => proseOfSource("a.ts", text)

it("has a comment as one sentence, wherever its lines break", () => {
  const source = ["/**", " * One", " * two.", " */", "// three", "// four", "const a = 1 // five", "// six"]
  expect(proseOf(source.join("\n")).sentences).toEqual(["One two.", "three four", "five six"])
})

it("has texts in quotes and in templates, and no code", () => {
  expect(proseOf(`const a = 'one two' + \`three \${b.c()} four\` // five`).sentences).toEqual([
    "five",
    "one two",
    "three … four"
  ])
})

it("has every declared name, exported or not", () => {
  const source = [
    "const one = 1",
    "const { two, other: [three, ...four] } = all",
    "function five(six = 6, { seven }: Eight) {}",
    "interface Nine { readonly ten: number }",
    "type Eleven = number",
    "class Twelve { #thirteen = 1; fourteen(fifteen: number) {} }",
    "const sixteen = (seventeen: number) => used"
  ]
  const names = "one two three four five six seven Nine ten Eleven Twelve thirteen fourteen fifteen sixteen seventeen"
  expect([...proseOf(source.join("\n")).names].sort()).toEqual(names.split(" ").sort())
})

it("is refused for a source that cannot be parsed", () => {
  expect(() => proseOf("const = 1")).toThrow("a.ts cannot be parsed")
})

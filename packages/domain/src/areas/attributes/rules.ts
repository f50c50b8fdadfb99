/** The values that attributes have on products. All functions are pure. */
import { Result } from "effect"
import { plainText, readDecimal } from "../../contract/numbers.ts"
import { type Attribute, attributeBounds } from "./document.ts"

/**
 * A product's value of an attribute as it is kept, or the end of a sentence that says why the text is not one. Numbers
 * are kept without an exponent, rounded to fifteen digits.
 */
export const attributeValue = (
  { data, type }: Pick<Attribute, "data" | "type">,
  sent: string
): Result.Result<string, string> => {
  if (type === "select")
    return data.includes(sent) ? Result.succeed(sent) : Result.fail("must be one of the attribute's values")
  if (type !== "text") {
    const number = readDecimal(sent)
    return typeof number === "number" ? Result.succeed(plainText(number)) : Result.fail(number)
  }
  const { valueCharacters } = attributeBounds
  return sent.length <= valueCharacters
    ? Result.succeed(sent)
    : Result.fail(`must have at most ${valueCharacters} characters`)
}

/** Adds a value to choose from; the same attribute if it has the value already. */
export const withChoice = (attribute: Attribute, value: string): Attribute =>
  attribute.data.includes(value) ? attribute : { ...attribute, data: [...attribute.data, value] }

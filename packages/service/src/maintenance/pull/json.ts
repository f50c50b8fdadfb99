/** Parses a stranger's JSON, whose nesting and number of values are bounded before it is parsed. */
import { Unfit } from "./given.ts"

/** The deepest nesting of an answer; the specification's own have six levels. */
const maxDepth = 20

/** Parses an answer; throws `Unfit` if it is not JSON, nested too deeply, or of too many values, lists and objects included. */
export const parsed = (body: Buffer, maxValues: number): unknown => {
  let depth = 0
  let values = 1
  let isText = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === comma) values++
    else if (byte === openList || byte === openObject) {
      // What is in it begins with a value without a comma.
      values++
      if (++depth > maxDepth) throw new Unfit(`is nested more than ${maxDepth} levels deep`)
    } else if (byte === closeList || byte === closeObject) depth--
    if (values > maxValues) throw new Unfit(`has more than ${maxValues} values`)
  }
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    throw new Unfit("is not JSON")
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

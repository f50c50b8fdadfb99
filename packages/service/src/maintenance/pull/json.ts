/** Parses a stranger's JSON, whose nesting is bounded before it is parsed. */
import { Unfit } from "./given.ts"

/** The deepest nesting of an answer; the specification's own have six levels. */
const maxDepth = 20

/** Parses an answer; throws `Unfit` if it is not JSON, or nested too deeply. */
export const parsed = (body: Buffer): unknown => {
  let depth = 0
  let isText = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openList || byte === openObject) {
      if (++depth > maxDepth) throw new Unfit(`is nested more than ${maxDepth} levels deep`)
    } else if (byte === closeList || byte === closeObject) depth--
  }
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    throw new Unfit("is not JSON")
  }
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

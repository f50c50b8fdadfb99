/**
 * Reads the text of a JSON body into the same tree as a form. What JSON's own parser drops or lets through (a name given
 * twice, endless nesting) is refused like its counterpart on a form.
 */
import { fromJson, maxNesting, Node, type Parsed } from "./form.ts"

/** The tree of a JSON object's text; of a text without anything in it, an empty one. */
export const parseJson = (text: string): Parsed => {
  if (text.trim() === "") return { root: new Node(), problems: [] }
  const fault = faultOf(text)
  if (fault !== undefined) return { root: new Node(), problems: [fault] }
  try {
    return fromJson(JSON.parse(text))
  } catch {
    return { root: new Node(), problems: [{ path: "", message: "the body is not well-formed JSON" }] }
  }
}

/** An object or array that the scan is within: the names it has, and the name or index it has come to. */
interface Level {
  readonly names: Set<string> | undefined
  at: string
}

/** The first thing wrong with the shape of a JSON text; of one that is not well-formed, whatever was met before. */
const faultOf = (text: string): { readonly path: string; readonly message: string } | undefined => {
  const levels: Array<Level> = []
  for (let index = 0; index < text.length; index++) {
    const level = levels.at(-1)
    switch (text.charAt(index)) {
      case "{":
        levels.push({ names: new Set(), at: "" })
        break
      case "[":
        levels.push({ names: undefined, at: "0" })
        break
      case "}":
      case "]":
        levels.pop()
        break
      case ",":
        if (level?.names === undefined && level !== undefined) level.at = String(Number(level.at) + 1)
        break
      case '"': {
        const start = index
        index = endOf(text, start)
        if (level?.names === undefined || !isName(text, index + 1)) break
        level.at = nameOf(text.slice(start, index + 1))
        if (level.names.has(level.at)) return { path: pathOf(levels), message: "is given twice" }
        level.names.add(level.at)
      }
    }
    if (levels.length > maxNesting + 1)
      return { path: pathOf(levels.slice(0, -1)), message: `nests deeper than ${maxNesting} levels` }
  }
  return undefined
}

/** The place of the quote that closes the one at `start`, or the text's end. */
const endOf = (text: string, start: number): number => {
  for (let end = start + 1; ; end++) {
    end = text.indexOf('"', end)
    if (end < 0) return text.length
    let escapes = 0
    while (text.charAt(end - 1 - escapes) === "\\") escapes++
    if (escapes % 2 === 0) return end
  }
}

const isName = (text: string, after: number): boolean => {
  let index = after
  while (" \n\r\t".includes(text.charAt(index)) && index < text.length) index++
  return text.charAt(index) === ":"
}

const nameOf = (quoted: string): string => {
  if (!quoted.includes("\\")) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted)
  } catch {
    return quoted
  }
}

const pathOf = ([first, ...rest]: ReadonlyArray<Level>): string =>
  `${first?.at ?? ""}${rest.map(({ at }) => `[${at}]`).join("")}`

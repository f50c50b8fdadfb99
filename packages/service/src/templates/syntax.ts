/** The tags that a template may use, checked before anything is parsed, because the parser has no bounds of its own. */
import { type Liquid, type TagToken, Tokenizer, type TopLevelToken, TypeGuards } from "liquidjs"
import { maxDepth, maxTagCharacters, maxTags } from "./limits.ts"

/** The tags of Liquid that templates may use. */
export const allowedTags = ["if", "unless", "case", "for", "assign", "comment", "break", "continue", "#"] as const

const blocks = new Set(["if", "unless", "case", "for", "comment"])
const parts = new Set(["else", "elsif", "when", ...[...blocks].map((name) => `end${name}`)])
const known = new Set<string>([...allowedTags, ...parts])

/** Why a template cannot be filled, and the line in which that is. */
export class Refused extends Error {
  readonly line: number
  constructor(reason: string, token: TopLevelToken) {
    super(reason)
    this.line = token.getPosition()[0] ?? 1
  }
}

/** Throws if a template has a tag that is not allowed, or more of something than a template may have. */
export const checkSyntax = (template: string, { options }: Liquid): void => {
  const tokens = new Tokenizer(template).readTopLevelTokens(options)
  let [tags, depth, isComment] = [0, 0, false]
  for (const token of tokens) {
    if (TypeGuards.isHTMLToken(token)) continue
    const name = TypeGuards.isTagToken(token) ? token.name : undefined
    if (++tags > maxTags) throw new Refused(`there are more than ${maxTags} tags`, token)
    if (isComment && name !== "endcomment") continue
    checkTag(token, name)
    isComment = name === "comment"
    if (name !== undefined && blocks.has(name)) depth++
    if (name?.startsWith("end")) depth--
    if (depth > maxDepth) throw new Refused(`tags nest more than ${maxDepth} deep`, token)
  }
}

const checkTag = (token: TopLevelToken | TagToken, name: string | undefined): void => {
  if (name !== undefined && !known.has(name)) throw new Refused(`the tag ${name.slice(0, 40)} is not allowed`, token)
  if (token.end - token.begin > maxTagCharacters)
    throw new Refused(`a tag has more than ${maxTagCharacters} characters`, token)
  // Outside of quotes only a range has parentheses, and a range is a list of any length.
  const isRange = name !== "#" && /[()]/.test(token.getText().replace(/"[^"]*"|'[^']*'/g, ""))
  if (isRange) throw new Refused("ranges such as (1..9) are not allowed", token)
}

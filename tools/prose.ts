/** The sentences and the names of a source or a document, for the test of words. */
import { parseSync, Visitor } from "rolldown/utils"

/** What a file says: its sentences, each on one line, and the names that it declares. */
export interface Prose {
  readonly sentences: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** The comments of a source; consecutive lines of `//` are one comment. */
const commentsOf = (text: string, comments: ReturnType<typeof parseSync>["comments"]): ReadonlyArray<string> => {
  const found: Array<string> = []
  let end = -1
  for (const comment of comments) {
    const said = onOneLine(comment.value.replaceAll(/^\s*\*+/gm, ""))
    const continues = comment.type === "Line" && end >= 0 && text.slice(end, comment.start).trim() === ""
    if (continues) found.push(`${found.pop()} ${said}`)
    else found.push(said)
    end = comment.type === "Line" ? comment.end : -1
  }
  return found
}

/** The names that a pattern declares: `a`, `{ b: c }`, `[d = 1]`. */
// biome-ignore lint/suspicious/noExplicitAny: the nodes of a pattern have a dozen types
const namesOf = (pattern: any): ReadonlyArray<string> => {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name]
    case "ObjectPattern":
      return pattern.properties.flatMap((property: { value?: unknown }) => namesOf(property.value ?? property))
    case "ArrayPattern":
      return pattern.elements.flatMap(namesOf)
    case "AssignmentPattern":
      return namesOf(pattern.left)
    case "RestElement":
      return namesOf(pattern.argument)
    case "TSParameterProperty":
      return namesOf(pattern.parameter)
    default:
      return []
  }
}

/** The prose of a document: all of its text. */
export const proseOfDocument = (text: string): Prose => ({ sentences: [onOneLine(text)], names: [] })

/** The prose of a source: comments, texts in quotes, and every name that it declares, exported or not. */
export const proseOfSource = (path: string, text: string): Prose => {
  const { comments, errors, program } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const sentences = [...commentsOf(text, comments)]
  const names: Array<string> = []
  // biome-ignore lint/suspicious/noExplicitAny: functions of four types have the same two fields
  const ofFunction = ({ id, params }: any) => {
    names.push(...namesOf(id), ...params.flatMap(namesOf))
  }
  // biome-ignore lint/suspicious/noExplicitAny: declarations of several types have a name
  const ofNamed = ({ id }: any) => {
    names.push(...namesOf(id))
  }
  // biome-ignore lint/suspicious/noExplicitAny: members of several types have a key
  const ofMember = ({ key }: any) => {
    if (key.type === "Identifier" || key.type === "PrivateIdentifier") names.push(key.name)
  }
  new Visitor({
    ArrowFunctionExpression: ofFunction,
    ClassDeclaration: ofNamed,
    FunctionDeclaration: ofFunction,
    FunctionExpression: ofFunction,
    Literal: ({ value }) => {
      if (typeof value === "string") sentences.push(onOneLine(value))
    },
    MethodDefinition: ofMember,
    PropertyDefinition: ofMember,
    TemplateLiteral: ({ quasis }) => {
      sentences.push(onOneLine(quasis.map(({ value }) => value.cooked ?? "").join("…")))
    },
    TSInterfaceDeclaration: ofNamed,
    TSPropertySignature: ofMember,
    TSTypeAliasDeclaration: ofNamed,
    VariableDeclarator: ofNamed
  }).visit(program)
  return { sentences, names: [...new Set(names)] }
}

/**
 * Holds docs/words.md against the repository: each term is in use where the glossary says, and no sentence or name uses a
 * word or a phrase that it rejects. `prose.ts` says what is a sentence.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Prose, proseOfDocument, proseOfSource } from "./prose.ts"

const root = join(import.meta.dirname, "..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const words = read("docs/words.md")
const patterns = [
  "*.md",
  "docs/**/*.md",
  ".changeset/*.md",
  "{packages,apps}/*/*.md",
  "packages/*/src/**/*.md",
  "{packages,apps}/*/{src,test}/**/*.{ts,tsx}",
  "{bench,tools}/**/*.{ts,mjs}"
]
/** The glossary and its tests name what they reject; the specification is a published text; a changelog is history. */
const exempt =
  /^docs\/words\.md$|^tools\/(?:words|prose)\.test\.ts$|^packages\/conformance\/src\/specification\.ts$|CHANGELOG\.md$/
const files = globSync(patterns, { cwd: root, exclude: ["**/node_modules/**"] }).filter((path) => !exempt.test(path))
const isIn = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`)

const rowsOf = (title: string): ReadonlyArray<ReadonlyArray<string>> => {
  const section = words.split(/^## /m).find((part) => part.startsWith(title)) ?? ""
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | "))
  return rows.slice(1)
}

const terms = rowsOf("Terms").map(([term = "", , where = ""]) => [term, where] as const)
const rejected = rowsOf("Words").map(([word = ""]) => word)
const examples = rowsOf("Phrases").map(([phrase = ""]) => phrase)
/** Parts of a name that say nothing of what it names. */
const emptyParts = new Set(["Impl", "Base", "Manager", "Helper", "Helpers", "Utils", "Dto", "Entity"])
const emptyFiles = new Set(["utils", "helper", "helpers", "manager", "base", "common"])

/** The phrases that docs/words.md shows, as narrow as they must be to match no other sentence. */
const phrases: ReadonlyArray<RegExp> = [
  /(?<!\bthere )\b(?:is|are|was|were|be) no (?!(?:longer|more|less|fewer|other|\w+er)\b)\w+/gi,
  /(?<!\bthere )\b(?:is|are|was|were) none\b(?!,)/gi,
  /\bwhoever\b/gi,
  /(?:^|[.:;] )Who (?![^.]*\?)[a-z]+/g,
  /\b(?:to|by|from|for|of|with) who \w+/g,
  /\bwhat (?:comes|came)\b/gi,
  /\bas (?:it|they) (?:comes?|came)\b/gi,
  /\bof (?:its|their|his) own accord\b/gi,
  /\b(?:breaks?|broke|broken|breaking) off\b/gi,
  /\bstands? (?:in|under|beside|there)\b/gi,
  /\b(?:has|have|had) not (?:the|an?|its|any)\b/gi,
  /\bforesaw\b|\bunforeseen\b/gi,
  /\bparted by\b/gi,
  /\btells? of\b/gi,
  /\b(?:can|could|cannot|may|to) be had\b/gi,
  /\blook(?:s|ed)? whether\b/gi,
  /\bin crumbs\b/gi,
  /\bfor want of\b/gi
]

const partsOf = (name: string): ReadonlyArray<string> => name.split(/[-_]|(?<=[a-z\d])(?=[A-Z])/)
const isRejected = (name: string): boolean =>
  /^most(?![a-z])/.test(name) ||
  partsOf(name).some((part) => emptyParts.has(part) || rejected.includes(part.toLowerCase()))

const word = new RegExp(`(?<![\\w-])(?:${rejected.join("|")})s?(?![\\w-])`, "gi")

/** What a file must contain somewhere if anything in it can be rejected. */
const hints = [
  /\bmost(?:[A-Z_]|\s*[=:,)}\]?])/,
  new RegExp(`(?:${[...emptyParts].join("|")})(?![a-z])`),
  new RegExp(rejected.join("|"), "i"),
  /\bWho /,
  ...phrases.filter(({ source }) => !source.includes("Who "))
]

/**
 * The prose of a file; undefined for a source of which nothing can be rejected, whatever is a sentence in it. Few sources
 * are left to parse, which takes a hundred times as long as a look at their text.
 */
const proseOf = (path: string): Prose | undefined => {
  const text = read(path)
  if (path.endsWith(".md")) return proseOfDocument(text)
  const flat = text.replaceAll(/\s+(?:\*|\/\/)?\s*/g, " ")
  return hints.some((one) => flat.search(one) >= 0) ? proseOfSource(path, text) : undefined
}

/** Each use of a rejected word or phrase in a file, as `path: word`. */
const usesIn = (path: string): ReadonlyArray<string> => {
  const { names, sentences } = proseOf(path) ?? { names: [], sentences: [] }
  const file = path.replace(/^.*\//, "").replace(/\..*$/, "")
  return [
    ...sentences.flatMap((said) => [word, ...phrases].flatMap((one) => said.match(one) ?? [])),
    ...[file, ...names].filter(isRejected).map((name) => `the name ${name}`),
    ...(emptyFiles.has(file) ? [`the file ${file}`] : [])
  ].map((use) => `${path}: ${use}`)
}

describe("the glossary", () => {
  it("has its terms in order, each once", () => {
    const names = terms.map(([term]) => term)
    expect(names).toEqual([...new Set(names)].sort())
  })

  it.each(terms)("uses %s in %s", (term, where) => {
    const found = files.filter(isIn(where))
    expect(found).not.toEqual([])
    const asWord = new RegExp(`\\b${term.replaceAll(" ", "[\\s_-]?")}s?\\b`)
    const partsApart = (text: string) => text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()
    expect(found.some((path) => asWord.test(partsApart(`${path} ${read(path)}`)))).toBe(true)
  })
})

describe("rejected words and phrases", () => {
  it("are in no sentence and no name", () => {
    expect(files.flatMap(usesIn)).toEqual([])
  })

  it.each(examples)("include the example %s", (example) => {
    expect(phrases.some((phrase) => example.match(phrase))).toBe(true)
  })

  it.each(phrases)("have an example of %s", (phrase) => {
    expect(examples.some((example) => example.match(phrase))).toBe(true)
  })
})

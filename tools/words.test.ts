/**
 * Holds docs/words.md against the repository: each term is in use where the glossary says, and no sentence or exported
 * name outside the directories in `uncleaned` uses a word that it rejects.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** Files and directories that still use rejected words. A cleaned one leaves this list, which must become empty. */
const uncleaned: ReadonlyArray<string> = []

const root = join(import.meta.dirname, "..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const words = read("docs/words.md")
const patterns = [
  "*.md",
  "docs/**/*.md",
  ".changeset/*.md",
  "packages/*/*.md",
  "{packages,apps}/*/{src,test}/**/*.ts",
  "{bench,tools}/**/*.{ts,mjs}"
]
const files = globSync(patterns, { cwd: root }).filter(
  (path) => path !== "docs/words.md" && path !== "tools/words.test.ts"
)
const isIn = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`)

const rowsOf = (title: string): ReadonlyArray<ReadonlyArray<string>> => {
  const section = words.split(/^## /m).find((part) => part.startsWith(title)) ?? ""
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | "))
  return rows.slice(1)
}

const terms = rowsOf("Terms").map(([term = "", , where = ""]) => [term, where] as const)
const rejected = rowsOf("Words").map(([word = ""]) => word)
/** Parts of a name that say nothing of what it names. */
const emptyParts = new Set(["Impl", "Base", "Manager", "Helper", "Helpers", "Utils", "Dto", "Entity"])
const emptyFiles = new Set(["utils", "helper", "helpers", "manager", "base", "common"])

/** The comments of a source, or the whole text of a document. */
const sentencesOf = (path: string): string => {
  const text = read(path)
  if (path.endsWith(".md")) return text
  return (text.match(/(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/ .*)/g) ?? []).join("\n")
}

const exportedName = /^export (?:async )?(?:abstract )?(?:const|let|type|interface|class|function\*?) (\w+)/gm
const namesIn = (path: string): ReadonlyArray<string> => {
  const names = path.endsWith(".md") ? [] : [...read(path).matchAll(exportedName)].map(([, name = ""]) => name)
  return [path.replace(/^.*\//, "").replace(/\..*$/, ""), ...names]
}
const partsOf = (name: string): ReadonlyArray<string> => name.split(/[-_]|(?<=[a-z\d])(?=[A-Z])/)
const isRejected = (name: string): boolean =>
  emptyFiles.has(name) ||
  /^most(?![a-z])/.test(name) ||
  partsOf(name).some((part) => emptyParts.has(part) || rejected.includes(part.toLowerCase()))

const pattern = new RegExp(
  `(?<![\\w-])(?:${rejected.map((word) => word.replaceAll(" ", "\\s+(?:\\*\\s+)?")).join("|")})s?(?![\\w-])`,
  "gi"
)

/** Each use of a rejected word in a file, as `path: word`. */
const usesIn = (path: string): ReadonlyArray<string> => [
  ...(sentencesOf(path).match(pattern) ?? []).map((word) => `${path}: ${word}`),
  ...namesIn(path)
    .filter(isRejected)
    .map((name) => `${path}: the name ${name}`)
]

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

describe("rejected words", () => {
  it("are in no sentence and no exported name", () => {
    const clean = files.filter((path) => !uncleaned.some((folder) => isIn(folder)(path)))
    expect(clean.flatMap(usesIn)).toEqual([])
  })

  it.each(uncleaned)("are still in %s, which is why it is listed as uncleaned", (folder) => {
    expect(files.filter(isIn(folder)).flatMap(usesIn)).not.toEqual([])
  })
})

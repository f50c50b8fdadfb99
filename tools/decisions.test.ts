/** Holds docs/decisions against the repository: what names a record names one that exists, and the index lists each once. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")
const folder = "docs/decisions"
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const records = globSync(`${folder}/[0-9]*.md`, { cwd: root }).sort()
const numberOf = (path: string): string => path.slice(folder.length + 1).slice(0, 4)
const numbers = new Set(records.map(numberOf))
const index = read(`${folder}/README.md`)

/** Files whose text or comments may name a record. */
const files = globSync(
  [
    "*.md",
    ".changeset/*.md",
    "docs/**/*.md",
    "packages/*/*.md",
    "{packages,apps}/*/{src,test}/**/*.ts",
    "{bench,tools}/**/*.{ts,mjs}"
  ],
  { cwd: root, exclude: ["**/node_modules/**"] }
)

/** The numbers of records that a file names: `docs/decisions/0001`, `decision 0001`, `[0001](…)`. */
const namedIn = (path: string): ReadonlyArray<string> =>
  [...read(path).matchAll(/(?:decisions\/|\bdecision |\[(?=\d{4}\]\())(0\d{3})(?!\d)/g)].map(
    ([, number = ""]) => number
  )

/** The files that a document's links lead to, as paths from the root; links to records alone. */
const linkedIn = (path: string): ReadonlyArray<string> =>
  [...read(path).matchAll(/\]\(([^)#:]*0\d{3}-[^)#]*\.md)/g)].map(([, link = ""]) => join(dirname(path), link))

describe("a reference to a decision", () => {
  it("names a record that exists", () => {
    const lost = files.flatMap((path) =>
      namedIn(path).flatMap((number) => (numbers.has(number) ? [] : `${path}: ${number}`))
    )
    expect(lost).toEqual([])
  })

  it("leads to its file", () => {
    const documents = files.filter((path) => path.endsWith(".md"))
    const lost = documents.flatMap((path) =>
      linkedIn(path).flatMap((link) => (existsSync(join(root, link)) ? [] : `${path}: ${link}`))
    )
    expect(lost).toEqual([])
  })
})

describe("a record", () => {
  it("is in the index once", () => {
    const listed = [...index.matchAll(/^- \[(\d{4})\]\(\1-/gm)].map(([, number = ""]) => number).sort()
    expect(listed).toEqual(records.map(numberOf))
  })

  it.each(records)("%s begins with its number and fits a page", (path) => {
    expect(read(path)).toMatch(new RegExp(`^# ${numberOf(path)} `))
    expect(read(path).split(/\s+/).length).toBeLessThan(600)
  })

  it.each(records)("%s names files that exist", (path) => {
    const named = [...read(path).matchAll(/`((?:packages|apps|tools|docs|bench)\/[\w./-]+)`/g)].map(
      ([, file = ""]) => file
    )
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

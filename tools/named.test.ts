/**
 * Holds documents against the code: the files that they name exist, and their tables of options have every option. Sources name
 * files in a way that works in every folder.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "..")
const exclude = ["**/node_modules/**", "**/dist/**"]
const read = (path: string): string => readFileSync(join(root, path), "utf8")

it("documents name only sources that exist", () => {
  const sources = globSync(["{packages,apps}/*/{src,test}/**/*.{ts,tsx}", "{bench,tools}/**/*.ts", "*.ts"], {
    cwd: root,
    exclude
  })
  const documents = globSync(["*.md", "docs/**/*.md", "{packages,apps}/**/README.md"], { cwd: root, exclude })
  // `x` stands for an area in CONTRIBUTING.md.
  const isMeant = (name: string) => !/(?:^|\/)x(?:\.test)?\.ts$/.test(name)
  const exists = (name: string) => sources.some((source) => source === name || source.endsWith(`/${name}`))
  const namedIn = (path: string) => [...read(path).matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) => name!)
  const wrong = documents.flatMap((path) =>
    namedIn(path)
      .filter((name) => isMeant(name) && !exists(name))
      .map((name) => `${path} names ${name}`)
  )
  expect(documents.flatMap(namedIn).length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

it("no path is made of a file's address, in which a blank is %20", () => {
  const sources = globSync(["{packages,apps}/*/{src,test}/**/*.{ts,tsx}", "{bench,tools}/**/*.{ts,mjs}"], {
    cwd: root,
    exclude
  })
  expect(sources.filter((path) => /import\.meta\.url\)\.pathname/.test(read(path)))).toEqual([])
})

/** The options that an interface declares itself. */
const optionsOf = (path: string, name: string): ReadonlyArray<string> => {
  const [, body = ""] = new RegExp(`^export interface ${name}\\b.*?\\{\\n(.*?)^\\}`, "ms").exec(read(path)) ?? []
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option]) => option!)
}

it.each([
  ["packages/client/README.md", [["packages/client/src/client.ts", "Options"]]],
  ["packages/service/README.md", [["packages/service/src/embedded.ts", "EmbeddedOptions"]]],
  [
    "apps/server/README.md",
    [
      ["apps/server/src/plugin.ts", "BottegaOptions"],
      ["apps/server/src/options.ts", "AnswerOptions"]
    ]
  ]
] as const)("%s has every option in its table", (readme, interfaces) => {
  const options = interfaces.flatMap(([path, name]) => optionsOf(path, name))
  const rows = read(readme)
    .match(/^\| *`.*$/gm)!
    .map((row) => row.split("|")[1]!)
  const named = new Set(rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, option]) => option!)))
  expect(options.length).toBeGreaterThan(4)
  // The plugin has it for the server that `bottega serve` makes.
  expect(options.filter((option) => !named.has(option) && option !== "workbench")).toEqual([])
})

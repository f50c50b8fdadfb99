// Holds the check of arrows against small packages that are wrong, each in one way.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { wrongIn } from "./rooms.ts"

let root = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bottega-rooms-"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** What is wrong with a package of these files. */
const wrongWith = (files: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, "packages/one", file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return wrongIn(root)
}
const uses = (...paths: ReadonlyArray<string>): string => paths.map((path) => `import { a } from "${path}"\n`).join("")
const order = (text: string): string => `# A\n\nFrom the bottom up: \`${text}\`.\n`

test("files that import each other are found, whatever the form of the import", () => {
  const forms = [
    'import type { A } from "./b.ts"',
    'import {\n  type A,\n  b\n} from "./b.ts"',
    'export * from "./b.ts"',
    'export type { A } from "./b.ts"',
    'import "./b.ts"',
    'const b = () => import("./b.ts")',
    'type B = import("./b.ts").B'
  ]
  for (const form of forms)
    expect([form, wrongWith({ "src/a.ts": form, "src/b.ts": uses("./a.ts") })]).toEqual([
      form,
      ["packages/one/src: a.ts imports b.ts in a circle", "packages/one/src: b.ts imports a.ts in a circle"]
    ])
})

test("a circle of folders is found, though no files are in one", () => {
  const files = { "src/a/one.ts": uses("../b/one.ts"), "src/a/two.ts": "", "src/b/one.ts": "", "src/b/two.ts": "" }
  expect(wrongWith(files)).toEqual([])
  expect(wrongWith({ "src/b/two.ts": uses("../c/one.ts"), "src/c/one.ts": uses("../a/two.ts") })).toEqual([
    "packages/one/src: a/one.ts imports b/one.ts in a circle",
    "packages/one/src: b/two.ts imports c/one.ts in a circle",
    "packages/one/src: c/one.ts imports a/two.ts in a circle"
  ])
})

test("a file and the folder of its name are one room, and the folder does not import the file", () => {
  const files = { "src/a.ts": "", "src/a/one.ts": uses("../b.ts"), "src/b.ts": uses("./b/one.ts"), "src/b/one.ts": "" }
  expect(wrongWith(files)).toEqual([])
  expect(wrongWith({ "src/a/one.ts": uses("../b.ts"), "src/b.ts": "", "src/b/one.ts": uses("../a.ts") })).toEqual([
    "packages/one/src: a/one.ts imports b.ts in a circle",
    "packages/one/src: b/one.ts imports a.ts in a circle"
  ])
  expect(wrongWith({ "src/a.ts": uses("./a/one.ts"), "src/a/one.ts": uses("../a.ts"), "src/b/one.ts": "" })).toEqual([
    "packages/one/src: a.ts imports a/one.ts in a circle",
    "packages/one/src: a/one.ts imports a.ts in a circle"
  ])
})

test("tests are above the sources, and what is installed or compiled is not read", () => {
  const wrong = { "src/a.ts": uses("../test/given.ts"), "test/given.ts": "", "test/a.test.ts": uses("../src/a.ts") }
  expect(wrongWith(wrong)).toHaveLength(2)
  const made = { "dist/a.ts": uses("./b.ts"), "dist/b.ts": uses("./a.ts"), "node_modules/b/a.ts": uses("./a.ts") }
  expect(wrongWith({ "src/a.ts": "", ...made })).toEqual([])
})

test("the order in a README holds, and names everything in its folder", () => {
  const files = { "src/a.ts": "", "src/b/one.ts": uses("../a.ts"), "src/c/one.ts": uses("../b/one.ts") }
  expect(wrongWith({ ...files, "src/README.md": order("a < b < c") })).toEqual([])
  expect(wrongWith({ "src/README.md": order("a < c < b") })).toEqual([
    "packages/one/src: c/one.ts imports b/one.ts, which is not below it"
  ])
  expect(wrongWith({ "src/README.md": order("a, b < c") })).toEqual([
    "packages/one/src: b/one.ts imports a.ts, which is not below it"
  ])
  expect(wrongWith({ "src/README.md": order("a < b < d < c"), "src/e.ts": "" })).toEqual([
    "packages/one/src: d of the order in the README does not exist",
    "packages/one/src: e is not in the order of the README"
  ])
})

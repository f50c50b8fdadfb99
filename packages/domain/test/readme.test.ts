/** Runs the code of the README: the text after `//` is the value of the expression before it. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import * as root from "../src/index.ts"

const home = join(import.meta.dirname, "..")
const readme = readFileSync(join(home, "README.md"), "utf8")
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block]) => block!)

/** Turns a line with an expected value into an assertion. */
const asserted = (line: string): string => {
  const [, given, wanted] = /^(\S.*?) \/\/ (.+)$/.exec(line) ?? []
  return given === undefined ? line : `assert.deepEqual(${given}, ${wanted}, ${JSON.stringify(line)}); asserted++`
}

/** Merges the imports of all blocks, so that each name is imported once. */
const importsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = new Map<string, Set<string>>()
  for (const line of lines) {
    const [, all = "", from = ""] = /^import \{ (.*) \} from "(.*)"$/.exec(line) ?? []
    for (const name of all.split(", ")) names.set(from, (names.get(from) ?? new Set()).add(name))
  }
  return [...names].map(([from, all]) => `import { ${[...all].join(", ")} } from "${from}"`)
}

const run = (lines: ReadonlyArray<string>) => {
  const imports = lines.filter((line) => line.startsWith("import "))
  const code = lines.filter((line) => !line.startsWith("import ")).map(asserted)
  const whole = [
    'import assert from "node:assert/strict"',
    ...importsOf(imports),
    "let asserted = 0",
    ...code,
    "console.log(asserted)"
  ]
  return spawnSync(process.execPath, ["--input-type=module-typescript", "-e", whole.join("\n")], {
    cwd: home,
    encoding: "utf8"
  })
}

it("does what the README says", () => {
  const { stderr, stdout } = run(blocks.join("\n").split("\n"))
  expect(stderr).toBe("")
  expect(Number(stdout)).toBe(blocks.join("").match(/^\S.*? \/\/ .+$/gm)!.length)
  expect(Number(stdout)).toBeGreaterThan(20)
}, 60_000)

it("fails if a value in the README is wrong", () => {
  const wrong = blocks.join("\n").replace('// "give"', '// "take"')
  expect(run(wrong.split("\n")).stderr).toContain('stockEffectOf(1, 7, false) // \\"take\\"'.replaceAll("\\", ""))
}, 60_000)

it("shows everything that the entry point exports, and nothing else", () => {
  const shown = new Set(blocks.join("\n").match(/\w+/g))
  const named = [...readme.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
  expect(Object.keys(root).filter((name) => !shown.has(name) && !named.includes(name))).toEqual([])
})

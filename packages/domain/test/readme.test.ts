/** Runs the code of the README: the text after `//` is the value of the expression before it. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { blocksOf, programOf } from "../../../tools/projects/readme.ts"
import * as root from "../src/index.ts"

const home = join(import.meta.dirname, "..")
const readme = readFileSync(join(home, "README.md"), "utf8")
const blocks = blocksOf(readme, "ts")

const run = (code: ReadonlyArray<string>) =>
  spawnSync(process.execPath, ["--input-type=module-typescript", "-e", programOf(code)], {
    cwd: home,
    encoding: "utf8"
  })

it("does what the README says", () => {
  const { stderr, stdout } = run(blocks)
  expect(stderr).toBe("")
  const values = blocks.join("").match(/^\S.*? \/\/ .+$/gm)!
  expect(stdout).toBe(`${values.length} values\n`)
  expect(values.length).toBeGreaterThan(20)
})

it("fails if a value in the README is wrong", () => {
  const wrong = blocks.join("\n").replace('// "give"', '// "take"')
  expect(run([wrong]).stderr).toContain('stockEffectOf(1, 7, false) // \\"take\\"'.replaceAll("\\", ""))
})

it("shows everything that the entry point exports, and nothing else", () => {
  const shown = new Set(blocks.join("\n").match(/\w+/g))
  const named = [...readme.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
  expect(Object.keys(root).filter((name) => !shown.has(name) && !named.includes(name))).toEqual([])
})

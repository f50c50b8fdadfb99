/** What the command says on other versions of Node, which a program that runs before it imitates. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { session } from "./shell.ts"

const { apart, end, folder } = session()
afterAll(end)

const before = (program: string) => {
  const file = join(folder, "before.cjs")
  writeFileSync(file, program)
  return { env: { NODE_OPTIONS: `--require ${file}` } }
}

const versionIs = (node: string) =>
  before(
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: ${JSON.stringify(node)} } })`
  )

it.each(["20.20.2", "22.18.0", "23.11.1"])("refuses Node %s in one sentence", async (node) => {
  const { code, err, out } = await apart(["--version"], versionIs(node))
  expect([code, out]).toEqual([2, ""])
  expect(err).toBe(`bottega needs Node 22.19 or newer, but not 23; this is Node ${node}.\n`)
})

it.each(["22.19.0", "24.0.0", "26.0.0"])("runs on Node %s", async (node) => {
  const { code, err } = await apart(["--version"], versionIs(node))
  expect([code, err]).toEqual([0, ""])
})

it("says nothing of the warning with which Node 22 imports its SQLite, and shows other warnings", async () => {
  const program = `
const own = process.getBuiltinModule
process.getBuiltinModule = (name) => {
  if (name === "node:sqlite") process.emitWarning("a module that is imported: " + name)
  return own(name)
}
process.nextTick(() => process.emitWarning("another"))`
  const { err } = await apart(["--version"], before(program))
  expect(err).toContain("another")
  expect(err).not.toContain("imported")
})

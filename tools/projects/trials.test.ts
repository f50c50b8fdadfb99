/** The trials in projects fail for a command that loads too much, and for a wrong README. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { commandTrials, serve } from "./command.ts"
import { inCatalog, install, runNode } from "./npm.ts"
import { programOf } from "./readme.ts"
import { runTrials } from "./trials.ts"

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "bottega-trials-")))
  vi.spyOn(console, "log").mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

/** What the trial about help finds in a command with this code. */
const helpOf = async (code: string, chunk = "") => {
  const dist = "node_modules/@bottega/cli/dist"
  write(`${dist}/bottega.mjs`, code)
  write(`${dist}/chunk.mjs`, chunk)
  const name = "shows its help without reading a file of another package"
  return runTrials("it", { [name]: commandTrials(folder)[name]! })
}

it("accepts help from files of the package alone", async () => {
  expect(await helpOf('import "./chunk.mjs"; console.log("Commands:")')).toEqual([])
})

it("names help that needs a dependency", async () => {
  write("node_modules/other/index.mjs", "")
  const [failure] = await helpOf('import "other/index.mjs"; console.log("Commands:")')
  expect(failure).toMatch(/--help loads files of other packages: .*other.index.mjs/)
})

it("names help that loads the server", async () => {
  const [failure] = await helpOf('import "./chunk.mjs"; console.log("Commands:")', "// node_modules/fastify/index.js")
  expect(failure).toMatch(/--help loads the server: .*chunk.mjs/)
})

it("reports why a server did not start", async () => {
  write("node_modules/@bottega/cli/dist/bottega.mjs", 'console.error("no room"); process.exitCode = 1')
  await expect(serve(folder, [])).rejects.toThrow("bottega serve did not start (1):\nno room")
})

it("names a value of a README that is wrong, and counts those that are right", async () => {
  write("right.ts", programOf(["const a = 1 + 1", "a // 2"]))
  write("wrong.ts", programOf(["const a = 1 + 1", "a // 3"]))
  expect(await runNode(folder, ["right.ts"])).toBe("1 values\n")
  await expect(runNode(folder, ["wrong.ts"])).rejects.toThrow("a // 3")
})

it("imports once what several blocks import, and declares the given names", () => {
  const blocks = ['import { a, b } from "x"\na(b)\n', 'import d from "y"\nimport { b, c } from "x"\nb(c, d, e)\n']
  const program = programOf(blocks, "const e = 1")
  expect(program.match(/^import .*$/gm)!.slice(1)).toEqual(['import d from "y"', 'import { a, b, c } from "x"'])
  expect(program.indexOf("const e = 1")).toBeLessThan(program.indexOf("a(b)"))
})

it("reports what npm says of a package that it cannot install", async () => {
  await expect(install(join(folder, "project"), [join(folder, "gone.tgz")])).rejects.toThrow(
    /npm install[\s\S]*gone\.tgz/
  )
})

it("takes versions from the catalog, and names a package that is not in it", () => {
  expect(inCatalog("fastify")).toMatch(/^fastify@\^\d/)
  expect(() => inCatalog("left-pad")).toThrow("has no left-pad")
})

/** `npm run area`: two areas in a copy of the repository, one as it is written, and one completed as CONTRIBUTING says. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { writeArea } from "./area.ts"
import { thrifty } from "./checks.ts"

const root = join(import.meta.dirname, "..")
const copy = mkdtempSync(join(tmpdir(), "bottega-area-"))
const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8")

/** The blocks of CONTRIBUTING that begin with their path. */
const shown = [...contributing.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = "", text = ""]) => ({
  path,
  text
}))

const run = (...args: ReadonlyArray<string>) => {
  const env = { ...process.env, BOTTEGA_AREAS: "notes,drafts", NO_COLOR: "1" }
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: "utf8" })
  return { status, text: stdout + stderr }
}
const installed = (program: string) => join(root, "node_modules", program)

let printed: ReadonlyArray<string>

beforeAll(() => {
  const linked = ["node_modules", "apps", "dist"]
  for (const name of linked) symlinkSync(join(root, name), join(copy, name))
  for (const name of [
    "package.json",
    "packages",
    "tools",
    "tsconfig.base.json",
    "tsconfig.json",
    "vitest.config.ts",
    ".changeset"
  ])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => basename(path) !== "dist"
    })
  printed = ["notes", "drafts"].map((name) => writeArea(copy, [name]).text)
  for (const { path, text } of shown) writeFileSync(join(copy, path), text)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe("a new area", () => {
  it("is written as CONTRIBUTING prints it", () => {
    expect(contributing).toContain(printed[0])
    expect(shown.map(({ path }) => path)).toEqual([
      "packages/service/src/areas/notes.ts",
      "packages/conformance/src/areas/notes.ts"
    ])
  })

  it("compiles", () => {
    const registries = [
      ...["packages/{service,conformance}/src/areas.ts", "packages/service/test/bounds/largest.ts"],
      // What they import needs the ambient declarations.
      "packages/*/src/**/*.d.ts"
    ]
    writeFileSync(join(copy, "tsconfig.area.json"), JSON.stringify({ extends: "./tsconfig.json", include: registries }))
    const flags = ["--noEmit", ...thrifty, "-p", "tsconfig.area.json"]
    expect(run(installed("typescript/bin/tsc"), ...flags)).toEqual({ status: 0, text: "" })
  })

  it("fails where something is to be written, and passes once it is", () => {
    const suites = ["run", "packages/conformance/test/conformance.test.ts", "-t", "http, memory"]
    const { status, text } = run(installed("vitest/vitest.mjs"), ...suites)
    expect(status).toBe(1)
    expect(text).toContain("The suite of drafts is to be written.")
    expect(text).toMatch(/Tests +1 failed \| 1 passed/)
  })

  it("is refused where there is one, and without a name", () => {
    expect(writeArea(copy, ["brands"])).toEqual({ ok: false, text: "There is an area brands already." })
    for (const args of [[], ["Notes"], ["notes-of-mine"], ["notes", "a note"]])
      expect(writeArea(copy, args).ok).toBe(false)
  })
})

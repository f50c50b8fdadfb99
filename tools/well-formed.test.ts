/** Errors in a tarball are found before anybody installs it. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { entry, packageOf } from "./test-package.ts"
import { wrongIn } from "./well-formed.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-well-formed-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifest = { license: "MIT", description: "A package", engines: { node: ">=22.19" } }
const files = { LICENSE: "MIT", "README.md": "# A package\n\n[Effect](https://effect.website)\n" }

/** The findings in a package that is well formed but for these. */
const findings = async (name: string, more: object, others: Readonly<Record<string, string>> = {}) =>
  (await wrongIn(packageOf(folder, name, { ...manifest, ...more }, { ...files, ...others }))).map((sentence) =>
    sentence.replace(`${name}.tgz: `, "")
  )

it("accepts a package that can be read, used and passed on alone", async () => {
  expect(await findings("good", {})).toEqual([])
})

it("names a version that was never released", async () => {
  expect(await findings("unreleased", { version: "0.0.0" })).toEqual([
    expect.stringContaining("its version is not a release")
  ])
})

it("names a missing licence, README and field", async () => {
  expect(await findings("bare", { description: "" }, { LICENSE: "", "README.md": "" })).toEqual([
    "its manifest lacks a license, a description or engines.node.",
    "it has no LICENSE.",
    "it has no README.md."
  ])
})

it("names a link that leads out of the package", async () => {
  expect(await findings("linked", {}, { "README.md": "[all](../../README.md)" })).toEqual([
    "its README links to ../../README.md, which it does not contain."
  ])
})

it.each(["workspace:^", "catalog:"])("names a dependency on %s", async (range) => {
  expect(await findings(`on-${range.slice(0, 4)}`, { dependencies: { effect: range } })).toEqual([
    `it depends on ${range}, which only the workspace knows.`
  ])
})

it("names an entry point without a file, and types that do not resolve", async () => {
  const lost = await findings("lost", { exports: { ".": entry, "./lost": "./dist/lost.js" } })
  expect(lost).toContainEqual(expect.stringContaining("dist/lost.js"))
  const broken = await findings("broken", {}, { "dist/index.d.ts": "export * from './gone.js'\n" })
  expect(broken).toContainEqual(expect.stringMatching(/are the types wrong: .*InternalResolutionError/))
})

/** A consumer of packed packages finds what the workspace hides. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { consume } from "./consumer.ts"
import { entry, packageOf } from "./test-package.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-packed-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packed = (name: string, manifest: object, files: Readonly<Record<string, string>>) =>
  packageOf(folder, name, manifest, files)

const prints = (text: string) => ({ "dist/main.js": `console.log("${text}")\n` })
const imports = (name: string) => ({
  "dist/index.js": `import "${name}"\nexport const a = 1\n`,
  "dist/index.d.ts": `export * from "${name}"\n`
})

const inner = { "dist/inner/a.js": "export const b = 1\n", "dist/inner/a.d.ts": "export declare const b: number\n" }

let failures: ReadonlyArray<string>
const about = (name: string) =>
  failures.filter((failure) => failure.includes(`${name} `) || failure.includes(`${name}/`))

beforeAll(() => {
  failures = consume([
    packed("@test/good", { dependencies: { "@test/plain": "^1.2.3", effect: "^4.0.0" } }, imports("effect/Option")),
    packed("@test/plain", { bin: { plain: "./dist/main.js" } }, prints("plain 1.2.3")),
    packed("@test/undeclared", {}, imports("effect")),
    packed(
      "@test/untyped",
      { exports: { ".": "./dist/index.js" } },
      { "dist/index.d.ts": "export * from './gone.js'\n" }
    ),
    packed("@test/open", { exports: { "./*": { types: "./dist/*.d.ts", default: "./dist/*.js" } } }, inner),
    packed("@test/closed", { exports: { ".": entry, "./inner/*": null } }, inner),
    packed("@test/private", { dependencies: { effect: "workspace:^" } }, {}),
    packed("@test/broken", { bin: { broken: "./dist/main.js" } }, prints("broken 0.0.0"))
  ])
})

it("accepts packages that declare what they use", () => {
  expect([...about("@test/good"), ...about("plain")]).toEqual([])
})

it("names an import of an undeclared dependency", () => {
  expect(about("@test/undeclared")).toContainEqual(
    expect.stringContaining("@test/undeclared cannot be imported: Cannot find package 'effect'")
  )
})

it("names a dependency that no registry has", () => {
  expect(about("@test/private")).toEqual(["@test/private depends on effect workspace:^, which is not published."])
})

it("names types that do not resolve", () => {
  expect(failures).toContainEqual(expect.stringMatching(/type errors:[\s\S]*gone\.js/))
})

it("names a file that can be imported but is not an entry point", () => {
  expect(about("@test/open")).toEqual(["@test/open/inner/a can be imported, but is not an entry point."])
  expect(about("@test/closed")).toEqual([])
})

it("names a binary that does not print its package's version", () => {
  expect(about("broken")).toContainEqual(expect.stringContaining("broken --version failed:\nbroken 0.0.0"))
})

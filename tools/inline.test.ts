/** A package that is made self-contained contains exactly what it imports of the other package. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { inline } from "./inline.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-inline-"))
  for (const [file, text] of Object.entries(files)) write(file, text)
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
const read = (file: string) => readFileSync(join(folder, file), "utf8")

const at = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
const exports = { ".": at("index"), "./form": at("parts/form"), "./hidden": null }
const files = {
  "facts/package.json": JSON.stringify({ name: "@test/facts", publishConfig: { exports } }),
  "facts/dist/index.js": "export const facts = 1\n",
  "facts/dist/index.d.ts": 'export * from "./parts/form.ts"\nexport declare const facts: import("./lazy.ts").Lazy\n',
  "facts/dist/lazy.d.ts": "export type Lazy = number\n",
  "facts/dist/lazy.js": "export {}\n",
  "facts/dist/parts/form.js": 'import { b } from "../b.js"\nimport { c } from "outside"\nexport const form = b + c\n',
  "facts/dist/parts/form.d.ts": "export declare const form: number\n",
  "facts/dist/b.js": "export const b = 1\n",
  "facts/dist/unused.js": "export {}\n",
  "user/dist/deep/a.js": 'import { form } from "@test/facts/form"\nimport { d } from "@test/facts-of-others"\n',
  "user/dist/deep/a.d.ts":
    'import type { facts } from "@test/facts"\nexport type A = typeof import("@test/facts/form")\n'
}

it("imports by relative paths, in code and in declarations", () => {
  inline(join(folder, "user"), join(folder, "facts"))
  expect(read("user/dist/deep/a.js")).toBe(
    'import { form } from "./../facts/parts/form.js"\nimport { d } from "@test/facts-of-others"\n'
  )
  expect(read("user/dist/deep/a.d.ts")).toBe(
    'import type { facts } from "./../facts/index.js"\nexport type A = typeof import("./../facts/parts/form.js")\n'
  )
})

it("copies what is imported in turn, and nothing else", () => {
  inline(join(folder, "user"), join(folder, "facts"))
  const copied = Object.keys(files).flatMap((file) => {
    const name = file.replace("facts/dist/", "")
    return file.startsWith("facts/dist/") && existsSync(join(folder, "user/dist/facts", name)) ? [name] : []
  })
  expect(copied.sort()).toEqual(["b.js", "index.d.ts", "lazy.d.ts", "parts/form.d.ts", "parts/form.js"])
})

it.each(["hidden", "none"])("refuses the import of %s, which is not an entry point", (name) => {
  write("user/dist/deep/a.js", `import "@test/facts/${name}"\n`)
  expect(() => inline(join(folder, "user"), join(folder, "facts"))).toThrow(
    `./${name} is not an entry point with types.`
  )
})

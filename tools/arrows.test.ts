// The arrows between packages, and no clock or chance where a test could not set it: proves that the lint rules refuse
// what they are there to refuse, and nothing else.
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "bottega-arrows-"))
const names = ["domain", "storage", "service", "client", "conformance", "server", "cli", "bench"]

/** What each package may use of Bottega. */
const arrows: Record<string, Array<string>> = {
  "packages/domain": [],
  "packages/storage": ["domain"],
  "packages/service": ["domain", "storage"],
  "packages/client": ["domain"],
  "packages/conformance": names,
  "apps/server": ["domain", "storage", "service"],
  "apps/cli": ["domain", "storage", "service", "client", "server"],
  bench: names
}
const importing = (name: string) => `import { a } from "${name}"\n\nexport const b = a\n`
const calling = (expression: string) => `export const b = () => ${expression}\n`

/** file, code, whether it is refused */
const cases: Array<[string, string, boolean]> = []
for (const [from, uses] of Object.entries(arrows)) {
  for (const name of names.filter((other) => !from.endsWith(other))) {
    cases.push([`${from}/src/uses-${name}.ts`, importing(`@bottega/${name}/file`), !uses.includes(name)])
  }
}
for (const name of ["effect", "effect/Schema", "./own.ts", "../own.ts"]) {
  cases.push([`packages/domain/src/area/${name.replaceAll("/", "-")}.ts`, importing(name), false])
}
for (const name of ["node:fs", "fs", "fastify", "../../../storage/src/memory.ts"]) {
  cases.push([`packages/domain/src/area/${name.replaceAll("/", "-")}.ts`, importing(name), true])
}
cases.push(["packages/domain/test/a.test.ts", importing("vitest"), false])
cases.push(["packages/storage/src/relative.ts", importing("../../service/src/service.ts"), true])
cases.push(["packages/storage/src/dynamic.ts", calling('import("@bottega/service/service")'), true])
for (const expression of ["Date.now()", "new Date()", "Math.random()", "crypto.randomUUID()", "randomUUID()"]) {
  const file = `${expression.replaceAll(/\W/g, "")}.ts`
  cases.push([`packages/domain/src/${file}`, calling(expression), true])
  cases.push([`packages/service/src/${file}`, calling(expression), true])
  cases.push([`packages/storage/src/${file}`, calling(expression), false])
}
cases.push(["packages/service/src/engine/ids.ts", calling("[Date.now(), Math.random()]"), false])
cases.push(["packages/domain/src/given.ts", calling("new Date(0)"), false])

let refused = new Set<string>()

beforeAll(() => {
  for (const file of ["biome.json", ".gitignore", "tools/lint"]) {
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  for (const [file, code] of cases) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome")
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", "--diagnostic-level=error"]
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Array<{ location: { path: string } }> }
  refused = new Set(diagnostics.map(({ location }) => location.path))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(cases)("%s", (file, _code, expected) => {
  expect(refused.has(file)).toBe(expected)
})

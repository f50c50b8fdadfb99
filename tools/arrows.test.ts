// The arrows between packages, and what may not be used inside them. pnpm links a package to its declared dependencies only, so
// the manifests decide which package can import which: proves that they declare the arrows, and that an undeclared import fails
// at run time and in the type check. The lint rules refuse what pnpm cannot: a relative path into another package, a
// platform in domain, a clock or random numbers where a test could not set them. Proves that they refuse these and nothing else.
import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { findPackageJSON } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "bottega-arrows-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * The packages of Bottega that each package uses in its code, and those that its tests use besides. What is made part of a
 * package when it is packed is a development dependency: its users install nothing of it.
 */
const arrows: Record<
  string,
  { readonly code: Array<string>; readonly packed?: Array<string>; readonly tests: Array<string> }
> = {
  "packages/domain": { code: [], tests: [] },
  "packages/storage": { code: ["domain"], tests: ["mongo-stand-in"] },
  "packages/service": { code: ["domain", "storage"], tests: ["mongo-stand-in"] },
  "packages/client": { code: [], packed: ["domain"], tests: [] },
  "packages/mongo-stand-in": { code: [], tests: [] },
  "packages/conformance": { code: ["client", "domain", "mongo-stand-in", "server", "service", "storage"], tests: [] },
  "apps/server": { code: ["domain", "service", "storage"], packed: ["console"], tests: ["mongo-stand-in"] },
  "apps/console": { code: [], packed: ["client", "domain"], tests: [] },
  "apps/cli": { code: [], packed: ["client", "domain", "server", "service", "storage"], tests: ["mongo-stand-in"] },
  bench: { code: ["domain", "mongo-stand-in", "storage"], tests: [] }
}
const nameOf = (place: string) => place.replace(/.*\//, "")
const names = Object.keys(arrows).map(nameOf)

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

test("only one file walks the AST of schemas for their fields", () => {
  const places = Object.keys(arrows).filter((place) => existsSync(join(root, place, "src")))
  const files = places.flatMap((place) =>
    readdirSync(join(root, place, "src"), { recursive: true, encoding: "utf8" }).map((file) => join(place, "src", file))
  )
  const walking = files.filter(
    (file) => file.endsWith(".ts") && /\b(property|index)Signatures\b/.test(readFileSync(join(root, file), "utf8"))
  )
  expect(walking).toEqual(["packages/domain/src/contract/fields.ts"])
})

describe("the manifest of", () => {
  const ours = (dependencies: Readonly<Record<string, string>> = {}) =>
    Object.keys(dependencies)
      .filter((name) => name.startsWith("@bottega/"))
      .map((name) => name.slice("@bottega/".length))
      .sort()

  test.each(Object.keys(arrows))("%s declares its arrows", (place) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, place, "package.json"), "utf8"))
    const { code, packed = [], tests } = arrows[place]!
    expect([ours(dependencies), ours(devDependencies)]).toEqual([code, [...packed, ...tests].sort()])
  })

  test("the workspace declares none, because every package can import what the root can", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    expect([...ours(dependencies), ...ours(devDependencies)]).toEqual([])
  })
})

describe("an undeclared import", () => {
  const pairs = Object.entries(arrows).flatMap(([place, { code, packed = [], tests }]) =>
    names
      .filter((name) => name !== nameOf(place))
      .map((name) => ({ place, name, declared: [...code, ...packed, ...tests].includes(name) }))
  )

  const isFound = (name: string, from: string): boolean => {
    try {
      return findPackageJSON(`@bottega/${name}`, pathToFileURL(join(root, from, "package.json"))) !== undefined
    } catch {
      return false
    }
  }

  test("fails at run time, and a declared one does not", () => {
    for (const { place, name, declared } of pairs)
      expect([place, name, isFound(name, place)]).toEqual([place, name, declared])
  })

  test("fails in the type check", () => {
    const undeclared = pairs.filter(({ declared }) => !declared)
    for (const { place, name } of undeclared) {
      write(`${place}/src/uses-${name}.ts`, `export * from "@bottega/${name}"\n`)
      const modules = join(folder, place, "node_modules")
      if (!existsSync(modules)) symlinkSync(join(root, place, "node_modules"), modules, "junction")
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction")
    write("tsconfig.json", JSON.stringify({ extends: join(root, "tsconfig.json"), include: ["**/src/uses-*.ts"] }))
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
      encoding: "utf8",
      cwd: folder
    })
    const refused = new Set([...stdout.matchAll(/^(.*?)\(.*TS2307/gm)].map(([, file]) => file))
    expect(refused).toEqual(new Set(undeclared.map(({ place, name }) => `${place}/src/uses-${name}.ts`)))
  })
})

describe("lint", () => {
  const importing = (name: string) => `import { a } from "${name}"\n\nexport const b = a\n`
  const calling = (expression: string) => `export const b = () => ${expression}\n`

  /** file, code, whether it is refused */
  const cases: Array<[string, string, boolean]> = []
  for (const name of ["effect", "effect/Schema", "./own.ts", "../own.ts"]) {
    cases.push([`packages/domain/src/area/${name.replaceAll("/", "-")}.ts`, importing(name), false])
  }
  for (const name of ["node:fs", "fs", "fastify", "../../../storage/src/memory.ts"]) {
    cases.push([`packages/domain/src/area/${name.replaceAll("/", "-")}.ts`, importing(name), true])
  }
  cases.push(["packages/domain/test/a.test.ts", importing("vitest"), false])
  for (const place of Object.keys(arrows)) {
    const other = place === "packages/service" ? "storage" : "service"
    const [up, ups] = place === "bench" ? ["..", "../.."] : ["../..", "../../.."]
    const packages = place.startsWith("packages") ? "" : place === "bench" ? "packages/" : "../packages/"
    cases.push([`${place}/src/relative.ts`, importing(`${up}/${packages}${other}/src/a.ts`), true])
    cases.push([`${place}/src/deep/relative.ts`, importing(`${ups}/${packages}${other}/src/deep/a.ts`), true])
    cases.push([`${place}/src/dynamic.ts`, calling(`import("${up}/${packages}${other}/src/a.ts")`), true])
    cases.push([`${place}/test/helper.test.ts`, importing(`${up}/${packages}${other}/test/a.ts`), true])
    cases.push([`${place}/test/own.test.ts`, importing("../src/own.ts"), false])
    cases.push([`${place}/test/deep/er/own.test.ts`, importing("../../../src/own.ts"), false])
  }
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
    for (const [file, code] of cases) write(file, code)
    const biome = join(root, "node_modules/@biomejs/biome/bin/biome")
    const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", "--diagnostic-level=error"]
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Array<{ location: { path: string } }> }
    refused = new Set(diagnostics.map(({ location }) => location.path))
  })

  test.each(cases)("%s", (file, _code, expected) => {
    expect(refused.has(file)).toBe(expected)
  })
})

// What a browser loads of the console: how much, and nothing that belongs elsewhere.
import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { beforeAll, expect, it } from "vitest"
import { type Built, build } from "../apps/console/src/build/files.ts"

let built: Built
beforeAll(async () => {
  built = await build()
})

const bytesOf = (names: ReadonlyArray<string>) =>
  built.files
    .filter(({ name }) => names.includes(name))
    .reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0)
const kilobyte = 1024

it("loads at most 90 KB for its first page, and 20 KB for any page after it", () => {
  const first = bytesOf(built.first)
  const later = built.files.map(({ name }) => name).filter((name) => !built.first.includes(name))
  console.log(
    `the console: ${(first / kilobyte).toFixed(1)} KB gzipped, then ${later.map((name) => `${name} ${bytesOf([name])}`).join(", ")}`
  )
  expect(first).toBeLessThanOrEqual(90 * kilobyte)
  expect(later.length).toBeGreaterThan(0)
  for (const name of later) expect([name, bytesOf([name]) <= 20 * kilobyte]).toEqual([name, true])
})

it("has no schema, and names no other server", () => {
  expect(built.modules.filter((name) => name.includes("node_modules/effect"))).toEqual([])
  for (const { body } of built.files) {
    const addresses = String(body).match(/https?:\/\/[\w.-]+\.\w+/g) ?? []
    // Namespaces of the platform, and the examples in descriptions; nothing is asked for there.
    expect(addresses.filter((one) => !/example|www\.w3\.org/.test(one))).toEqual([])
  }
})

it("has names that tell one build from another", () => {
  expect(built.files.map(({ name }) => name).filter((name) => !/^[\w-]+-[\w-]{8}\.(?:js|css)$/.test(name))).toEqual([])
})

it("has no class that the style sheets of two pages define, because all of them are one sheet in the end", () => {
  const folder = new URL("../apps/console/src/style/", import.meta.url)
  const definers = new Map<string, Set<string>>()
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), "utf8")
    // A rule that begins with a class defines it; one that has it within another rule's place only adapts it there.
    for (const [, one] of text.matchAll(/^ *\.([\w-]+)(?: \{|,$)/gm))
      definers.set(one!, (definers.get(one!) ?? new Set()).add(name.startsWith("h-") ? name : "the shell"))
  }
  expect([...definers].filter(([, names]) => names.size > 1).map(([one, names]) => [one, [...names]])).toEqual([])
})

/** What is made again only when its sources change has all of them in its fingerprint. */
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { packedSources, publishedSources } from "./fingerprint.ts"

const root = join(import.meta.dirname, "..")
const matching = (patterns: ReadonlyArray<string>) => new Set(globSync(patterns, { cwd: root }))

it("the packages are made again when a file beside their sources changes that is packed or copied", () => {
  const packages = globSync("{packages,apps}/*/package.json", { cwd: root }).filter(
    (file) => !JSON.parse(readFileSync(join(root, file), "utf8")).private
  )
  const beside = packages.flatMap((file) => globSync(`${dirname(file)}/*.{md,txt}`, { cwd: root }))
  const packed = matching(packedSources)
  expect(beside).toEqual(expect.arrayContaining(["apps/cli/CHANGELOG.md", "apps/server/scalar-licence.txt"]))
  expect(beside.filter((file) => !packed.has(file))).toEqual([])
})

it("the command is made again when a licence that it contains changes", () => {
  expect(matching(publishedSources)).toContain("apps/server/scalar-licence.txt")
})

/** Checks that the texts of SQL statements can be run by every Node that the package's `engines` admit. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"

const sources = join(import.meta.dirname, "../src")

it("no parameter is numbered, because Node 22.19 takes ?1 for a name and gives it no value", () => {
  const files = globSync("sqlite{.ts,/**/*.ts}", { cwd: sources })
  assert.isAbove(files.length, 20)
  const numbered = files.filter((file) => /[\s(]\?\d/.test(readFileSync(join(sources, file), "utf8")))
  assert.deepStrictEqual(numbered, [])
})

/** The guide to testing: its tests run with node:test, and pass. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const guide = readFileSync(join(import.meta.dirname, "../../../docs/guides/testing.md"), "utf8")

it("has the hooks for vitest that our own tests run with", () => {
  const [, code = ""] = /## vitest and jest[\s\S]*?```js\n([\s\S]*?)```/.exec(guide) ?? []
  const own = readFileSync(join(import.meta.dirname, "testing.test.ts"), "utf8")
  const lines = code.trim().split("\n").slice(1)
  expect(lines).toHaveLength(5)
  for (const line of lines) expect(own.split("\n")).toContain(line)
  console.log("not run: the hooks for jest, because jest is not a dependency of this repository")
})

it("has tests that run with node:test", async () => {
  const [, code = ""] = /## node:test\n\n```js\n([\s\S]*?)```/.exec(guide) ?? []
  const cwd = join(import.meta.dirname, "..")
  const args = ["--input-type=module", "--test-reporter=tap", "-e", code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  expect(stdout).toContain("# pass 3")
  expect(stdout).toContain("# fail 0")
})

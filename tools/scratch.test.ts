/** The folder of a run's temporary files. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { scratch } from "./scratch.ts"

const place = mkdtempSync(join(tmpdir(), "bottega-place-"))
afterAll(() => rmSync(place, { recursive: true, force: true }))

it("is elsewhere if there is no such file system", () => {
  const folder = scratch(join(place, "missing"), 0)
  expect(dirname(folder)).toBe(tmpdir())
  rmSync(folder, { recursive: true })
})

it("is empty, and removed by the next run if its own was killed", () => {
  const ended = spawnSync(process.execPath, ["--version"]).pid
  const [left, other] = [join(place, `bottega-test-${ended}-abc`), join(place, "bottega-test-abc")]
  for (const folder of [left, other]) mkdirSync(folder)
  writeFileSync(join(left, "store.db"), "a")
  const first = scratch(place, 0)
  const second = scratch(place, 0)
  expect([left, other, first, second].map((folder) => existsSync(folder))).toEqual([false, true, true, true])
})

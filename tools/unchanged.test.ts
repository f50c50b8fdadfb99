/** A check is skipped only on the state that it passed on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { stateOf, unlessUnchanged } from "./unchanged.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-unchanged-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (path: string, text: string) => {
  mkdirSync(join(folder, path, ".."), { recursive: true })
  writeFileSync(join(folder, path), text)
}

describe("the state of a checkout", () => {
  const changes = (path: string, text: string) => {
    const before = stateOf(folder)
    write(path, text)
    return stateOf(folder) !== before
  }

  it.each(["src/a.ts", ".hidden/a.json", "node_modules/.pnpm/lock.yaml", "a.db"])("changes with %s", (path) => {
    expect(changes(path, "one")).toBe(true)
    expect(changes(path, "two")).toBe(true)
    expect(changes(path, "two")).toBe(false)
  })

  it("changes with the name of a file, and where one ends", () => {
    write("src/one.ts", "ab")
    write("src/two.ts", "c")
    const before = stateOf(folder)
    write("src/one.ts", "a")
    write("src/two.ts", "bc")
    expect(stateOf(folder)).not.toBe(before)
    rmSync(join(folder, "src/two.ts"))
    write("src/three.ts", "bc")
    expect(stateOf(folder)).not.toBe(before)
  })

  it("is never the same where a file cannot be read", () => {
    const gone = join(folder, "gone")
    expect(stateOf(gone)).not.toBe(stateOf(gone))
  })

  it.each(["README.md", "packages/a/dist/a.js", "node_modules/a/a.js", ".lock-pack/pid"])(
    "does not change with %s",
    (path) => {
      expect(changes(path, "one")).toBe(false)
    }
  )
})

describe("a check", () => {
  let stamps = 0
  const checked = () => {
    const stamp = join(folder, `stamps/${++stamps}`)
    let runs = 0
    const run = (state: () => string, ok = true) =>
      unlessUnchanged(stamp, state, async () => {
        runs++
        return { ok }
      })
    return { run, runs: () => runs }
  }

  it("that passed is not run again before something changes", async () => {
    const { run, runs } = checked()
    expect(await run(() => "a")).toEqual({ ok: true })
    expect(await run(() => "a")).toBe("unchanged")
    expect(await run(() => "b")).toEqual({ ok: true })
    expect(await run(() => "a")).toEqual({ ok: true })
    expect(runs()).toBe(3)
  })

  it("that failed is run again", async () => {
    const { run } = checked()
    expect(await run(() => "a", false)).toEqual({ ok: false })
    expect(await run(() => "a")).toEqual({ ok: true })
    expect(await run(() => "b", false)).toEqual({ ok: false })
    expect(await run(() => "a")).toEqual({ ok: true })
  })

  it("during which something changed is run again", async () => {
    const { run } = checked()
    const states = ["a", "b"]
    expect(await run(() => states.shift()!)).toEqual({ ok: true })
    expect(await run(() => "a")).toEqual({ ok: true })
  })
})

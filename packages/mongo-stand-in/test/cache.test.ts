import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { alone, cached, cacheFolder, type Recipe } from "../src/cache.ts"

let folder: string
let made: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-cache-"))
  process.env["XDG_CACHE_HOME"] = folder
  made = 0
})

afterEach(() => {
  delete process.env["XDG_CACHE_HOME"]
  rmSync(folder, { recursive: true, force: true })
})

const recipe: Recipe<number> = {
  name: "thing",
  changing: ["inside/runs"],
  make: async (part) => {
    mkdirSync(join(part, "inside/runs"), { recursive: true })
    writeFileSync(join(part, "inside/file"), "whole")
    return ++made
  },
  inUse: () => false
}

describe("a cached folder", () => {
  it("is made once when several ask", async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => cached(recipe)))
    assert.deepStrictEqual(new Set(all.map(({ facts }) => facts)), new Set([1]))
    assert.strictEqual((await cached(recipe)).folder, join(cacheFolder(), "thing"))
  })

  it("is made again if a file is missing or truncated, not after use", async () => {
    const inside = join((await cached(recipe)).folder, "inside")
    writeFileSync(join(inside, "runs/new"), "")
    assert.strictEqual((await cached(recipe)).facts, 1)
    writeFileSync(join(inside, "file"), "who")
    assert.strictEqual((await cached(recipe)).facts, 2)
    rmSync(join(inside, "file"))
    assert.strictEqual((await cached(recipe)).facts, 3)
    assert.strictEqual(readFileSync(join(inside, "file"), "utf8"), "whole")
  })

  it("is absent if it could not be made", async () => {
    const make = async (part: string) => {
      writeFileSync(join(part, "half"), "")
      throw new Error("interrupted")
    }
    const error = await cached({ ...recipe, make }).catch((error) => error)
    assert.strictEqual(error.message, "interrupted")
    assert.isFalse(existsSync(join(cacheFolder(), "thing")))
    assert.deepStrictEqual(readdirSync(cacheFolder()), ["thing.lock"])
    assert.strictEqual((await cached(recipe)).facts, 1)
  })

  it("is moved away, not removed, while a process uses it", async () => {
    const { folder } = await cached(recipe)
    writeFileSync(join(folder, "inside/runs/busy"), "")
    rmSync(join(folder, "inside/file"))
    await cached({ ...recipe, inUse: (place) => existsSync(join(place, "inside/runs/busy")) })
    const away = readdirSync(cacheFolder()).filter((name) => name.includes("damaged"))
    assert.strictEqual(away.length, 1)
    assert.isTrue(existsSync(join(cacheFolder(), away[0]!, "inside/runs/busy")))
  })
})

it("the lock lets one caller in at a time, also after a failure", async () => {
  let working = 0
  const work = (fails: boolean) => async () => {
    assert.strictEqual(++working, 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    working--
    if (fails) throw new Error("no")
  }
  const file = join(folder, "lock")
  await Promise.allSettled([alone(file, work(true)), alone(file, work(false)), alone(file, work(true))])
  await alone(file, work(false))
})

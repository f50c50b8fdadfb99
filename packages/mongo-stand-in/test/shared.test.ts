// One server for all test files of a run, started by the first that asks.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import type { TestProject } from "vitest/node"
import globalSetup, { type Answer } from "../src/global-setup.ts"
import { answers, writeFakeMongod } from "./fixture.ts"

const before = process.env["MONGOD_BINARY"]
const uriBefore = process.env["MONGODB_URI"]
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-shared-"))
  delete process.env["MONGODB_URI"]
})

afterEach(() => {
  for (const [name, value] of [
    ["MONGOD_BINARY", before],
    ["MONGODB_URI", uriBefore]
  ] as const) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  rmSync(folder, { recursive: true, force: true })
})

/** A run's setup, what a test file of that run does to ask for the server, and the run's end. */
const setUp = async () => {
  let port = 0
  const provide = (_: string, value: number) => {
    port = value
  }
  const end = await globalSetup({ provide } as unknown as TestProject)
  const ask = async (): Promise<Answer> => JSON.parse(await text(connect(port, "127.0.0.1")))
  return { ask, end }
}

describe("the shared server", () => {
  it("is the same for all that ask at once, and is gone after the run", async () => {
    process.env["MONGOD_BINARY"] = writeFakeMongod(folder)
    const { ask, end } = await setUp()
    const all = await Promise.all(Array.from({ length: 8 }, ask))
    const first = all[0]
    if (first === undefined || typeof first === "string") return assert.fail(first)
    assert.deepStrictEqual(all, Array(8).fill(first))
    assert.isTrue(await answers(first.uri))
    assert.deepStrictEqual(await ask(), first)
    await end()
    assert.isFalse(await answers(first.uri))
  })

  it("is not started when nobody asks", async () => {
    const started = join(folder, "started")
    const program = join(folder, "mongod")
    writeFileSync(program, `#!/bin/sh\ntouch '${started}'\nexit 1\n`)
    chmodSync(program, 0o755)
    process.env["MONGOD_BINARY"] = program
    const quiet = await setUp()
    await quiet.end()
    assert.isFalse(existsSync(started))
    // The same program is run as soon as somebody asks, so its absence above proves something.
    const asked = await setUp()
    assert.isString(await asked.ask())
    await asked.end()
    assert.isTrue(existsSync(started))
  })

  it("is replaced by a reason, the same for all, where none is available", async () => {
    process.env["MONGOD_BINARY"] = join(folder, "none")
    const { ask, end } = await setUp()
    const [one, other] = await Promise.all([ask(), ask()])
    assert.match(String(one), /^MONGOD_BINARY names no program/)
    assert.strictEqual(one, other)
    await end()
  })
})

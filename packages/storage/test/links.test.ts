/** Tests a data file that is opened by several names: a link to it, or a path through a link to its folder. */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import * as sqlite from "../src/sqlite.ts"
import { file } from "./file.ts"
import { adding, changing, keys, things } from "./things.ts"

/** Another process that tries to have the file alone; prints whether it has it. */
const taking = (location: string) => `
  const { DatabaseSync } = require("node:sqlite")
  const file = new DatabaseSync(${JSON.stringify(location)})
  try {
    file.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin immediate; commit")
    console.log("taken")
  } catch ({ message }) {
    console.log(message)
  }
`

/** Other names of a file in a folder of its own. */
const names = {
  "a link to it": (location: string) => {
    symlinkSync(location, `${location}.link`)
    return `${location}.link`
  },
  "a link to its folder": (location: string) => {
    symlinkSync(dirname(location), `${dirname(location)}.link`)
    return join(`${dirname(location)}.link`, basename(location))
  }
}

const inFolder = Effect.map(file, (location) => {
  mkdirSync(`${location}.folder`)
  return join(`${location}.folder`, "shop.db")
})

for (const [name, named] of Object.entries(names))
  describe(`a file that is opened through ${name}, too`, () => {
    it.live("stays locked for other processes when one of the two stores closes", () =>
      Effect.gen(function* () {
        const location = yield* inFolder
        const store = yield* sqlite.make(location, [things])
        yield* store.commit([adding(1)])
        const scope = yield* Scope.make()
        const other = yield* Scope.provide(sqlite.make(named(location), [things]), scope)
        yield* other.commit([adding(2)])
        yield* Scope.close(scope, Exit.void)
        const { stdout } = spawnSync(process.execPath, ["--no-warnings", "-e", taking(location)], { encoding: "utf8" })
        assert.strictEqual(stdout, "database is locked\n")
        yield* store.commit([adding(3)])
        assert.deepStrictEqual(yield* keys(store, { sort: { by: "key" } }), [1, 2, 3])
      }).pipe(Effect.scoped)
    )

    it.live("is refused beside the log of another file", () =>
      Effect.gen(function* () {
        const [location, another] = [yield* inFolder, yield* file]
        yield* Effect.scoped(Effect.flatMap(sqlite.make(location, [things]), (store) => store.commit([adding(1)])))
        const store = yield* sqlite.make(another, [things])
        yield* store.commit([adding(1)])
        yield* store.commit([changing(1, 1, {})])
        copyFileSync(`${another}-wal`, `${location}-wal`)
        const failure = yield* Effect.flip(sqlite.make(named(location), [things]))
        assert.match(failure.message, /the log shop\.db-wal beside it belongs to another file/)
      }).pipe(Effect.scoped)
    )
  })

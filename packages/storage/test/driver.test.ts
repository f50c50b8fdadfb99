/** What the store needs of MongoDB's driver. */
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { worker } from "../src/mongo/client.ts"
import { database, useDatabase } from "./database.ts"
import { wire } from "./wire.ts"

useDatabase({ needs: "uri" })

it.live("a command whose connection ends just before it is sent fails, and does not wait for ever", () =>
  Effect.gen(function* () {
    const location = new URL(yield* database)
    const laid = yield* wire(location.hostname, Number(location.port || 27017))
    location.host = `127.0.0.1:${laid.port}`
    location.searchParams.set("directConnection", "true")
    const client = yield* Effect.acquireRelease(
      Effect.promise(() => worker(location.href).connect()),
      (client) => Effect.promise(() => client.close())
    )
    yield* Effect.promise(async () => {
      let [waiting, sent] = [0, 0]
      const ask = () => {
        waiting++
        sent++
        const done = () => void waiting--
        client.db().command({ ping: 1 }).then(done, done)
      }
      for (let cuts = 1; cuts <= 20; cuts++) {
        for (let turns = 1; turns <= 200; turns++) {
          if (turns === 100) laid.cut()
          if (waiting < 50) ask()
          await turn()
        }
        laid.mend()
        await client
          .db()
          .command({ ping: 1 })
          .catch(() => {})
      }
      assert.isAbove(sent, 1000)
      while (waiting > 0) await sleep(20)
    })
  }).pipe(Effect.scoped)
)

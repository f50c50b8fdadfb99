/** What the store needs of MongoDB's driver. */
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises"
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { worker } from "../src/mongo/client.ts"
import { database, useDatabase } from "./database.ts"
import { wireToDatabase } from "./wire.ts"

useDatabase({ needs: "uri" })

it.live("a command whose connection ends just before it is sent fails, and does not wait for ever", () =>
  Effect.gen(function* () {
    const { laid, location } = yield* wireToDatabase(yield* database)
    const client = yield* Effect.acquireRelease(
      Effect.promise(() => worker(location).connect()),
      (client) => Effect.promise(() => client.close())
    )
    yield* Effect.promise(async () => {
      let waiting = 0
      const ask = () => {
        waiting++
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
      while (waiting > 0) await sleep(20)
    })
  }).pipe(Effect.scoped)
)

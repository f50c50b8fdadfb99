/** The program of the other process: `working.ts <adapter> <location> take|count|write <count>`. */
import { writeSync } from "node:fs"
import { Effect } from "effect"
import { adapters } from "../src/adapters.ts"
import { next } from "../src/counters.ts"
import { Storage } from "../src/storage.ts"
import { take } from "./taking.ts"
import { adding, collections, shop } from "./things.ts"

const [name, location, task, count] = process.argv.slice(2)
const adapter = adapters.find((one) => one.name === name)!

const say = (line: string) => Effect.sync(() => writeSync(1, `${line}\n`))

const write = (id: number) =>
  Storage.use((storage) => storage.commit([adding(id, { code: `c${id}`, tags: ["a", `t${id}`] }), adding(-id)])).pipe(
    Effect.andThen(say(String(id)))
  )

const each = {
  take: () => Effect.flatMap(take, say),
  count: () => Effect.flatMap(next(shop, "uid"), (given) => say(String(given))),
  write
}[task as "take" | "count" | "write"]

await Effect.forEach(
  Array.from({ length: Number(count) }, (_, index) => index + 1),
  each,
  { concurrency: 20 }
).pipe(Effect.provide(adapter.open(location!, collections)), Effect.runPromise)

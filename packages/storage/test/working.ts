/** The program of the other process: `working.ts <adapter> <location> take|count|write|refer|remove <count>`. */
import { writeSync } from "node:fs"
import { Effect } from "effect"
import { adapters } from "../src/adapters.ts"
import { next } from "../src/counters.ts"
import { Storage } from "../src/storage.ts"
import type { Task } from "./child.ts"
import { refer, removeUnreferred } from "./referring.ts"
import { take } from "./taking.ts"
import { adding, collections, shop, things } from "./things.ts"

const [name, location, task, count] = process.argv.slice(2)
const adapter = adapters.find((one) => one.name === name)!

const say = (line: string) => Effect.sync(() => writeSync(1, `${line}\n`))

const write = (id: number) =>
  Storage.use((storage) => storage.commit([adding(id, { code: `c${id}`, tags: ["a", `t${id}`] }), adding(-id)])).pipe(
    Effect.andThen(say(String(id)))
  )

const tasks = {
  take: () => Effect.flatMap(take, say),
  count: () => Effect.flatMap(next(shop, "uid"), (given) => say(String(given))),
  write,
  refer: (id) => Effect.flatMap(Effect.andThen(inStep(id), refer(id)), say),
  remove: (id) => Effect.flatMap(Effect.andThen(inStep(id), removeUnreferred(id)), say)
} satisfies Record<Task, (id: number) => Effect.Effect<void, unknown, Storage>>

/** Waits for the other process, so that both sides of a race work through their targets in parallel. */
const meet = Effect.gen(function* () {
  const store = yield* Storage
  yield* store.commit([adding(task === "refer" ? -1 : -2)])
  const both = { where: [{ on: "key", in: [-1, -2] }], limit: 2 } as const
  while ((yield* store.find(shop, things, both)).length < 2) yield* Effect.sleep(1)
  begun = performance.now()
})
let begun = 0
const inStep = (id: number) => Effect.suspend(() => Effect.sleep(Math.max(0, begun + id * 4 - performance.now())))

await Effect.gen(function* () {
  if (task === "refer" || task === "remove") yield* meet
  const numbers = Array.from({ length: Number(count) }, (_, index) => index + 1)
  yield* Effect.forEach(numbers, tasks[task as Task], { concurrency: 20 })
}).pipe(Effect.provide(adapter.open(location!, collections)), Effect.runPromise)

/** The program of the other process: `working.ts <adapter> <location> <task> <count>`, where a task is one of `child.ts`. */
import { Effect } from "effect"
import { adapters } from "../src/adapters.ts"
import { next } from "../src/counters.ts"
import { Storage } from "../src/storage.ts"
import type { Task } from "./child.ts"
import { drop, keep } from "./pictures.ts"
import { refer, removeUnreferred } from "./referring.ts"
import { take } from "./taking.ts"
import { adding, collections, shop, things } from "./things.ts"
import { heldMiB, uploading } from "./uploading.ts"

const [name, location, task, count] = process.argv.slice(2)
const adapter = adapters.find((one) => one.name === name)!

/** Prints a line; waits while the pipe is full because its reader stands still. */
const say = (line: string) =>
  Effect.callback<void>((resume) => void process.stdout.write(`${line}\n`, () => resume(Effect.void)))

const write = (id: number) =>
  Storage.use((storage) => storage.commit([adding(id, { code: `c${id}`, tags: ["a", `t${id}`] }), adding(-id)])).pipe(
    Effect.andThen(say(String(id)))
  )

const number = (given: number) =>
  Effect.andThen(
    Storage.use((storage) => storage.commit([adding(given)])),
    say(String(given))
  )

const tasks: Record<Task, (id: number) => Effect.Effect<unknown, unknown, Storage>> = {
  take: () => Effect.flatMap(take, say),
  count: () => Effect.flatMap(next(shop, "uid"), number),
  write,
  refer: (id) => Effect.flatMap(Effect.andThen(inStep(id), refer(id)), say),
  remove: (id) => Effect.flatMap(Effect.andThen(inStep(id), removeUnreferred(id)), say),
  keep: (id) => Effect.flatMap(keep(id), say),
  drop: (id) => Effect.flatMap(drop(id), say),
  upload: (id) => uploading(id, say),
  store: (megabytes) => Effect.flatMap(heldMiB(megabytes), (held) => say(String(held)))
}

/** Waits for the other process, so that both sides of a race go through their targets side by side. */
const meet = Effect.fnUntraced(function* (round = 0) {
  const store = yield* Storage
  const [first, second] = [-1 - 2 * round, -2 - 2 * round]
  yield* store.commit([adding(task === "refer" || task === "keep" ? first : second)])
  const both = { where: [{ on: "key", in: [first, second] }], limit: 2 } as const
  while ((yield* store.find(shop, things, both)).length < 2) yield* Effect.sleep(1)
  begun = performance.now()
})
let begun = 0
const inStep = (id: number) =>
  Effect.suspend(() => Effect.sleep(Math.max(0, begun + (id % inRound) * 4 - performance.now())))
/** Targets between two meetings. */
const inRound = 20

await Effect.gen(function* () {
  const isOne = task === "upload" || task === "store"
  const numbers = isOne ? [Number(count)] : Array.from({ length: Number(count) }, (_, index) => index + 1)
  // The sides of a race take unequal times, and a busy machine runs one more than the other, so they meet again and again.
  const isMet = ["refer", "remove", "keep", "drop"].includes(task!)
  const rounds = isMet ? Array.from({ length: numbers.length / inRound }, (_, round) => round) : [0]
  for (const round of rounds) {
    if (isMet) yield* meet(round)
    const those = isMet ? numbers.slice(inRound * round, inRound * (round + 1)) : numbers
    yield* Effect.forEach(those, tasks[task as Task], { concurrency: isMet ? 10 : 20 })
  }
}).pipe(Effect.provide(adapter.open(location!, collections)), Effect.runPromise)

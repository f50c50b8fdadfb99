/** Large uploads of another process. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect, Stream } from "effect"
import * as bytes from "../src/bytes.ts"
import type { Storage } from "../src/storage.ts"
import { shop } from "./things.ts"

const MiB = 1024 * 1024

/**
 * So many MiB in pieces of 64 KiB, all of them in one buffer, so that what a source leaves to the garbage collector is not
 * counted; another `seed` gives other bytes.
 */
export const megabytes = (count: number, seed = 0): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    const piece = Buffer.alloc(64 * 1024, `${seed} `)
    return Stream.map(Stream.range(1, count * 16, 1), (number) => {
      piece.writeUInt32BE(number)
      return piece
    })
  })

/** Stores bytes without an end, and says of each MiB that it is on its way. */
export const uploading = (
  seed: number,
  say: (line: string) => Effect.Effect<void>
): Effect.Effect<void, unknown, Storage> =>
  bytes.put(
    shop,
    Stream.mapEffect(Stream.range(1, 10 ** 6, 1), (piece) => Effect.as(say(String(piece)), Buffer.alloc(MiB, seed))),
    { maxBytes: Number.POSITIVE_INFINITY }
  )

/**
 * MiB that this process holds at most, beyond what it held before, while it stores 8 contents of this many MiB at once. What is
 * done with but not collected yet is not held: how much of that there is depends on the machine.
 */
export const heldMiB = Effect.fnUntraced(function* (count: number): Effect.fn.Return<number, unknown, Storage> {
  // What one upload loads, compiles and keeps for the next one is not counted.
  yield* bytes.put(shop, megabytes(count), { maxBytes: count * MiB })
  const before = heldBytes()
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, heldBytes())
  }, 200)
  yield* Effect.forEach(
    [1, 2, 3, 4, 5, 6, 7, 8],
    (seed) => bytes.put(shop, megabytes(count, seed), { maxBytes: count * MiB }),
    { concurrency: "unbounded" }
  )
  clearInterval(watching)
  return Math.ceil((peak - before) / MiB)
})

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")
const heldBytes = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

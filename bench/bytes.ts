/**
 * What it costs to store and to read bytes, against a plain file that is written, synchronised and hashed; and how long storing
 * holds the event loop.
 */
import { createHash } from "node:crypto"
import { closeSync, fsyncSync, mkdtempSync, openSync, readSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bytes, Storage } from "@bottega/storage"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { Context, Effect, Layer, Scope, Stream } from "effect"
import { newDatabase } from "./database.ts"
import { median, table } from "./report.ts"

const MiB = 1024 * 1024
const size = 50 * MiB
const rounds = 7
const shop = "shop"

/** Measures every store. */
export const bytesBench = async (): Promise<void> => {
  const file = fileTimes()
  const rows: Array<ReadonlyArray<string>> = []
  for (const adapter of adapters) rows.push(await measured(adapter, file))
  table("50 MiB of bytes: the time against that of a plain file with its SHA-256", head, rows)
}
const head = ["store", "stored", "against a file", "read and checked", "against a file", "longest turns, 8 at once"]

interface Times {
  readonly put: number
  readonly read: number
}

const measured = async (adapter: AdapterEntry, file: Times): Promise<ReadonlyArray<string>> => {
  const scope = Scope.makeUnsafe()
  const location =
    adapter.needs === "uri" ? await newDatabase() : join(mkdtempSync(join(tmpdir(), "bottega-bench-")), "bytes.db")
  const context = await Effect.runPromise(Scope.provide(Layer.build(adapter.open(location, [])), scope))
  const store = Storage.of(Context.get(context, Storage))
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, store))
  const all: Array<Times> = []
  for (let round = 0; round < rounds; round++) {
    const put = performance.now()
    const { sha256 } = await run(bytes.put(shop, pieces(round), { maxBytes: size }))
    const read = performance.now()
    await run(Effect.flatMap(bytes.find(shop, sha256), (found) => bytes.isWhole(shop, found!)))
    all.push({ put: read - put, read: performance.now() - read })
  }
  const turns = await longestTurns(() =>
    run(
      Effect.forEach([11, 12, 13, 14, 15, 16, 17, 18], (seed) => bytes.put(shop, pieces(seed), { maxBytes: size }), {
        concurrency: "unbounded"
      })
    )
  )
  await Effect.runPromise(Scope.close(scope, Effect.exit(Effect.void) as never))
  const [put, read] = [median(all.map((one) => one.put)), median(all.map((one) => one.read))]
  return [
    adapter.name,
    `${put.toFixed(0)} ms`,
    (put / file.put).toFixed(1),
    `${read.toFixed(0)} ms`,
    (read / file.read).toFixed(1),
    turns
  ]
}

/** The bytes of a content in pieces of 64 KiB, in one buffer. */
const pieces = (seed: number): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    const piece = Buffer.alloc(64 * 1024, `${seed} `)
    return Stream.map(Stream.range(1, size / piece.length, 1), (number) => {
      piece.writeUInt32BE(number)
      return piece
    })
  })

/** The 99th percentile of the turns of the event loop during some work, and the longest one. */
const longestTurns = async (work: () => Promise<unknown>): Promise<string> => {
  const turns: Array<number> = []
  let last = performance.now()
  let running = true
  const turn = () => {
    const now = performance.now()
    turns.push(now - last)
    last = now
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  running = false
  turns.sort((one, other) => one - other)
  return `p99 ${turns[Math.floor(turns.length * 0.99)]!.toFixed(1)} ms, at most ${turns.at(-1)!.toFixed(0)} ms`
}

const fileTimes = (): Times => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-bench-"))
  const all = Array.from({ length: rounds }, (_, round) => timesOf(join(folder, String(round))))
  return { put: median(all.map(({ put }) => put)), read: median(all.map(({ read }) => read)) }
}

const timesOf = (name: string): Times => {
  const piece = Buffer.alloc(512 * 1024, name)
  const begun = performance.now()
  const written = openSync(name, "w")
  const hash = createHash("sha256")
  for (let at = 0; at < size; at += piece.length) {
    hash.update(piece)
    writeSync(written, piece)
  }
  fsyncSync(written)
  closeSync(written)
  hash.digest()
  const put = performance.now()
  const opened = openSync(name, "r")
  const again = createHash("sha256")
  while (readSync(opened, piece) > 0) again.update(piece)
  again.digest()
  closeSync(opened)
  return { put: put - begun, read: performance.now() - put }
}

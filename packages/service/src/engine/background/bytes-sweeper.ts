/** Removes bytes that no document names, and the remains of uploads that ended early. */
import { bytes, installation } from "@bottega/storage"
import { Effect } from "effect"
import { shops } from "../trusted.ts"
import type { Worker } from "./worker.ts"

/** Sweeps the bytes of every shop every ten minutes. */
export const bytesSweeper = (): Worker => ({
  name: "bytes",
  paceMs: 600_000,
  run: (step) =>
    Effect.gen(function* () {
      const owners = [installation, ...(yield* shops).map(({ id }) => id)]
      for (const owner of owners) yield* bytes.sweep(owner, bytes.abandonAfterMs, step)
    })
})

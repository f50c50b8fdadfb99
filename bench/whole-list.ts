/** Measures a list that is answered whole: its duration and size, and the memory and the turns that it takes. */
import { ask } from "./calls.ts"
import type { Server } from "./server.ts"

/** The columns of {@link wholeList}. */
export const wholeListHead = ["duration", "answer", "memory grew by", "work in a turn"] as const

/** Reads the list of a watched server. The first list warms the server; the peak of the following ones counts. */
export const wholeList = async (server: Server, path: string): Promise<ReadonlyArray<string>> => {
  const read = async () => {
    const begun = performance.now()
    let bytes = 0
    for await (const piece of (await ask(server, path)).body!) bytes += piece.length
    return { bytes, ms: performance.now() - begun }
  }
  await read()
  const { rss } = await server.watch()
  await read()
  const { bytes, ms } = await read()
  const { busy, peak } = await server.watch()
  return [
    `${(ms / 1000).toFixed(1)} s`,
    `${megabytes(bytes)} MB`,
    `${megabytes(peak - rss)} MB`,
    `${busy.toFixed(0)} ms`
  ]
}

/** Bytes in MB, as a table shows them. */
export const megabytes = (bytes: number): string => (Math.max(0, bytes) / 1024 / 1024).toFixed(0)

/** Measures what requests cost a server, side by side. */
import { type Load, send } from "./load.ts"
import { median } from "./report.ts"
import type { Server } from "./server.ts"

/** More requests than the cache of unchanged answers can hold, so that each answer is computed again. */
const requestCount = 20_000
/** Few, because autocannon prepares every request for each of them before it begins. */
const connections = 8

/**
 * Milliseconds of server time per request, alternating between the cases because a machine's speed changes during a
 * run.
 */
export const alternate = async (cases: ReadonlyArray<readonly [Server, string]>): Promise<ReadonlyArray<number>> => {
  const loads = cases.map(([{ headers, url }, path]) => {
    const requests = Array.from({ length: requestCount }, (_, n) => ({ path: `${path}&_=${n}` }))
    return [url, { method: "GET", headers, requests } satisfies Load] as const
  })
  for (const [url, load] of loads) await send(url, load, 1, connections)
  const rounds: Array<ReadonlyArray<number>> = []
  for (let round = 0; round < 3; round++) {
    const costs: Array<number> = []
    for (const [url, load] of loads) costs.push(1000 / (await send(url, load, 2, connections)).perSecond)
    rounds.push(costs)
  }
  return cases.map((_, n) => median(rounds.map((costs) => costs[n]!)))
}

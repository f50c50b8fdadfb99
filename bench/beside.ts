/** Measures what a long change does to the latency of other calls. */
import { type Case, reading, writing } from "./calls.ts"
import { type Load, type Measured, send } from "./load.ts"
import { median } from "./report.ts"
import type { Server } from "./server.ts"

const seconds = 3
/** Few, so that the latency is that of the server and not of a queue in front of it. */
const connections = 8
const rounds = 3

/** The measurements of each call. */
export const besideHead = ["p99 of others", "ratio", "rate"] as const

/** The everyday calls of a shop with that many orders; each read is a question of its own. */
export const everydayCalls = async (server: Server, orders: number): Promise<ReadonlyArray<Case>> => {
  const reads = (await reading(server, orders)).map((one) => ({ ...one, load: uncached(one.load) }))
  return [...reads, ...(await writing(server, orders))]
}

/** Any write empties the cache of unchanged answers, so each read is a question of its own also without one. */
const uncached = ({ requests, ...load }: Load): Load => ({
  ...load,
  requests: Array.from({ length: 20_000 }, (_, n) => ({ path: `${requests[n % requests.length]!.path}&_=${n}` }))
})

/** The latencies of other calls without the change and beside it, alternately. */
export const beside = async (
  server: Server,
  cases: ReadonlyArray<Case>,
  change: () => Promise<unknown>
): Promise<ReadonlyArray<readonly [name: string, p99: string, ratio: string, rate: string]>> => {
  const sendAll = async () => {
    const all: Array<Measured> = []
    for (const { load } of cases) all.push(await send(server.url, load, seconds, connections))
    return all
  }
  await sendAll()
  const pairs: Array<{ readonly without: ReadonlyArray<Measured>; readonly beside: ReadonlyArray<Measured> }> = []
  for (let round = 0; round < rounds; round++) {
    const without = await sendAll()
    let ended = false
    const changing = (async () => {
      while (!ended) await change()
    })()
    const beside = await sendAll()
    ended = true
    await changing
    pairs.push({ without, beside })
  }
  return cases.map(({ name }, n) => {
    const of = (pick: (without: Measured, beside: Measured) => number) =>
      median(pairs.map(({ without, beside }) => pick(without[n]!, beside[n]!)))
    const [before, after] = [of(({ p99 }) => p99), of((_, { p99 }) => p99)]
    const p99 = `${before.toFixed(1)} to ${after.toFixed(1)} ms`
    const ratio = of((without, beside) => beside.p99 / without.p99).toFixed(2)
    const rate = of((without, beside) => beside.perSecond / without.perSecond).toFixed(2)
    return [name, p99, ratio, rate] as const
  })
}

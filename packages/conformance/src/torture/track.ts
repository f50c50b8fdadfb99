/** The servers that a race runs on, and what the races have in common. */
import { setTimeout } from "node:timers/promises"
import type { Place, Server } from "./process.ts"
import { read, type Seen, wrongInStore } from "./seen.ts"
import { openShop, type Shop, wireOf } from "./shop.ts"
import { brokenIn, differs } from "./whole.ts"
import { type Answer, jsonOf, type Wire, type WireRequest } from "./wire.ts"

/** The result of a race, and everything that is wrong, as sentences. */
export interface RaceResult {
  readonly said: string
  readonly wrong: ReadonlyArray<string>
}

/** Runs callers against each other. */
export type Race = (track: Track, callers: number) => Promise<RaceResult>

/** A count as people read it. */
export const number = (count: number): string => count.toLocaleString("en-US")
const between = (min: number, max: number): number => min + Math.random() * (max - min)

/** Requests with a form. */
export const post = (path: string, form: object): WireRequest => ({ method: "POST", path: `/v1.1${path}`, form })
export const put = (path: string, form: object): WireRequest => ({ method: "PUT", path: `/v1.1${path}`, form })
export const remove = (path: string, form: object): WireRequest => ({ method: "DELETE", path: `/v1.1${path}`, form })

/** The statuses and their counts, if they differ from the expected ones. */
export const tallied = (
  answers: ReadonlyArray<Answer>,
  wanted: Readonly<Record<string, number>>
): ReadonlyArray<string> => {
  const tally: Record<string, number> = {}
  for (const answer of answers) {
    const name = answer.status === 200 ? "200" : `${answer.status} ${jsonOf(answer).error.type}`
    tally[name] = (tally[name] ?? 0) + 1
  }
  const sorted = (counts: Readonly<Record<string, number>>) => Object.entries(counts).sort()
  return differs("answers", sorted(tally), sorted(wanted))
}

let rounds = 0
/** The maximum number of tries of one caller. */
const maxTries = 30

/** The servers on which a race runs. */
export class Track {
  readonly servers: ReadonlyArray<Server>
  again = 0
  readonly #place: Place

  constructor(place: Place, servers: ReadonlyArray<Server>) {
    this.#place = place
    this.servers = servers
  }

  open(stock: Parameters<typeof openShop>[1]): Promise<Shop> {
    return openShop(this.servers[0]!, stock)
  }

  /** Sends that many requests at once, alternating between the servers; a missing answer shows in the count. */
  async atOnce(shop: Shop, callers: number, asked: (n: number) => WireRequest): Promise<ReadonlyArray<Answer>> {
    const wires = this.servers.map((server) => wireOf(server, shop))
    const round = ++rounds
    const sent = Array.from({ length: callers }, (_, n) =>
      this.#answer(wires[n % wires.length]!, { key: `caller ${round} ${n}`, ...asked(n) })
    )
    const answers = await Promise.all(sent)
    for (const wire of wires) wire.close()
    return answers.filter((answer) => answer !== undefined)
  }

  /**
   * A store that cannot serve every caller at once says so, and the caller retries with increasing delays, as any
   * client does.
   */
  async #answer(wire: Wire, asked: WireRequest): Promise<Answer | undefined> {
    for (let tries = 1; ; tries++) {
      const answer = await wire.send(asked)
      if (answer?.status !== 503 || tries === maxTries) return answer
      this.again++
      await setTimeout(between(500, 1500) * Math.min(2 ** tries, 32))
    }
  }

  read(shop: Shop): Promise<Seen> {
    return read(this.servers[0]!, shop, this.#place)
  }

  /** What does not fit in a shop after a race, as each server shows it, and in the store. */
  async whole(shop: Shop): Promise<ReadonlyArray<string>> {
    const broken: Array<string> = []
    for (const server of this.servers) broken.push(...brokenIn(await read(server, shop, this.#place)))
    return [...broken, ...(await wrongInStore(this.#place))]
  }
}

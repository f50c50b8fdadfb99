/**
 * Kills the server under write load, starts it again and looks at what is left; over and over on one store, each time with
 * a fresh shop.
 */
import { setTimeout } from "node:timers/promises"
import { Chance } from "@bottega/service/demo/chance"
import { judge, type Verdict } from "./judged.ts"
import { outcomeOf, type Write, work } from "./load.ts"
import { begin, type Place, type Server, start } from "./process.ts"
import { digests, read } from "./seen.ts"
import { openShop, type Shop, wireOf } from "./shop.ts"

/** How often, with which seed, and at most how many acknowledged writes before a kill. */
export interface Crashing {
  readonly cycles: number
  readonly seed: number
  readonly most: number
}

/** What a run of crashes came to. */
export interface Crashed extends Verdict {
  readonly cycles: number
  /** Writes that had no answer when the server was killed. */
  readonly unanswered: number
  /** Of those, the ones that were sent again under their key. */
  readonly repeated: number
}

const stock = {
  products: { ANY: 10 ** 9, MUG: 10 ** 6, CUP: 10 ** 6, FEW: 25, RARE: 5 },
  coupons: { EVER: null, SOME: 12, TWO: 2 }
}

/** Runs the cycles. Whatever is wrong is a sentence in the verdict, with the number of its cycle. */
export const crash = async (place: Place, { cycles, most, seed }: Crashing): Promise<Crashed> => {
  const total = {
    cycles,
    acknowledged: 0,
    unanswered: 0,
    repeated: 0,
    lost: [] as Array<string>,
    wrong: [] as Array<string>
  }
  const shops: Array<Shop> = []
  const kept: Array<string> = []
  let server = await start(place)
  for (let cycle = 1; cycle <= cycles; cycle++) {
    const chance = new Chance(seed + cycle)
    const shop = await openShop(server, stock)
    const journal = await untilKilled(server, shop, { chance, most, seed: seed + cycle })
    total.unanswered += journal.filter((write) => outcomeOf(write) === "unknown").length
    server = await restarted(place, chance)
    total.repeated += await repeat(server, shop, journal)
    const verdict = judge(journal, await read(server, shop, place))
    total.acknowledged += verdict.acknowledged
    total.lost.push(...verdict.lost.map((one) => `cycle ${cycle}: ${one}`))
    total.wrong.push(...verdict.wrong.map((one) => `cycle ${cycle}: ${one}`))
    shops.push(shop)
    kept.push(...(await digests(place, [shop])))
  }
  await server.kill()
  server = await start(place)
  const found = await digests(place, shops)
  total.wrong.push(...found.flatMap((one, at) => (one === kept[at] ? [] : [`cycle ${at + 1}: changed by later ones`])))
  await server.stop()
  return total
}

interface Killing extends Pick<Crashing, "most" | "seed"> {
  readonly chance: Chance
}

/** Writes to a shop until the server is killed, after some acknowledged writes and in the midst of others. */
const untilKilled = async (server: Server, shop: Shop, { chance, most, seed }: Killing): Promise<Array<Write>> => {
  const journal: Array<Write> = []
  const [until, later] = [chance.int(1, most), chance.int(0, 4)]
  const wire = wireOf(server, shop)
  let killed: Promise<void> | undefined
  // The load goes on until it gets no answers.
  const enough = (acknowledged: number) => {
    if (acknowledged >= until) killed ??= setTimeout(later).then(server.kill)
    return false
  }
  await work({ shop, wires: [wire], writers: 16, seed, journal, enough })
  wire.close()
  if (killed === undefined) throw new Error("The server gave no answer and had not been killed.")
  await killed
  return journal
}

/** A server on what the killed one left; now and then the first one is killed again while it starts. */
const restarted = async (place: Place, chance: Chance): Promise<Server> => {
  if (chance.is(0.25)) {
    const first = begin(place)
    const ready = first.ready.then(
      () => {},
      () => {}
    )
    await Promise.race([ready, setTimeout(chance.int(0, 1500))])
    await first.kill()
    await ready
  }
  return start(place)
}

/**
 * Sends blindly again, twice at once, what has a key and may or may not have been done, and some of what is known; gives
 * the number of the former.
 */
export const repeat = async (server: Server, shop: Shop, journal: ReadonlyArray<Write>): Promise<number> => {
  const wire = wireOf(server, shop)
  const keyed = journal.filter(({ asked }) => asked.key !== undefined)
  const unanswered = keyed.filter((write) => outcomeOf(write) === "unknown")
  const answered = keyed.filter((write) => outcomeOf(write) !== "unknown").slice(-10)
  const again = async ({ answers, asked }: Write) => {
    const all = await Promise.all([wire.send(asked), wire.send(asked)])
    for (const answer of all) if (answer !== undefined) answers.push(answer)
  }
  await Promise.all([...unanswered, ...answered].map(again))
  wire.close()
  return unanswered.length
}

/** One line for whoever reads the README. */
export const crashLine = ({ adapter }: Place, { acknowledged, cycles, lost }: Crashed): string => {
  const counted = `crash: ${adapter.name}, ${cycles} cycles, ${acknowledged.toLocaleString("en-US")} acknowledged`
  const bound = lost.length > 0 ? "" : `, at most ${percent(1 - 0.05 ** (1 / cycles))} of cycles at 95 %`
  return `${counted}, ${lost.length} lost${bound}`
}

/** No failure in N cycles: with more than about 3/N that fail, as lucky a run would be rarer than one in twenty. */
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

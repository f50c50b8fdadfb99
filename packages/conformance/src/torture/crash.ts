/**
 * Kills servers of one store under write load, and the database server if it is ours, restarts them and checks what is
 * left; repeatedly, each time with a fresh shop.
 */
import { setTimeout } from "node:timers/promises"
import { Chance } from "@bottega/service/demo"
import { wrongDays } from "./days.ts"
import { judge, type Verdict } from "./judged.ts"
import { outcomeOf, type Write, work } from "./load.ts"
import { begin, type Place, type Server, start } from "./process.ts"
import { digests, read, wrongInStore } from "./seen.ts"
import { openShop, operatorOf, type Shop, wireOf } from "./shop.ts"

/** The number of cycles and servers, the seed, and the most acknowledged writes before a kill. */
export interface Crashing {
  readonly cycles: number
  readonly processes: number
  readonly seed: number
  readonly maxWrites: number
}

/** The result of a run of crashes. */
export interface Crashed extends Verdict {
  readonly cycles: number
  readonly processes: number
  /** How often each kind of victim was killed. */
  readonly victims: Readonly<Record<string, number>>
  /** Writes whose outcome was unknown when something was killed. */
  readonly unanswered: number
  /** Those of them that were sent again with their key. */
  readonly repeated: number
}

const stock = {
  products: { ANY: 10 ** 9, MUG: 10 ** 6, CUP: 10 ** 6, FEW: 25, RARE: 5 },
  coupons: { EVER: null, SOME: 12, TWO: 2 }
}

/** What is killed: one of the servers, all of them, the database, or the database and all servers. */
type Victim = "one server" | "all servers" | "the database" | "everything"

/** Runs the cycles. Every problem is a sentence in the verdict, with the number of its cycle. */
export const crash = async (place: Place, { cycles, maxWrites, processes, seed }: Crashing): Promise<Crashed> => {
  const total = {
    ...{ cycles, processes, acknowledged: 0, unanswered: 0, repeated: 0 },
    victims: {} as Record<Victim, number>,
    lost: [] as Array<string>,
    wrong: [] as Array<string>
  }
  const shops: Array<Shop> = []
  const kept: Array<string> = []
  let servers = await all(processes, () => start(place))
  for (let cycle = 1; cycle <= cycles; cycle++) {
    const chance = new Chance(seed + cycle)
    const victim = victimOf(place, processes, cycle)
    total.victims[victim] = (total.victims[victim] ?? 0) + 1
    const shop = await openShop(servers[0]!, stock)
    const { dead, journal } = await untilKilled(place, servers, shop, { chance, maxWrites, seed: seed + cycle, victim })
    total.unanswered += journal.filter((write) => outcomeOf(write) === "unknown").length
    if (isBeneath(victim)) await place.database!.restart()
    servers = await Promise.all(servers.map((server) => (dead.has(server) ? restarted(place, chance) : back(server))))
    total.repeated += await repeat(servers, shop, journal)
    const verdict = judge(journal, await read(chance.of(servers), shop, place))
    total.acknowledged += verdict.acknowledged
    total.lost.push(...verdict.lost.map((one) => `cycle ${cycle}: ${one}`))
    total.wrong.push(...verdict.wrong.map((one) => `cycle ${cycle}: ${one}`))
    shops.push(shop)
    kept.push(...(await digests(place, [shop])))
  }
  await Promise.all(servers.map(({ kill }) => kill()))
  const last = await start(place)
  const found = await digests(place, shops)
  total.wrong.push(...found.flatMap((one, at) => (one === kept[at] ? [] : [`cycle ${at + 1}: changed by later ones`])))
  for (const shop of shops) total.wrong.push(...(await wrongDays(last, shop)))
  // Nothing is left to be summed, so what doctor says of the sums is exact.
  total.wrong.push(...(await wrongInStore(place)))
  await last.stop()
  return total
}

const all = <A>(count: number, make: () => Promise<A>): Promise<Array<A>> =>
  Promise.all(Array.from({ length: count }, make))

/** The victims alternate, so a short run kills everything as well. */
const victimOf = ({ database }: Place, processes: number, cycle: number): Victim => {
  const servers: ReadonlyArray<Victim> = processes === 1 ? ["all servers"] : ["all servers", "one server"]
  const victims: ReadonlyArray<Victim> = database === undefined ? servers : ["the database", ...servers, "everything"]
  return victims[(cycle - 1) % victims.length]!
}

const isBeneath = (victim: Victim): boolean => victim === "the database" || victim === "everything"

interface Killing extends Pick<Crashing, "maxWrites" | "seed"> {
  readonly chance: Chance
  readonly victim: Victim
}

/** Answers from the surviving servers after a kill, before the load ends. */
const answersAfterKill = 20

/** Writes to a shop until something is killed, after some acknowledged writes and during others. */
const untilKilled = async (
  { database }: Place,
  servers: ReadonlyArray<Server>,
  shop: Shop,
  { chance, maxWrites, seed, victim }: Killing
) => {
  const journal: Array<Write> = []
  const [until, later, one] = [chance.int(1, maxWrites), chance.int(0, 4), chance.of(servers)]
  const dead = new Set(victim === "one server" ? [one] : victim === "the database" ? [] : servers)
  const wires = servers.map((server) => wireOf(server, shop))
  let killed: Promise<unknown> | undefined
  let answers = 0
  const strike = async () => {
    await setTimeout(later)
    const beneath = isBeneath(victim) ? [database!.kill()] : []
    await Promise.all([...beneath, ...[...dead].map(({ kill }) => kill())])
    answers = answersAfterKill
  }
  // The load continues until it gets no answers, or some from the surviving servers.
  const enough = (acknowledged: number) => {
    if (acknowledged >= until) killed ??= strike()
    return answers > 0 && --answers === 0
  }
  await work({ shop, wires, writers: 16, seed, journal, enough })
  for (const wire of wires) wire.close()
  if (killed === undefined) throw new Error("The servers gave no answer and had not been killed.")
  await killed
  return { journal, dead }
}

/**
 * A server that was not killed, once it reads and writes again without help. Fails with its log if it has ended, or if it
 * answers none of its tries.
 */
export const back = async (server: Server, maxTries = 2000): Promise<Server> => {
  const operator = operatorOf(server)
  for (let tries = 1; ; tries++) {
    try {
      await operator.shops.create({ name: "Back" })
      return server
    } catch (error) {
      const failed = server.hasEnded() ? "ended" : tries < maxTries ? undefined : `failed ${tries} times to write`
      if (failed !== undefined)
        throw new Error(`A server that was not killed ${failed}: ${(error as Error).message}\n${server.log()}`)
    }
    await setTimeout(50)
  }
}

/** A server on the killed one's store; sometimes the first attempt is killed while it starts. */
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
 * Sends every write with a key and an unknown outcome again, twice at once, to two servers if there are two, and also
 * some with a known outcome; returns the number of the former.
 */
export const repeat = async (
  servers: ReadonlyArray<Server>,
  shop: Shop,
  journal: ReadonlyArray<Write>
): Promise<number> => {
  const wires = servers.map((server) => wireOf(server, shop))
  const keyed = journal.filter(({ asked }) => asked.key !== undefined)
  const unanswered = keyed.filter((write) => outcomeOf(write) === "unknown")
  const answered = keyed.filter((write) => outcomeOf(write) !== "unknown").slice(-10)
  const again = async ({ answers, asked }: Write) => {
    const twice = await Promise.all([wires[0]!.send(asked), wires.at(-1)!.send(asked)])
    for (const answer of twice) if (answer !== undefined) answers.push(answer)
  }
  await Promise.all([...unanswered, ...answered].map(again))
  for (const wire of wires) wire.close()
  return unanswered.length
}

/** One line for the README. */
export const crashLine = ({ adapter }: Place, { acknowledged, cycles, lost, processes, victims }: Crashed): string => {
  const killed = Object.entries(victims).map(([victim, times]) => `${victim} ${times}`)
  const where = `${adapter.name}${processes === 1 ? "" : ` × ${processes} processes`}`
  const counted = `crash: ${where}, ${cycles} cycles (${killed.join(", ")}), ${acknowledged.toLocaleString("en-US")} acknowledged`
  const bound = lost.length > 0 ? "" : `, at most ${percent(1 - 0.05 ** (1 / cycles))} of cycles at 95 %`
  return `${counted}, ${lost.length} lost${bound}`
}

/**
 * An upper bound for N cycles without a failure: if more than about 3/N failed, such a run would be rarer than one in
 * twenty.
 */
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

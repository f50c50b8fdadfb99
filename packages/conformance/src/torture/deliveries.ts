/**
 * Kills, stops and restarts servers while they deliver events to receivers that work, fail, are slow or take nothing, and checks that
 * every event arrived, signed and in the order of its order.
 */
import { setTimeout } from "node:timers/promises"
import { Chance } from "@bottega/service/demo"
import { receiving } from "../receivers/receiver.ts"
import { isAboutOrder, judgeHeard } from "./arrived.ts"
import { openIn, receiversIn } from "./backlog.ts"
import { type Chain, chain, Fleet } from "./chains.ts"
import { type FastClock, fastNowMs, nodeOptionsOf } from "./clock.ts"
import { type Place, type Server, start } from "./process.ts"
import { type ReceiverPath, speed, subscribed } from "./receivers.ts"
import { wrongInStore } from "./seen.ts"
import { openShop } from "./shop.ts"
import { type Ended, Undelivered } from "./undelivered.ts"

/** What happens to the servers in one cycle. */
export type Disturbance = "one killed" | "all killed" | "one stopped" | "one restarted"

/** How a run goes. */
export interface Delivering {
  /** What happens, one after the other. */
  readonly disturbances: ReadonlyArray<Disturbance>
  readonly seed: number
  /** Callers that make orders at the same time. */
  readonly callers: number
  /** The longest pause between two changes of an order, in milliseconds. */
  readonly pauseMs: number
  /** Callers pause while a receiver has so many deliveries still to get. */
  readonly maxUndelivered: number
  /** The most deliveries that are made between two disturbances. */
  readonly between: number
  /** How far the clocks of the two servers differ from the real one, in milliseconds. */
  readonly clocksMs: readonly [number, number]
  /** The receivers. A failed delivery is repeated by a clock, so those that fail need clocks that agree. */
  readonly receivers: ReadonlyArray<ReceiverPath>
}

/** The result of a run. */
export interface Delivered {
  readonly disturbances: Readonly<Partial<Record<Disturbance, number>>>
  /** The processes that were killed. */
  readonly kills: number
  readonly events: number
  readonly delivered: number
  readonly repeated: number
  /** Why it ended. */
  readonly ended: Ended
  readonly lost: ReadonlyArray<string>
  /** What was still to be sent at the end, and what the store knew of the receivers. */
  readonly backlog: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<string>
}

/** How long a server is stopped by its own clock; longer than it takes others to take its work over. */
const stoppedMs = 30_000

/** Runs the disturbances on two servers of a place. */
export const deliver = (place: Place, run: Delivering): Promise<Delivered> =>
  receiving(async (receiver) => {
    const clocks = run.clocksMs.map((aheadMs): FastClock => ({ speed, sinceMs, aheadMs }))
    const servers = await Promise.all(clocks.map((clock) => started(place, clock)))
    const shop = await openShop(servers[0]!, { products: { ANY: 10 ** 9 } })
    const listeners = await subscribed(servers[0]!, shop, receiver, run.receivers)
    const fleet = new Fleet(shop)
    for (const server of servers) fleet.add(server)
    const chains: Array<Chain> = []
    const undelivered = new Undelivered(receiver, listeners, chains)
    const mustWait = () => undelivered.most > run.maxUndelivered
    let over = false
    const callers = Array.from({ length: run.callers }, (_, number) => {
      const chance = new Chance(run.seed * 1000 + number)
      const { pauseMs } = run
      return chain(fleet, chains, { name: `caller ${number}`, chance, pauseMs, isOver: () => over, mustWait })
    })
    await Promise.race([disturb({ place, servers, fleet, clocks, undelivered }, run), Promise.all(callers)])
    over = true
    await Promise.all(callers)
    fleet.close()
    const how = await undelivered.end()
    const isWhole = how === "everything arrived"
    const known = isWhole ? [] : await receiversIn(place, listeners, fastNowMs(clocks[0]!))
    // Read before the arrivals, so that what is delivered meanwhile is not missed by both.
    const open = isWhole ? new Map() : await openIn(place, shop, listeners)
    const heard = listeners.map((listener) => judgeHeard(listener, chains, receiver.at(listener.path), open))
    const ended = await Promise.all(servers.map(({ stop }) => stop()))
    const codes = ended.filter((code) => code !== 0).map((code) => `a server ended with ${code}`)
    const sum = (of: (one: (typeof heard)[number]) => number) => heard.reduce((all, one) => all + of(one), 0)
    return {
      disturbances: tallied(run.disturbances),
      kills: run.disturbances.reduce((all, one) => all + killedBy[one], 0),
      events: chains.reduce((all, { statuses }) => all + statuses.length, 0),
      delivered: sum(({ delivered }) => delivered),
      repeated: sum(({ repeated }) => repeated),
      ended: how,
      lost: heard.flatMap(({ lost }) => lost),
      backlog: [...heard.flatMap(({ backlog }) => backlog), ...known],
      wrong: [...heard.flatMap(({ wrong }) => wrong), ...codes, ...(await wrongInStore(place))]
    }
  })

/** When the clocks of all servers were right. */
const sinceMs = Date.now()

/** The processes that a disturbance kills. */
const killedBy: Readonly<Record<Disturbance, number>> = {
  "one killed": 1,
  "all killed": 2,
  "one stopped": 0,
  "one restarted": 0
}

/** One line for the README: of one run, or of several together. */
export const deliveriesLine = ({ adapter }: Place, runs: ReadonlyArray<Delivered>): string => {
  const what = Object.entries(tallied(runs.flatMap(({ disturbances }) => listed(disturbances))))
  const sum = (of: (one: Delivered) => number) => runs.reduce((all, one) => all + of(one), 0).toLocaleString("en-US")
  const ordered = runs.flatMap(({ wrong }) => wrong.filter(isAboutOrder)).length
  const counts = [
    `${sum(({ kills }) => kills)} kills (${what.map(([name, times]) => `${name} ${times}`).join(", ")})`,
    `${sum(({ events }) => events)} events`,
    `${sum(({ delivered }) => delivered)} deliveries`,
    `${sum(({ repeated }) => repeated)} repeated`,
    `${sum(({ lost }) => lost.length)} lost`,
    `${ordered} out of order`,
    `${sum(({ wrong }) => wrong.length - wrong.filter(isAboutOrder).length)} otherwise wrong`
  ]
  const ended = [...new Set(runs.map(({ ended }) => ended))].join(", ")
  return `deliveries: ${adapter.name} × 2 processes: ${counts.join(", ")}; ${ended}`
}

const listed = (disturbances: Delivered["disturbances"]): ReadonlyArray<Disturbance> =>
  Object.entries(disturbances).flatMap(([name, times]) => Array.from({ length: times }, () => name as Disturbance))

const tallied = (all: ReadonlyArray<Disturbance>): Delivered["disturbances"] => {
  const tally: Partial<Record<Disturbance, number>> = {}
  for (const one of all) tally[one] = (tally[one] ?? 0) + 1
  return tally
}

/** What is disturbed. */
interface Disturbed {
  readonly place: Place
  readonly servers: Array<Server>
  readonly fleet: Fleet
  readonly clocks: ReadonlyArray<FastClock>
  readonly undelivered: Undelivered
}

/** Disturbs servers one after the other, each while deliveries are being made; ends early if none is made any more. */
const disturb = async (all: Disturbed, { between, disturbances, seed }: Delivering): Promise<void> => {
  for (const [cycle, what] of disturbances.entries()) {
    const chance = new Chance(seed + cycle)
    if (!(await all.undelivered.further(chance.int(1, between)))) return
    const at = what === "all killed" ? [0, 1] : [chance.int(0, 1)]
    await Promise.all(at.map((one) => disturbed(all, one, what)))
  }
  await all.undelivered.further(between)
}

const disturbed = async ({ clocks, fleet, place, servers }: Disturbed, at: number, what: Disturbance) => {
  const server = servers[at]!
  fleet.leave(server)
  if (what === "one stopped") {
    process.kill(server.pid, "SIGSTOP")
    await setTimeout(stoppedMs / speed)
    process.kill(server.pid, "SIGCONT")
    return fleet.add(server)
  }
  if (what === "one restarted") await server.stop()
  else await server.kill()
  servers[at] = await started(place, clocks[at]!)
  fleet.add(servers[at]!)
}

const started = (place: Place, clock: FastClock): Promise<Server> =>
  start(place, {
    flags: ["--shutdown-delay", "0", "--allow-private-urls"],
    through: ["env", `NODE_OPTIONS=${nodeOptionsOf(clock)}`]
  })

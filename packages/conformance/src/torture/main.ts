/**
 * `npm run torture`: crashes, faults, races, restarts and greedy callers of real servers, for as long as requested.
 * Prints a line for each, and every finding; exits with 1 if there is any, and with 2 for wrong usage.
 */
import { parseArgs } from "node:util"
import { adapters } from "@bottega/storage/adapters"
import { everything } from "../sample.ts"
import { crash, crashLine } from "./crash.ts"
import { deliverAll } from "./delivering.ts"
import { whyNoFailing, whyNoFilling } from "./disk.ts"
import { failing, faultLine, filling, pretending } from "./faults.ts"
import { type FuzzRunOptions, fuzzed } from "./fuzzed.ts"
import { inside } from "./inside.ts"
import { type Place, placed, placeOf, type Server, start } from "./process.ts"
import { type Raced, raceLine, raceLines, races } from "./races.ts"
import { raceRelations } from "./relations.ts"
import { roll, rollLine } from "./rolling.ts"
import { type Starved, starve, starvedLine, worstOf, wrongIn } from "./starve.ts"
import { runSuites } from "./suites.ts"
import { traced, traceLine, whyNoTrace } from "./trace.ts"
import { versions, versionsLine, whyNoHistory } from "./versions.ts"

const addresses = adapters.filter(({ needs }) => needs === "uri").map(({ name }) => name)
const names = adapters.map(({ name }) => name)
/** The stores that outlive a server and can have several. */
const lasting = adapters.filter(({ needs }) => needs !== "nothing").map(({ name }) => name)
const usage = `Usage: npm run torture -- [flags]

  --cycles <n>    kill -9 two servers of a store under load this many times, and their database [60]
  --deliveries    kill, stop and restart servers while they deliver events, as often as --cycles says; their clocks go four times as fast
  --relations <n> race this many times for each relation between documents, on two processes [300]
  --races         many simultaneous callers, on one, two and four processes
  --faults        a failing disk, a full one, and what is on the disk before an answer; sqlite only
  --rolling <n>   restart two servers alternately this many times, behind a balancer and under load [20]
  --starve        one caller that takes all it can of a server, with every operation, and the effect on others; sqlite only
  --suites        the suites of the tests on every surface with every store, and 500 histories on each
  --versions <commit>  an older program, built from the git history, and this one on one file, in both orders; sqlite only
  --fuzz <n>      send this many requests of every kind to one server and judge every answer; sqlite by default
  --seed <n>      repeat a run's choices; printed by each
  --store <name>  ${names.join(", ")} [all of them]
${addresses.map((name) => `  --${name} <uri>   the address of that store; without it a server is started, which is killed as well\n`).join("")}
Without --cycles, --deliveries, --relations, --races, --faults, --rolling, --starve, --suites, --versions and --fuzz, all but the last two run.
`

const options = {
  cycles: { type: "string" },
  deliveries: { type: "boolean" },
  relations: { type: "string" },
  races: { type: "boolean" },
  faults: { type: "boolean" },
  rolling: { type: "string" },
  starve: { type: "boolean" },
  suites: { type: "boolean" },
  versions: { type: "string" },
  fuzz: { type: "string" },
  seed: { type: "string" },
  store: { type: "string" },
  ...Object.fromEntries(addresses.map((name) => [name, { type: "string" } as const]))
} as const

const main = async (what: ReturnType<typeof asked>): Promise<number> => {
  const {
    addressOf,
    cycles,
    disturbances,
    faults,
    older,
    race,
    requests,
    restarts,
    rounds,
    seed,
    starving,
    stores,
    suites
  } = what
  const on: On = (store, run) => placed(placeOf(store, addressOf(store)), run)
  console.log(`seed ${seed}`)
  let failures = 0
  const say = (line: string, wrong: ReadonlyArray<string>) => {
    console.log([line, ...wrong.map((one) => `  ${one}`)].join("\n"))
    failures += wrong.length
  }
  for (const store of cycles > 0 ? stores.filter((name) => lasting.includes(name)) : [])
    await on(store, async (place) => {
      const crashed = await crash(place, { cycles, processes: 2, seed, maxWrites: 1500 })
      say(crashLine(place, crashed), [...crashed.lost, ...crashed.wrong])
    })
  for (const store of disturbances > 0 ? stores.filter((name) => lasting.includes(name)) : [])
    await deliverAll(store, { address: addressOf(store), disturbances, seed }, say)
  for (const store of restarts > 0 ? stores.filter((name) => lasting.includes(name)) : [])
    await on(store, async (place) => {
      const rolled = await roll(place, { restarts, seed, writers: 8, readers: 24, sleepers: 12 })
      say(rollLine(place, rolled), rolled.wrong)
    })
  if (faults) await withFaults(seed, on, say)
  if (starving)
    await on("sqlite", async (place) => {
      const server = await start(place)
      const all: Array<Starved> = []
      await starve(server, promised, (starved) => {
        all.push(starved)
        say(starvedLine(starved), wrongIn(starved))
      })
      say(worstOf(all), [])
      await server.stop()
    })
  if (older !== undefined) await withVersions(older, seed, on, say)
  for (const store of rounds > 0 ? stores : []) await raceRelations(store, addressOf(store), rounds, say)
  if (race) await withRaces(stores, on, say)
  if (suites) say("suites: every surface with every store", runSuites())
  for (const store of requests > 0 ? stores : []) await withFuzz(store, { requests, seed }, on, say)
  return failures === 0 ? 0 : 1
}

const withVersions = async (commit: string, seed: number, on: On, say: Say): Promise<void> => {
  const why = whyNoHistory(commit)
  if (why !== undefined) return say(`not run: versions: ${why}`, [])
  await on("sqlite", async (place) => {
    const found = await versions(place, { commit, seed, writes: 1500 })
    say(versionsLine(commit, found), [...found.lost, ...found.wrong])
    for (const sentence of found.refusals) say(`  refused: ${sentence}`, [])
  })
}

const withRaces = async (stores: ReadonlyArray<string>, on: On, say: Say): Promise<void> => {
  const raced: Array<Raced> = []
  const tell = (one: Raced) => {
    say(raceLine(one), one.wrong)
    raced.push(one)
  }
  for (const store of stores) {
    if (!lasting.includes(store)) await inside(store, (place, server) => races(place, [server], crowd, tell))
    for (const processes of lasting.includes(store) ? [1, 2, 4] : [])
      await on(store, async (place) => {
        const servers = await Promise.all(Array.from({ length: processes }, () => start(place)))
        await races(place, servers, crowd, tell)
        await Promise.all(servers.map(({ stop }) => stop()))
      })
  }
  for (const line of raceLines(raced)) say(line, [])
}

const withFuzz = async (
  store: string,
  { requests, seed }: Pick<FuzzRunOptions, "requests" | "seed">,
  on: On,
  say: Say
) => {
  const run = async (place: Place, begin: () => Promise<Server>) => {
    const { line, table, wrong } = await fuzzed(place, begin, {
      requests,
      seed,
      maxHeldMs: 300,
      maxMemoryMiB: 1024,
      onProgress
    })
    console.log(table.join("\n"))
    say(line, wrong)
  }
  if (lasting.includes(store)) await on(store, (place) => run(place, () => start(place)))
  else await inside(store, (place, server) => run(place, async () => server))
}
let shown = 0
const onProgress = (done: number, findings: number) => {
  if (done - shown < 25_000) return
  shown = done
  console.error(`${done} requests, ${findings} findings`)
}

const crowd = { buyers: 2000, callers: 200 }
const promised = {
  ...{ bodies: 5200, headers: 5000, readers: 500, callers: 1000, asked: 2000, askedOfEach: 300 },
  ...{ orders: 20_000, customers: 5000, points: 4000, operations: everything }
}

type On = (store: string, run: (place: Place) => Promise<void>) => Promise<void>
type Say = (line: string, wrong: ReadonlyArray<string>) => void

const withFaults = async (seed: number, on: On, say: Say): Promise<void> => {
  const unless = async (name: string, why: string | undefined, run: (place: Place) => Promise<void>) =>
    why === undefined ? on("sqlite", run) : say(`not run: ${name}: ${why}`, [])
  await unless("durable", whyNoTrace(), async (place) => {
    const answered = await traced(place, { alone: 200, together: 800 })
    say(
      traceLine(answered),
      answered.flatMap(({ durable, request }) => (durable ? [] : [`not on the disk: ${request}`]))
    )
  })
  await unless("failing disk", whyNoFailing(), async (place) => {
    const failed = await failing(place, seed)
    say(faultLine("failing disk", failed), [...failed.lost, ...failed.wrong])
  })
  const [fill, whyNot] = whyNoFilling() === undefined ? [filling, undefined] : [pretending, whyNoFailing()]
  await unless("full disk", whyNot, async (place) => {
    const filled = await fill(place, seed)
    say(faultLine("full disk", filled), [...filled.lost, ...filled.wrong])
  })
}

/** The options on the command line; throws a sentence if they make no sense. */
const asked = () => {
  const { values } = parseArgs({ options })
  const given = values as Readonly<Record<string, string | boolean | undefined>>
  const requests = numberIn(given["fuzz"], "fuzz") ?? 0
  const flags = [
    "cycles",
    "deliveries",
    "relations",
    "races",
    "faults",
    "rolling",
    "starve",
    "suites",
    "versions",
    "fuzz"
  ]
  const everything = !flags.some((name) => given[name] !== undefined)
  const isDelivering = given["deliveries"] === true
  const named = given["store"] ?? addresses.find((name) => given[name] !== undefined)
  if (named !== undefined && !names.includes(String(named)))
    throw new TypeError(`--store must be one of ${names.join(", ")}.`)
  const stores = named === undefined ? (requests > 0 ? ["sqlite"] : names) : [String(named)]
  if (given["faults"] === true && !stores.includes("sqlite"))
    throw new TypeError("--faults is for sqlite, whose disk is ours to break.")
  if (given["starve"] === true && !stores.includes("sqlite")) throw new TypeError("--starve is for sqlite.")
  return {
    stores,
    addressOf: (name: string) => (given[name] === undefined ? undefined : String(given[name])),
    cycles: isDelivering ? 0 : (numberIn(given["cycles"], "cycles") ?? (everything ? 60 : 0)),
    disturbances: isDelivering || everything ? (numberIn(given["cycles"], "cycles") ?? 60) : 0,
    seed: numberIn(given["seed"], "seed") ?? Date.now() % 1_000_000,
    restarts: numberIn(given["rolling"], "rolling") ?? (everything ? 20 : 0),
    requests,
    older: given["versions"] === undefined ? undefined : String(given["versions"]),
    rounds: numberIn(given["relations"], "relations") ?? (everything ? 300 : 0),
    race: everything || given["races"] === true,
    suites: everything || given["suites"] === true,
    starving: stores.includes("sqlite") && (everything || given["starve"] === true),
    faults: stores.includes("sqlite") && (everything || given["faults"] === true)
  }
}

const numberIn = (text: string | boolean | undefined, flag: string): number | undefined => {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(String(text))) return Number(text)
  throw new TypeError(`--${flag} must be a number.`)
}

// Servers end with the process that started them.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1))
const understood = () => {
  try {
    return asked()
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    return undefined
  }
}
const given = understood()
process.exitCode = given === undefined ? 2 : await main(given)

/**
 * Measures the store that `npm start` runs, as ratios to a bare Fastify in the same run, because machines vary and
 * ratios vary less. `npm run bench` runs everything; `npm run bench -- start reads writes driver processes scale holds
 * guards bytes pictures people mail deliveries lateness points everyone catalogue finding ring restore pull console` runs what
 * is named, and `table` stands for the sections of the table in docs/performance.md. `console-hours` takes five minutes, and runs
 * only if it is named.
 *
 * `BOTTEGA_BUNDLE=<path of another dist/bottega.mjs>` measures that program instead, such as an older one. `BENCH_BRIEF=1`
 * only tries `reads`, `writes`, `driver` and `console`: their shops are small and they measure once. `BENCH_ORDERS=<number>`
 * sets the number of orders for `console`.
 */
import { bytesBench } from "./bytes.ts"
import { reads } from "./cases.ts"
import { catalogue } from "./catalogue.ts"
import { consoleHours } from "./console/hours.ts"
import { consoleBench } from "./console.ts"
import { endDatabase, engine } from "./database.ts"
import { deliveries } from "./deliveries.ts"
import { driver } from "./driver.ts"
import { everyone } from "./everyone.ts"
import { finding } from "./finding.ts"
import { guards } from "./guards.ts"
import { holds } from "./holds.ts"
import { lateness } from "./lateness.ts"
import { sender } from "./load.ts"
import { mail } from "./mail.ts"
import { people } from "./people.ts"
import { pictures } from "./pictures.ts"
import { points } from "./points.ts"
import { processes } from "./processes.ts"
import { pull } from "./pull.ts"
import { restore } from "./restore.ts"
import { ring } from "./ring.ts"
import { scale } from "./scale.ts"
import { starts } from "./starts.ts"
import { writes } from "./writes.ts"

const sections = {
  start: starts,
  reads,
  writes,
  driver,
  processes,
  scale,
  holds,
  guards,
  bytes: bytesBench,
  pictures,
  people,
  mail,
  deliveries,
  lateness,
  points,
  everyone,
  catalogue,
  finding,
  ring,
  restore,
  pull,
  console: consoleBench
}
/** Those that run only if they are named, because they take minutes. */
const onlyNamed = { "console-hours": consoleHours }
const all = { ...sections, ...onlyNamed }
type Section = keyof typeof all

/** The sections of the table in docs/performance.md. */
const ofTable = ["start", "reads", "writes", "driver", "processes"]

const named = process.argv.slice(2).flatMap((name) => (name === "table" ? ofTable : [name]))
const unknown = named.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}: ${Object.keys(all).join(", ")}, table.`)
  process.exit(2)
}
console.log(`Node ${process.versions.node}, load by ${sender} over 32 connections from another process\n`)
for (const name of named.length > 0
  ? (named as ReadonlyArray<Section>)
  : (Object.keys(sections) as ReadonlyArray<Section>))
  await all[name]()
const database = await engine()
if (database !== undefined) console.log(`MongoDB was ${database}`)
await endDatabase()
process.exit(0)

/**
 * Measures the store that `npm start` runs, as ratios to a bare Fastify in the same run, because machines vary and
 * ratios vary less. `npm run bench` runs everything; `npm run bench -- start reads writes driver processes scale holds
 * guards bytes pictures people points everyone catalogue` runs what is named.
 *
 * `BOTTEGA_BUNDLE=<path of another dist/bottega.mjs>` measures that program instead, such as an older one. `BENCH_BRIEF=1`
 * only tries `writes` and `driver`: their shops are small and they measure once.
 */
import { bytesBench } from "./bytes.ts"
import { reads } from "./cases.ts"
import { catalogue } from "./catalogue.ts"
import { endDatabase, engine } from "./database.ts"
import { driver } from "./driver.ts"
import { everyone } from "./everyone.ts"
import { guards } from "./guards.ts"
import { holds } from "./holds.ts"
import { sender } from "./load.ts"
import { people } from "./people.ts"
import { pictures } from "./pictures.ts"
import { points } from "./points.ts"
import { processes } from "./processes.ts"
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
  points,
  everyone,
  catalogue
}
type Section = keyof typeof sections

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in sections))
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}: ${Object.keys(sections).join(", ")}.`)
  process.exit(2)
}
console.log(`Node ${process.versions.node}, load by ${sender} over 32 connections from another process\n`)
for (const name of named.length > 0
  ? (named as ReadonlyArray<Section>)
  : (Object.keys(sections) as ReadonlyArray<Section>))
  await sections[name]()
const database = await engine()
if (database !== undefined) console.log(`MongoDB was ${database}`)
await endDatabase()
process.exit(0)

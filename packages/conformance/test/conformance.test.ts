/** The suites of all areas, or of those that `npm test -- <area>` names, on the stores that need no server. */
import { suitesOf } from "../src/areas.ts"
import { run } from "../src/run.ts"

run(suitesOf(process.env["BOTTEGA_AREAS"]?.split(",")), "embedded")

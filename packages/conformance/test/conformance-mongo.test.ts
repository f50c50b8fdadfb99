/** The suites of all areas, or of those that `npm test -- <area>` names, on MongoDB. */
import { suitesOf } from "../src/areas.ts"
import { run } from "../src/run.ts"

run(suitesOf(process.env["BOTTEGA_AREAS"]?.split(",")), "served")

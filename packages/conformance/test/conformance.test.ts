import { suites } from "../src/areas.ts"
import { run } from "../src/run.ts"

run(suites)

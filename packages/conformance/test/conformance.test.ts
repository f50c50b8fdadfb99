import { run } from "../src/run.ts"
import { suites } from "../src/suites.ts"

run(suites)

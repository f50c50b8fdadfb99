/** What holds for every operation, on MongoDB. */
import { everywhere } from "../src/everywhere.ts"
import { run } from "../src/run.ts"

run(everywhere, "served")

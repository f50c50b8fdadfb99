import { everywhere } from "../src/everywhere.ts"
import { run } from "../src/run.ts"

run(everywhere)

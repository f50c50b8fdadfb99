/** What holds for every operation, on the stores that need no server. */
import { everywhere } from "../src/everywhere.ts"
import { run } from "../src/run.ts"

run(everywhere, "embedded")

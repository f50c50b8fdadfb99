#!/usr/bin/env node
/** The `bottega` command. */
import { bottega } from "./bottega.ts"
import { endWithReader } from "./output.ts"

endWithReader()
process.exitCode = await bottega(process.argv.slice(2))

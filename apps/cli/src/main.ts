#!/usr/bin/env node
/**
 * The command `bottega`. Nothing is loaded before it is needed: a server starts without the commands, and they run
 * without the server.
 */
import { endWithReader } from "./output.ts"

endWithReader()
const [first, ...rest] = process.argv.slice(2)
if (process.getBuiltinModule?.("node:sqlite") === undefined) {
  // An older Node would end with a stack trace at the first import of it.
  console.error(`bottega needs Node 22.19 or newer; this is Node ${process.versions.node}.`)
  process.exitCode = 2
} else if (first === "serve") {
  const { start } = await import("@bottega/server/start")
  process.exitCode = await start(rest)
} else {
  const { bottega } = await import("./bottega.ts")
  process.exitCode = await bottega(process.argv.slice(2))
}

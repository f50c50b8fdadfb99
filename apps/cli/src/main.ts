#!/usr/bin/env node
/**
 * The command `bottega`. It loads only what it needs: a server starts without the commands, and the commands run
 * without the server.
 */
import { endWithOutput } from "./output.ts"

const [first, ...rest] = process.argv.slice(2)
// A server goes on when nobody reads what it prints.
if (first === "serve") process.stdout.on("error", () => {})
else endWithOutput()
if (process.getBuiltinModule?.("node:sqlite") === undefined) {
  // An older Node would print a stack trace at the first import of node:sqlite.
  console.error(`bottega needs Node 22.19 or newer; this is Node ${process.versions.node}.`)
  process.exitCode = 2
} else if (first === "serve") {
  const { start } = await import("@bottega/server/start")
  process.exitCode = await start(rest)
} else {
  const { bottega } = await import("./bottega.ts")
  process.exitCode = await bottega(process.argv.slice(2))
}

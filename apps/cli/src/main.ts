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
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
/** Node 23 lacks a part of the SQLite of Node 22.19. */
const isSupported = (major === 22 && minor >= 19) || major >= 24

/** Loads Node's SQLite, for which Node 22 warns that it is experimental: no user can do anything about that. */
const loadSqlite = (): void => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  process.getBuiltinModule("node:sqlite")
  process.emitWarning = emitWarning
}

if (!isSupported) {
  // It would print a stack trace at an import, or call a data file damaged.
  console.error(`bottega needs Node 22.19 or newer, but not 23; this is Node ${process.versions.node}.`)
  process.exitCode = 2
} else {
  loadSqlite()
  if (first === "serve") {
    const { start } = await import("@bottega/server/start")
    process.exitCode = await start(rest)
  } else {
    const { bottega } = await import("./bottega.ts")
    process.exitCode = await bottega(process.argv.slice(2))
  }
}

/** Starts another process on the same store, which works and prints a line for each answered commit. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { bundleProgram } from "../../../tools/bundle.ts"

/** What the other process works at; see `working.ts`. */
export type Task = "take" | "count" | "write" | "refer" | "remove" | "keep" | "drop" | "upload" | "store"

/** Each test file makes its own in the folder of the run, so it is never older than its sources; it starts in a third of their time. */
const program = await bundleProgram(
  fileURLToPath(new URL("./working.ts", import.meta.url)),
  mkdtempSync(join(tmpdir(), "bottega-working-"))
)

/**
 * Starts a process; `lines` grows while it works, and `done` resolves to all of them. `printed` waits for so many, and fails if
 * the process ends before.
 */
export const run = (adapter: string, location: string, task: Task, count: number) => {
  const child = spawn(process.execPath, [program, adapter, location, task, String(count)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const lines: Array<string> = []
  const reading = createInterface(child.stdout).on("line", (line) => lines.push(line))
  const closed = once(reading, "close")
  const done = once(child, "exit").then(async ([code, signal]) => {
    await closed
    if (code !== 0 && signal !== "SIGKILL") throw new Error(`the other process ended with ${code ?? signal}`)
    return lines
  })
  // A caller of `printed` reads the failure later.
  done.catch(() => {})
  const isRunning = () => (child.exitCode ?? child.signalCode) === null
  const printed = async (count: number) => {
    while (lines.length < count && isRunning()) await sleep(5)
    if ((isRunning() ? lines : await done).length < count)
      throw new Error(`the other process printed less than ${count} lines`)
  }
  return { child, done, isRunning, lines, printed }
}

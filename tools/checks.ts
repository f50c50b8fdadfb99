// The checks beside the tests, each a process of its own: style, types, dependencies, packages.
import { spawn } from "node:child_process"
import { join } from "node:path"
import { stateOf, unlessUnchanged } from "./unchanged.ts"

const root = join(import.meta.dirname, "..")
const installed = (program: string) => join(root, "node_modules", program)

/** The result of a check, and what it printed. */
interface Checked {
  readonly ok: boolean
  readonly output: string
}

/**
 * Several checkers repeat what their files share; one takes a quarter less CPU time, which the tests beside it need. What cannot be
 * declared is found where declarations are made, with the packages; making them for tests and tools too is a third of this check.
 */
export const thrifty = ["--checkers", "1", "--declaration", "false"]

/** The command that Node runs for each check. */
const checks: Record<string, ReadonlyArray<string>> = {
  style: [installed("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  types: [installed("typescript/bin/tsc"), "--noEmit", ...thrifty],
  // What runs in a browser has its types, and no others.
  "types of the console": [installed("typescript/bin/tsc"), "--noEmit", ...thrifty, "-p", "apps/console"],
  dependencies: [installed("knip/bin/knip.js"), "--no-progress"],
  rooms: [join(import.meta.dirname, "rooms.ts")],
  packages: [join(import.meta.dirname, "pack.ts")]
}

/**
 * The packages depend on a part of the files only, and `npm run pack` itself decides when to rebuild them. The check of rooms
 * reads Markdown too, and takes a quarter of a second.
 */
const isOfAllFiles = (name: string): boolean => name !== "packages" && name !== "rooms"

/**
 * Runs all checks, one after the other, and reports the result of each at its end; a check that passed is not repeated
 * on the same files.
 */
export const check = async (say: (text: string) => void): Promise<{ passed: number; failed: number }> => {
  const tally = { passed: 0, failed: 0 }
  for (const [name, args] of Object.entries(checks)) {
    const start = performance.now()
    const stamp = join(root, "dist/checks", name)
    const run = () => runNode(args)
    const result = isOfAllFiles(name) ? await unlessUnchanged(stamp, () => stateOf(root), run) : await run()
    const { ok, output } = result === "unchanged" ? { ok: true, output: "" } : result
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const how = result === "unchanged" ? "passed before on the same files" : `${seconds} s`
    say(`${output}${ok ? "ok    " : "FAILED"} ${name} (${how})\n`)
    tally[ok ? "passed" : "failed"] += 1
  }
  return tally
}

const runNode = (args: ReadonlyArray<string>): Promise<Checked> =>
  new Promise((resolve) => {
    const env = process.stdout.isTTY ? { FORCE_COLOR: "1", ...process.env } : process.env
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text
      })
    child.on("error", (error) => resolve({ ok: false, output: `${error}\n` }))
    child.on("close", (code) => resolve({ ok: code === 0, output }))
  })

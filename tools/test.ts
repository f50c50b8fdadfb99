// Runs everything that must hold before a change is merged: style, types, dependencies, packages, tests; with filters, the
// chosen tests only. A failure stops nothing. The last line is `N passed, N failed`, tests and checks together.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pack } from "./pack.ts"
import { type Selection, select } from "./selection.ts"

interface Tally {
  passed: number
  failed: number
}

const root = join(import.meta.dirname, "..")

/** Runs the program of an installed package; true if it exits with 0. */
const run = (program: string, ...args: Array<string>): boolean =>
  spawnSync(process.execPath, [join(root, "node_modules", program), ...args], { cwd: root, stdio: "inherit" })
    .status === 0

const checks: Record<string, () => boolean | Promise<boolean>> = {
  style: () => run("@biomejs/biome/bin/biome", "check", "--error-on-warnings"),
  types: () => run("typescript/bin/tsc", "--noEmit"),
  dependencies: () => run("knip/bin/knip.js", "--no-progress"),
  packages: pack
}

const check = async (): Promise<Tally> => {
  const tally: Tally = { passed: 0, failed: 0 }
  for (const [name, holds] of Object.entries(checks)) {
    const start = performance.now()
    const ok = await holds()
    console.log(`${ok ? "ok    " : "FAILED"} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
    tally[ok ? "passed" : "failed"] += 1
  }
  return tally
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: Array<{ status: string; assertionResults: Array<{ status: string }> }>
}

/** A file that fails without a failing test (it does not load, a hook throws) counts as one failure. */
const count = (report: Report): Tally => {
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed")
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/**
 * Runs vitest on the tests that the arguments choose: filters, then options of vitest. It counts as one failure that no test ran,
 * or that vitest failed for another reason than a test.
 */
const test = (args: ReadonlyArray<string>): Tally => {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"))
  const filters = firstOption < 0 ? args : args.slice(0, firstOption)
  const selection = filters.length === 0 ? everything : select(filters)
  if (typeof selection !== "string") return runVitest(selection, args.slice(filters.length))
  console.error(selection)
  return { passed: 0, failed: 1 }
}

const everything: Selection = { files: [], areas: undefined }

const runVitest = ({ files, areas }: Selection, options: ReadonlyArray<string>): Tally => {
  if (areas !== undefined) process.env["BOTTEGA_AREAS"] = areas.join()
  const folder = mkdtempSync(join(tmpdir(), "bottega-test-"))
  const file = join(folder, "report.json")
  try {
    const ok = run(
      "vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...files,
      ...options
    )
    const tally = count(JSON.parse(readFileSync(file, "utf8")))
    if (tally.passed + tally.failed === 0) console.error("No test ran.")
    else if (ok || tally.failed > 0) return tally
    return { passed: tally.passed, failed: tally.failed + 1 }
  } catch (error) {
    console.error(`The tests left no report: ${error}`)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const args = process.argv.slice(2)
const onlyChecks = args[0] === "--checks"
const tallies: Array<Tally> = []
if (onlyChecks || args.length === 0) tallies.push(await check())
if (!onlyChecks) tallies.push(test(args))
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
if (failed > 0) process.exitCode = 1
process.stdout.write(`${passed} passed, ${failed} failed\n`)

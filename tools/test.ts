// Runs everything that must hold before a change is merged: tests, and beside them style, types, dependencies, packages; with
// filters, the chosen tests only. A failure stops nothing. The last line is `N passed, N failed`, tests and checks together.
import { spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { check } from "./checks.ts"
import { scratch } from "./scratch.ts"
import { type Selection, select } from "./selection.ts"

interface Tally {
  passed: number
  failed: number
}

const root = join(import.meta.dirname, "..")

/**
 * The young generation of each worker's heap begins with a size that V8 otherwise reaches after many small collections. They are
 * a fifth of what it takes to load modules.
 */
const flags = ["--min-semi-space-size=16", "--max-semi-space-size=32"]

/** Runs vitest on our terminal, with its temporary files in a folder; true if it exits with 0. */
const vitest = (folder: string, ...args: Array<string>): Promise<boolean> =>
  new Promise((resolve) => {
    const program = join(root, "node_modules/vitest/vitest.mjs")
    const env = { ...process.env, TMPDIR: folder }
    const child = spawn(process.execPath, [...flags, program, ...args], { cwd: root, env, stdio: "inherit" })
    child.on("error", (error) => {
      console.error(error)
      resolve(false)
    })
    child.on("exit", (code) => resolve(code === 0))
  })

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
const test = async (args: ReadonlyArray<string>): Promise<Tally> => {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"))
  const filters = firstOption < 0 ? args : args.slice(0, firstOption)
  const selection = filters.length === 0 ? everything : select(filters)
  if (typeof selection !== "string") return runVitest(selection, args.slice(filters.length))
  console.error(selection)
  return { passed: 0, failed: 1 }
}

const everything: Selection = { files: [], areas: undefined }

const runVitest = async ({ files, areas }: Selection, options: ReadonlyArray<string>): Promise<Tally> => {
  if (areas !== undefined) process.env["BOTTEGA_AREAS"] = areas.join()
  const folder = scratch()
  const file = join(folder, "report.json")
  try {
    const ok = await vitest(
      folder,
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

const print = (text: string) => void process.stdout.write(text)

/** Everything: the checks run beside the tests, and what they print follows what the tests print. */
const both = async (): Promise<ReadonlyArray<Tally>> => {
  const printed: Array<string> = []
  const checking = check((text) => printed.push(text))
  const tested = await test([])
  print(printed.splice(0).join(""))
  const checked = await checking
  print(printed.join(""))
  return [checked, tested]
}

const args = process.argv.slice(2).filter((arg) => arg !== "--cpu")
if (process.argv.includes("--cpu")) process.env["BOTTEGA_CPU"] = "1"
const onlyChecks = args[0] === "--checks"
const tallies = onlyChecks ? [await check(print)] : args.length === 0 ? await both() : [await test(args)]
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
if (failed > 0) process.exitCode = 1
print(`${passed} passed, ${failed} failed\n`)

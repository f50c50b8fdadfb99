// Runs programs of this machine to their end.
import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

/** A program's exit code (127 if there is no such program) and what it printed. */
export interface Outcome {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs a program without input. */
export const run = (program: string, args: ReadonlyArray<string>, env = process.env): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    let errors = ""
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text))
    child.stderr.setEncoding("utf8").on("data", (text) => (errors += text))
    child.on("error", (error) => resolve({ code: 127, output, errors: error.message }))
    child.on("close", (code) => resolve({ code: code ?? 1, output, errors }))
  })

/** Runs a program and returns its output. Throws with the last lines of its stderr if it fails. */
export const output = async (program: string, args: ReadonlyArray<string>): Promise<string> => {
  const outcome = await run(program, args)
  if (outcome.code === 0) return outcome.output
  const reason = outcome.errors.trim().split("\n").slice(-3).join(" ")
  throw new Error(`${program} ${args[0] ?? ""} failed (${outcome.code}): ${reason}`)
}

/** The path of a program on the PATH, if there is one. */
export const programOnPath = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isProgram)

/** Whether a file exists and is executable. */
export const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

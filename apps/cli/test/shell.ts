/**
 * Runs the command as a shell does: from the bundle that `npm start` runs, in a folder of its own, without any settings
 * from our environment.
 */
import { type ChildProcess, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundled } from "../../../tools/bundle.ts"
import type { Line, Outcome } from "./lines.ts"

/** The file that node runs. */
export const main = await bundled()
export const environment: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(BOTTEGA_|NO_COLOR|FORCE_COLOR|NODE_(?!COMPILE_CACHE$))/.test(name))
)

export interface Result {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface Settings {
  readonly input?: string
  readonly env?: object
}

/**
 * A temporary folder, and functions that run `bottega` in it: `run` and its short forms run one line after the other in a process that
 * they share, `apart` starts a process of its own, which a test of processes, pipes or flags of Node needs.
 */
export const session = () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-cli-"))
  const lines = inOneProcess(folder)
  const bottega = (...args: ReadonlyArray<string>) => lines.run(args)
  return {
    folder,
    run: lines.run,
    bottega,
    apart: (args: ReadonlyArray<string>, settings: Settings = {}) => apart(folder, args, settings),
    json: async (...args: ReadonlyArray<string>) => JSON.parse((await bottega(...args, "--json")).out),
    end: async () => {
      await lines.end()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const envOf = ({ env }: Settings) => ({ ...environment, ...env })

const apart = async (folder: string, args: ReadonlyArray<string>, settings: Settings): Promise<Result> => {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: envOf(settings) })
  child.stdin.end(settings.input ?? "")
  return ended(child)
}

/**
 * Runs a program of bash, such as the commands of a guide, in a process group of its own. The group ends with it, or once it has
 * hung for minutes: servers that it left in the background would otherwise keep its output open for ever.
 */
export const script = (program: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Result> => {
  const stdio = ["ignore", "pipe", "pipe"] as const
  const child = spawn("bash", ["-euo", "pipefail", "-c", program], { cwd, env, detached: true, stdio: [...stdio] })
  const endGroup = () => {
    try {
      process.kill(-child.pid!, "SIGKILL")
    } catch {
      // Nothing of it runs any more.
    }
  }
  const hanging = setTimeout(endGroup, hangMs)
  child.once("exit", endGroup)
  return ended(child).finally(() => clearTimeout(hanging))
}

/** No line of a guide takes so long on the slowest machine. */
export const hangMs = 5 * 60_000

/** What a process has printed when it ends. */
const ended = (child: ChildProcess): Promise<Result> =>
  new Promise((resolve, reject) => {
    const [out, err]: [Array<Buffer>, Array<Buffer>] = [[], []]
    child.stdout!.on("data", (part) => out.push(part))
    child.stderr!.on("data", (part) => err.push(part))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, out: textOf(out), err: textOf(err) }))
  })

const textOf = (parts: ReadonlyArray<Uint8Array>): string => Buffer.concat(parts).toString()

/** Runs lines in a process, which the first one starts. One that ends its process has what was printed there as its result. */
const inOneProcess = (folder: string) => {
  let shared: { readonly child: ChildProcess; readonly ended: Promise<Result> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const child = fork(join(import.meta.dirname, "lines.ts"), [main], {
      cwd: folder,
      env: { ...environment },
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "pipe", "pipe", "ipc"]
    })
    child.once("close", () => (shared = undefined))
    return { child, ended: ended(child) }
  }
  const run = async (args: ReadonlyArray<string>, settings: Settings): Promise<Result> => {
    const { child, ended } = (shared ??= start())
    const line: Line = { args, env: envOf(settings), input: settings.input ?? "" }
    const answered = new Promise<Result>((resolve) =>
      child.once("message", ({ code, err, out }: Outcome) => resolve({ code, out: textOf([out]), err: textOf([err]) }))
    )
    child.send(line)
    return Promise.race([answered, ended])
  }
  return {
    run: (args: ReadonlyArray<string>, settings: Settings = {}): Promise<Result> => {
      const result = last.then(() => run(args, settings))
      last = result.catch(() => undefined)
      return result
    },
    /** Ends the process. It waits for what the lines have left open, as a process of their own would have. */
    end: async (): Promise<void> => {
      await last
      if (shared === undefined) return
      const exited = once(shared.child, "exit")
      shared.child.disconnect()
      await exited
    }
  }
}

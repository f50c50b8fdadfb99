/** The command `bottega serve`: from its arguments to its exit code. */
import { Result } from "effect"
import { type Config, configOf } from "./config.ts"
import { help } from "./flags.ts"
import { type Log, makeLog } from "./log.ts"
import { NotStarted } from "./not-started.ts"
import { progressTo, welcome } from "./people.ts"
import { type Running, serve } from "./serve.ts"

/** Runs a server until it is told to end. 0: it ended well, 1: it could not start, 2: it was told something wrong. */
export const start = async (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>> = process.env
): Promise<number> => {
  if (args.includes("--help") || args.includes("-h")) return say(process.stdout, help(), 0)
  const config = configOf(args, environment)
  if (Result.isFailure(config))
    return say(process.stderr, `${[...config.failure, "See: bottega serve --help"].join("\n")}\n`, 2)
  return run(config.success)
}

/** Runs a server that is configured, until it is told to end; its exit code is that of {@link start}. */
export const run = async (config: Config): Promise<number> => {
  const log = makeLog({ level: config.logLevel })
  endWith(log)
  for (const warning of config.warnings) log.warn(warning)
  const told = signal()
  try {
    const running = await serve(config, { log, onProgress: progressTo(process.stderr) })
    // Pipes get lines of the log and nothing else, unless a demo is asked for, which is for people.
    if (process.stdout.isTTY || config.demo) process.stdout.write(welcome(running, config))
    return await ended(running, told, log)
  } catch (error) {
    if (error instanceof NotStarted) return say(process.stderr, `${log.redacted(error.message)}\n`, 1)
    throw error
  } finally {
    log.flush()
  }
}

const say = (to: NodeJS.WriteStream, text: string, code: number): number => {
  to.write(text)
  return code
}

/** The first signal to end; a second one ends the process there and then. */
const signal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let first: NodeJS.Signals | undefined
    const on = (name: NodeJS.Signals, number: number) =>
      process.on(name, () => {
        if (first !== undefined) process.exit(128 + number)
        first = name
        resolve(name)
      })
    on("SIGTERM", 15)
    on("SIGINT", 2)
  })

const ended = async (running: Running, told: Promise<NodeJS.Signals>, log: Log): Promise<number> => {
  log.info("stopping", { signal: await told })
  await running.stop()
  return 0
}

/** Whatever ends the process, the log is written out; what nobody foresaw is in it. */
const endWith = (log: Log): void => {
  process.on("exit", log.flush)
  process.on("uncaughtException", (error) => {
    log.fatal(error)
    process.exit(1)
  })
}

/** The command `bottega serve`: from its arguments to its exit code. */
import { closeSync, openSync } from "node:fs"
import { Result } from "effect"
import { type Config, configOf } from "../config/config.ts"
import { help } from "../config/help.ts"
import { type Log, makeLog } from "../log/log.ts"
import { allocateYoung, collectEarly, collectUploads } from "./heap.ts"
import { NotStarted } from "./not-started.ts"
import { progressTo, welcome } from "./people.ts"
import { Ended, serve } from "./serve.ts"

/** Runs a server until a signal ends it. 0: it ended gracefully, 1: it could not start, 2: wrong usage. */
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

/** Runs a configured server until a signal ends it; its exit code is that of {@link start}. */
const run = async (config: Config): Promise<number> => {
  allocateYoung()
  collectEarly()
  const log = makeLog({ level: config.logLevel, format: config.logFormat ?? (process.stderr.isTTY ? "text" : "json") })
  endWith(log)
  for (const warning of config.warnings) log.warn(warning)
  const end = endOf(log)
  let renew = () => {}
  process.on("SIGHUP", () => (hasLostTerminal() ? end.now("SIGTERM") : renew()))
  let starting = true
  // Every store survives a process that is killed, so an aborted start is not waited for.
  const giveUp = (name: keyof typeof numbers) => starting && process.exit(128 + numbers[name])
  void end.signal.then((name) => setTimeout(giveUp, abortedStartMs, name).unref())
  try {
    const running = await serve(config, {
      log,
      ending: end.listen,
      kept: collectUploads(),
      onProgress: progressTo(process.stderr, log)
    })
    starting = false
    renew = running.renew
    // Pipes get only log lines, unless a demo is requested, which is for people.
    if (process.stdout.isTTY || config.demo)
      process.stdout.write(welcome(running, config, process.env["BOTTEGA_COMMAND"], await running.signIn()))
    const received = await end.signal
    // A person at the keyboard sends no requests while the server ends.
    await running.stop(received === "SIGINT" ? 0 : config.shutdownDelay)
    return 0
  } catch (error) {
    if (error instanceof Ended) {
      log.info("stopped")
      return 0
    }
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

/** The signals that end this process. */
interface End {
  /** Starts to handle signals. Until then they end the process at once, even in the middle of a turn. */
  readonly listen: () => AbortSignal
  /** Ends the process as the signal would. */
  readonly now: (name: keyof typeof numbers) => void
  /** The first signal. A second one ends the process at once. */
  readonly signal: Promise<keyof typeof numbers>
}

const numbers = { SIGTERM: 15, SIGINT: 2 } as const
/** The time within which an interrupted start must end. */
const abortedStartMs = 900

const endOf = (log: Log): End => {
  const { promise: signal, resolve } = Promise.withResolvers<keyof typeof numbers>()
  const controller = new AbortController()
  const now = (name: keyof typeof numbers) => {
    if (controller.signal.aborted) process.exit(128 + numbers[name])
    log.info("stopping", { signal: name })
    controller.abort()
    resolve(name)
  }
  const listen = () => {
    process.on("SIGTERM", now)
    process.on("SIGINT", now)
    return controller.signal
  }
  return { listen, now, signal }
}

/** Whether the terminal that a person started this process in was closed. */
const hasLostTerminal = (): boolean => {
  if (!isOnTerminal) return false
  try {
    closeSync(openSync("/dev/tty", "r"))
    return false
  } catch {
    return true
  }
}
const isOnTerminal = process.stdout.isTTY || process.stderr.isTTY

/** The log is written out, whatever ends the process; an unexpected error is in it. */
const endWith = (log: Log): void => {
  process.on("exit", log.flush)
  process.on("uncaughtException", (error) => {
    log.fatal(error)
    process.exit(1)
  })
}

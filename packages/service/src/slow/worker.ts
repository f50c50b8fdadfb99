/** The server's side of one worker: a process or a thread that gets one job at a time. */
import { fork } from "node:child_process"
import { Worker } from "node:worker_threads"
import type { AnyKind } from "./kind.ts"
import type { Answer, Ready, Sent } from "./program.ts"

/** The end of a job: the worker's answer, or the reason why there is none. */
export type Reply = Answer | { readonly crashed: string }

/** A worker, as far as the pool needs it. */
export interface SlowWorker {
  /** Resolves once it has loaded its program, or has ended; undefined from then on. */
  readonly ready: Promise<void> | undefined
  /** The time of a processor that it has used, in milliseconds, as far as the platform knows; never rejects. */
  readonly usedMs?: (() => Promise<number | undefined>) | undefined
  /** Does one job; never rejects. */
  readonly run: (sent: Sent<unknown>) => Promise<Reply>
  /** Ends the worker, even in the middle of a job. */
  readonly end: () => void
}

/** Starts a worker of a kind; `onGone` is called once, when it has ended. */
export type StartWorker = (kind: AnyKind, onGone: () => void) => SlowWorker

/** Starts a process or a thread; throws if the system starts none. */
export const startWorker: StartWorker = (kind, onGone) => new Held(kind, onGone)

/** A process or a thread. */
interface Source {
  readonly usedMs?: () => Promise<number | undefined>
  readonly send: (sent: Sent<unknown>) => void
  readonly end: () => void
  /** Whether it keeps the program alive: a job does, an idle worker does not. */
  readonly hold: (isHeld: boolean) => void
}

/** The callbacks of a process or thread: one for each answer, and one for its end, which may come several times. */
interface Listener {
  readonly answered: (answer: Answer | Ready) => void
  readonly gone: (reason: Reply) => void
}

class Held implements SlowWorker {
  readonly #source: Source
  #settle: ((reply: Reply) => void) | undefined
  #gone: Reply | undefined
  #ready: Promise<void> | undefined

  constructor(kind: AnyKind, onGone: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ready = promise
    const setReady = () => {
      this.#ready = undefined
      resolve()
    }
    const gone = (reason: Reply) => {
      if (this.#gone !== undefined) return
      this.#gone = reason
      setReady()
      onGone()
      this.#finish(reason)
    }
    const open = kind.runsIn === "thread" ? threadOf : processOf
    // It is started for a job, so the program waits for it.
    this.#source = open(kind, { gone, answered: (one) => ("ready" in one ? setReady() : this.#finish(one)) })
  }

  get usedMs(): SlowWorker["usedMs"] {
    return this.#source.usedMs
  }

  get ready(): Promise<void> | undefined {
    return this.#ready
  }

  run(sent: Sent<unknown>): Promise<Reply> {
    return new Promise((resolve) => {
      if (this.#gone !== undefined) {
        resolve(this.#gone)
        return
      }
      this.#settle = resolve
      this.#source.hold(true)
      this.#source.send(sent)
    })
  }

  end(): void {
    this.#source.end()
  }

  #finish(reply: Reply): void {
    const settle = this.#settle
    this.#settle = undefined
    if (this.#gone === undefined) this.#source.hold(false)
    settle?.(reply)
  }
}

const threadOf = ({ maxMiB, program }: AnyKind, { answered, gone }: Listener): Source => {
  // Buffers count as their young owners do: a thread with little memory must not keep much garbage either.
  const limits = { maxOldGenerationSizeMb: maxMiB, maxYoungGenerationSizeMb: Math.min(48, maxMiB / 8) }
  const thread = new Worker(program, { resourceLimits: limits })
  thread
    .on("message", answered)
    .on("error", (error: NodeJS.ErrnoException) =>
      gone(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? { overMemory: true } : { crashed: String(error) })
    )
    .on("exit", (code) => gone({ crashed: `the thread ended with code ${code}` }))
  return {
    // Node 22 does not tell it.
    usedMs: async () => {
      const usage = await thread.cpuUsage?.().catch(() => undefined)
      return usage && (usage.user + usage.system) / 1000
    },
    send: (sent) => thread.postMessage(sent),
    end: () => void thread.terminate(),
    hold: (isHeld) => (isHeld ? thread.ref() : thread.unref())
  }
}

const processOf = ({ program }: AnyKind, { answered, gone }: Listener): Source => {
  const child = fork(program, {
    // A worker gets nothing of the server's environment, which contains secrets and options for this process.
    env: environment(),
    execArgv: [`--max-old-space-size=${heapMiB}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  })
  const end = () => void child.kill("SIGKILL")
  child
    .on("message", (answer) => answered(answer as Answer | Ready))
    .on("disconnect", end)
    .on("exit", (code, signal) => gone({ crashed: `the process ended with ${signal ?? code}` }))
    .on("error", (error) => {
      end()
      // A process that never started has no exit.
      if (child.pid === undefined) gone({ crashed: String(error) })
    })
  return {
    send: (sent) => void child.send(sent, (error) => error !== null && end()),
    end,
    hold: (isHeld) => {
      for (const one of [child, child.channel]) isHeld ? one?.ref() : one?.unref()
    }
  }
}

/** The heap of JavaScript in a process, whose memory is mostly that of native code. */
const heapMiB = 128

/** What a process needs to start on every system. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ["PATH", "SystemRoot", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP"].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

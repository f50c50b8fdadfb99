/** One decoder process, as its server holds it: started, given one job at a time, killed when it does not answer. */
import { type ChildProcess, fork } from "node:child_process"
import type { BoundedJob, Reply } from "./protocol.ts"

/** Why a process gave no answer. `late` is one that was killed at its deadline, `crashed` one that ended by itself. */
export type Ending = "late" | "crashed"

/** A process that decodes one picture at a time. */
export class DecoderProcess {
  readonly #child: ChildProcess
  #settle: ((result: Reply | Ending) => void) | undefined
  #isGone = false

  constructor(entry: URL, onGone: (process: DecoderProcess) => void) {
    this.#child = fork(entry, {
      // Nothing of the server's environment is a decoder's business: it holds secrets, and options for this process.
      env: environment(),
      execArgv: ["--max-old-space-size=128"],
      stdio: ["ignore", "ignore", "ignore", "ipc"]
    })
    const gone = () => {
      if (this.#isGone) return
      this.#isGone = true
      onGone(this)
      this.#finish("crashed")
    }
    this.#child
      .on("message", (reply) => this.#finish(reply as Reply))
      .on("error", () => this.kill())
      .on("disconnect", () => this.kill())
      .on("exit", gone)
      .on("error", () => this.#child.pid === undefined && gone())
    this.#hold(false)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** The answer to a job, or why there is none; after a deadline the process is no more. */
  run(job: BoundedJob, deadlineMs: number): Promise<Reply | Ending> {
    return new Promise((resolve) => {
      const deadline = setTimeout(() => {
        this.#finish("late")
        this.kill()
      }, deadlineMs)
      this.#settle = (result) => {
        clearTimeout(deadline)
        this.#hold(false)
        resolve(result)
      }
      this.#hold(true)
      if (this.#isGone) this.#finish("crashed")
      else this.#child.send(job, (error) => error !== null && this.kill())
    })
  }

  kill(): void {
    this.#child.kill("SIGKILL")
  }

  #finish(result: Reply | Ending): void {
    const settle = this.#settle
    this.#settle = undefined
    settle?.(result)
  }

  /** A program that has nothing else to do waits for a job, and not for an idle process. */
  #hold(held: boolean): void {
    const { channel } = this.#child
    if (held) {
      this.#child.ref()
      channel?.ref()
    } else {
      this.#child.unref()
      channel?.unref()
    }
  }
}

/** What a process needs to start on every system. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ["PATH", "SystemRoot", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP"].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

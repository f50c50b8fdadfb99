/**
 * Cleans restricted HTML in one thread of this process, so that no HTML, however made, holds the event loop. The thread is
 * started when HTML comes, and ended when none came for a while. See docs/decisions/0381.
 */
import { Worker } from "node:worker_threads"
import type { Cleaned } from "./restricted.ts"

/** A text that waits for the thread, or that the thread cleans. */
interface Job {
  readonly html: string
  readonly owner: string
  readonly resolve: (cleaned: Cleaned) => void
  readonly reject: (error: Error) => void
}

/** How a cleaner runs; every bound has a default. */
export interface CleanerOptions {
  /** The heap of the thread, which a text that needs more cannot be cleaned with. */
  readonly maxHeapMiB?: number
  /** How long a thread is kept that has nothing to do. */
  readonly idleMs?: number
  /** The program of the thread. */
  readonly entry?: URL
}

export class Cleaner {
  readonly #options: Required<CleanerOptions>
  readonly #waiting: Array<Job> = []
  #thread: Worker | undefined
  #running: Job | undefined
  #lastOwner = ""
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: CleanerOptions = {}) {
    this.#options = { maxHeapMiB: 256, idleMs: 60_000, entry: programBeside(import.meta.url), ...options }
  }

  /** Whether there is a thread. */
  get isStarted(): boolean {
    return this.#thread !== undefined
  }

  /**
   * The cleaned HTML, or what is wrong with it; rejects if the thread cannot run. A text whose signal aborts is given up,
   * also while the thread cleans it. The owners of texts that wait take turns.
   */
  clean(html: string, owner: string, signal?: AbortSignal): Promise<Cleaned> {
    return new Promise((resolve, reject) => {
      const job: Job = { html, owner, resolve, reject }
      signal?.addEventListener("abort", () => this.#giveUp(job), { once: true })
      this.#waiting.push(job)
      this.#next()
    })
  }

  #next(): void {
    if (this.#running !== undefined) return
    clearTimeout(this.#idleTimer)
    const ofAnother = this.#waiting.findIndex(({ owner }) => owner !== this.#lastOwner)
    const [job] = this.#waiting.splice(Math.max(ofAnother, 0), 1)
    if (job === undefined) {
      this.#rest()
      return
    }
    this.#running = job
    this.#lastOwner = job.owner
    this.#thread ??= this.#started()
    this.#thread.ref()
    this.#thread.postMessage(job.html)
  }

  /** An idle thread keeps no process alive, and ends in the end. */
  #rest(): void {
    this.#thread?.unref()
    this.#idleTimer = setTimeout(() => this.#end(), this.#options.idleMs).unref()
  }

  #started(): Worker {
    const { entry, maxHeapMiB } = this.#options
    const thread = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB } })
    const settle = (isOver: boolean, act: (job: Job) => void) => {
      // A thread that was ended may still say something.
      if (thread !== this.#thread) return
      if (isOver) this.#thread = undefined
      const job = this.#running
      this.#running = undefined
      if (job !== undefined) act(job)
      this.#next()
    }
    thread.on("message", (cleaned: Cleaned) => settle(false, ({ resolve }) => resolve(cleaned)))
    thread.on("error", (error: Error & { readonly code?: string }) =>
      settle(true, ({ reject, resolve }) => (error.code === outOfMemory ? resolve(tooComplex) : reject(error)))
    )
    thread.on("exit", (code) => settle(true, ({ reject }) => reject(new Error(`the thread ended with code ${code}`))))
    return thread
  }

  #giveUp(job: Job): void {
    const at = this.#waiting.indexOf(job)
    if (at >= 0) this.#waiting.splice(at, 1)
    if (job !== this.#running) return
    this.#end()
    this.#running = undefined
    this.#next()
  }

  #end(): void {
    const thread = this.#thread
    this.#thread = undefined
    void thread?.terminate()
  }
}

const outOfMemory = "ERR_WORKER_OUT_OF_MEMORY"
const tooComplex: Cleaned = { wrong: "takes too much memory to be cleaned" }

/** The program of the thread, in the folder of a module and with the same ending: in sources, in packages and in a bundle. */
const programBeside = (module: string): URL => new URL(`./thread${/\.\w+$/.exec(module)![0]}`, module)

/** The cleaner of this process. */
export const cleaner = new Cleaner()

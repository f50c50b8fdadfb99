/**
 * The decoder processes of this server: few, started when a picture comes, ended when none came for a while, replaced
 * when they crash, hang or keep too much memory. What waits for one is bounded, in all and for each shop.
 */
import { availableParallelism } from "node:os"
import { DecoderProcess, type Ending } from "./decoder-process.ts"
import { type Decoded, type Job, keptRssBytes, type Reply } from "./protocol.ts"

/** How decoders run; every bound has a default. */
export interface DecodersOptions {
  /** Processes at a time: all processors but one, up to 4. */
  readonly maxProcesses?: number
  /** Pictures that wait for a process, over all owners. */
  readonly maxWaiting?: number
  /** How long a picture waits for a process, and how long one is decoded. */
  readonly waitMs?: number
  readonly deadlineMs?: number
  /** Memory of a process at which it gives a picture up: 50 megapixels of AVIF take a thousand MiB. */
  readonly maxRssBytes?: number
  /** How long a process is kept that has nothing to do. */
  readonly idleMs?: number
  /** The program of a decoder. */
  readonly entry?: URL
  /** Called when a decoder could not even try: the library is missing, or a file could not be read. */
  readonly onFailure?: (reason: string) => void
}

/** Why a picture was not decoded, none of which says anything of the picture itself. */
export type Undecoded = "busy" | Ending | "failed"

/** A picture that waits for its turn. */
interface Waiting {
  readonly job: Job
  readonly owner: string
  readonly settle: (result: Decoded | Undecoded) => void
  readonly timer: NodeJS.Timeout
  readonly signal: AbortSignal | undefined
}

/** How often a picture is begun: one crash may be another's doing, as where memory runs out. */
const maxTries = 2

export class Decoders {
  readonly #options: Required<DecodersOptions>
  readonly #all = new Set<DecoderProcess>()
  readonly #idle: Array<DecoderProcess> = []
  readonly #waiting: Array<Waiting> = []
  #running = 0
  #idleTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: DecodersOptions = {}) {
    this.#options = {
      maxProcesses: Math.max(1, Math.min(4, availableParallelism() - 1)),
      maxWaiting: 64,
      waitMs: 60_000,
      deadlineMs: 30_000,
      maxRssBytes: 1536 * 1024 * 1024,
      idleMs: 60_000,
      entry: programBeside(import.meta.url),
      onFailure: () => {},
      ...options
    }
  }

  /** The processes that live. */
  get pids(): ReadonlyArray<number> {
    return [...this.#all].flatMap(({ pid }) => pid ?? [])
  }

  /** What a picture is, or why that cannot be said now; never rejects. A picture whose signal aborts is given up. */
  decode(job: Job, owner: string, signal?: AbortSignal): Promise<Decoded | Undecoded> {
    if (this.#isClosed || !this.#hasRoom(owner)) return Promise.resolve("busy")
    return new Promise((resolve) => {
      const leave = () => {
        const at = this.#waiting.indexOf(waiting)
        if (at < 0) return
        this.#waiting.splice(at, 1)
        waiting.settle("busy")
      }
      const waiting: Waiting = {
        job,
        owner,
        signal,
        timer: setTimeout(leave, this.#options.waitMs),
        settle: (result) => {
          clearTimeout(waiting.timer)
          signal?.removeEventListener("abort", leave)
          resolve(result)
        }
      }
      signal?.addEventListener("abort", leave)
      this.#waiting.push(waiting)
      this.#next()
    })
  }

  /** Ends all processes; what still waits is not decoded. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    for (const { settle } of this.#waiting.splice(0)) settle("busy")
    for (const process of this.#all) process.kill()
  }

  /** An owner may have as many waiting as there is room left, so that none takes all of it. */
  #hasRoom(owner: string): boolean {
    if (this.#running < this.#options.maxProcesses) return true
    const own = this.#waiting.filter((waiting) => waiting.owner === owner).length
    return own + 1 <= this.#options.maxWaiting - this.#waiting.length
  }

  #next(): void {
    if (this.#running >= this.#options.maxProcesses) return
    const waiting = this.#waiting.shift()
    if (waiting === undefined) return
    clearTimeout(waiting.timer)
    clearTimeout(this.#idleTimer)
    this.#running++
    const end = (result: Decoded | Undecoded) => {
      this.#running--
      waiting.settle(result)
      this.#next()
      if (this.#running === 0) this.#idleTimer = setTimeout(() => this.#endIdle(), this.#options.idleMs).unref()
    }
    // A process that cannot be started throws.
    this.#decode(waiting).then(end, (error) => end(this.#failed(String(error))))
  }

  async #decode({ job, signal }: Waiting): Promise<Decoded | Undecoded> {
    for (let tries = 1; ; tries++) {
      // After a crash a new process: other idle ones may have met the same end, and not be known to.
      const process = (tries === 1 ? this.#idle.pop() : undefined) ?? this.#start()
      // A caller that is gone takes its file along, so there is nothing left to decode.
      const end = () => process.kill()
      signal?.addEventListener("abort", end)
      const { deadlineMs, maxRssBytes } = this.#options
      const result = await process.run({ ...job, maxRssBytes }, deadlineMs)
      signal?.removeEventListener("abort", end)
      if (signal?.aborted === true) return "busy"
      if (typeof result === "object") return this.#taken(process, result)
      if (result === "late" || tries === maxTries || this.#isClosed) return result
    }
  }

  #taken(process: DecoderProcess, reply: Reply): Decoded | Undecoded {
    if ("failed" in reply) {
      process.kill()
      return this.#failed(reply.failed)
    }
    if (reply.rssBytes > keptRssBytes || this.#isClosed) process.kill()
    else if (!process.isGone) this.#idle.push(process)
    return reply.decoded
  }

  #failed(reason: string): Undecoded {
    this.#options.onFailure(reason)
    return "failed"
  }

  #start(): DecoderProcess {
    const process = new DecoderProcess(this.#options.entry, (gone) => {
      this.#all.delete(gone)
      const at = this.#idle.indexOf(gone)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    this.#all.add(process)
    return process
  }

  #endIdle(): void {
    for (const process of this.#idle.splice(0)) process.kill()
  }
}

/** Sources, published packages and the chunks of a bundle have the decoder's program beside them, with their own ending. */
const programBeside = (module: string): URL => new URL(`./decoder${/\.\w+$/.exec(module)![0]}`, module)

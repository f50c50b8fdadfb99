/** The workers of a server: started when there is a job for them, ended when there was none for a while, replaced when they die. */
import type { AnyKind } from "./kind.ts"
import type { Reply, SlowWorker, StartWorker } from "./worker.ts"

interface Idle {
  readonly worker: SlowWorker
  readonly timer: NodeJS.Timeout
}

/** The workers of one kind. */
interface Crew {
  readonly all: Set<SlowWorker>
  readonly idle: Array<Idle>
  /** Workers that were replaced: they died, were killed at a deadline, or kept too much memory. */
  replaced: number
}

export class Pool {
  readonly #start: StartWorker
  readonly #idleMs: number
  readonly #crews = new Map<string, Crew>()

  constructor(start: StartWorker, idleMs: number) {
    this.#start = start
    this.#idleMs = idleMs
  }

  /** The statistics of the workers of a kind. */
  report(kind: string): { readonly workers: number; readonly replaced: number } {
    const { all, replaced } = this.#crew(kind)
    return { workers: all.size, replaced }
  }

  /** An idle worker, or a new one. After a crash always a new one, because idle ones may have crashed too. */
  take(kind: AnyKind, isFresh: boolean): SlowWorker {
    const crew = this.#crew(kind.name)
    const idle = isFresh ? undefined : crew.idle.pop()
    clearTimeout(idle?.timer)
    if (idle !== undefined) return idle.worker
    const worker: SlowWorker = this.#start(kind, () => this.#gone(crew, worker))
    crew.all.add(worker)
    return worker
  }

  /** Takes a worker back after its job; one that failed or kept too much memory is ended. */
  give({ name }: AnyKind, worker: SlowWorker, reply: Reply): void {
    const crew = this.#crew(name)
    if (!crew.all.has(worker)) return
    if (!("done" in reply) || reply.rssBytes > keptRssBytes) {
      worker.end()
      return
    }
    const timer = setTimeout(() => this.#endIdle(crew, worker), this.#idleMs).unref()
    crew.idle.push({ worker, timer })
  }

  /** Ends all workers. */
  close(): void {
    for (const { all, idle } of this.#crews.values()) {
      for (const { timer } of idle) clearTimeout(timer)
      for (const worker of all) worker.end()
    }
  }

  #endIdle(crew: Crew, worker: SlowWorker): void {
    this.#forget(crew, worker)
    worker.end()
  }

  #gone(crew: Crew, worker: SlowWorker): void {
    if (this.#forget(crew, worker)) crew.replaced++
  }

  #forget({ all, idle }: Crew, worker: SlowWorker): boolean {
    const at = idle.findIndex((one) => one.worker === worker)
    for (const { timer } of at < 0 ? [] : idle.splice(at, 1)) clearTimeout(timer)
    return all.delete(worker)
  }

  #crew(kind: string): Crew {
    const crew = this.#crews.get(kind) ?? { all: new Set(), idle: [], replaced: 0 }
    this.#crews.set(kind, crew)
    return crew
  }
}

/** Memory that a process may keep between two jobs; with more it is replaced. */
const keptRssBytes = 256 * 1024 * 1024

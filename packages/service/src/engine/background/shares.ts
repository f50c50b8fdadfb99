/**
 * Divides the shops among the processes of a store, for work that no two of them may do at once. Shops are in buckets. A
 * process shows by a heartbeat that it lives; a bucket's document is written only when the bucket changes hands. Nobody
 * compares clocks of two machines: a process counts as dead when another one has not seen its heartbeat for a time.
 */
import { hash } from "node:crypto"
import { bucketOf, maxBuckets } from "@bottega/domain/contract"
import { all, type Guard, installation, Storage, type Stored, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { guard, guardOf, remove, upsert, type WriteDraft, writeOf } from "../decide/change.ts"
import { type Bucket, records } from "../records.ts"

const { buckets, processes } = records

/** The times of heartbeats. `beatMs` between two of them; a process without one for `deadMs` has lost its buckets. */
export interface Beats {
  readonly beatMs: number
  readonly deadMs: number
}

/** A process may begin something for a quarter of the time, and then has the rest of it to end that. */
export const defaultBeats: Beats = { beatMs: 2000, deadMs: 16_000 }

type Process = Stored<{ readonly id: string; readonly beats: number }>

/** The buckets of one process, from its first heartbeat until it leaves. */
export class Shares {
  readonly id: string
  readonly #beats: Beats
  /** Whether work of a bucket is in progress; such a bucket is not given away. */
  readonly #isBusy: (bucket: number) => boolean
  readonly #held = new Map<number, Stored<Bucket>>()
  /** Buckets that other processes should have. */
  readonly #leaving = new Set<number>()
  /** The other processes' last heartbeats, and when this process first saw each. */
  readonly #seen = new Map<string, { readonly version: number; readonly sinceMs: number }>()
  #own: Process | undefined
  #beaten = 0
  #renewedMs = Number.NEGATIVE_INFINITY

  /** `id` is of this process and of this run, and of no other one. */
  constructor(id: string, beats: Beats, isBusy: (bucket: number) => boolean) {
    this.id = id
    this.#beats = beats
    this.#isBusy = isBusy
  }

  /**
   * Whether work of a shop may begin now: its bucket is held, and the last heartbeat is so recent that whatever begins now ends
   * before another process can take the bucket.
   */
  readonly mayBegin = (shop: string, nowMs: number): boolean => {
    const bucket = bucketOf(shop)
    return this.isFresh(nowMs) && this.#held.has(bucket) && !this.#leaving.has(bucket)
  }

  isFresh(nowMs: number): boolean {
    return nowMs - this.#renewedMs < this.#beats.deadMs / 4
  }

  get held(): ReadonlyArray<number> {
    return [...this.#held.keys()]
  }

  /** The guard of a commit that writes what was done for a shop; undefined if its bucket was lost. */
  guardOf(shop: string): Guard | undefined {
    const held = this.#held.get(bucketOf(shop))
    return held && guardOf(installation, guard(buckets, held, installation))
  }

  /** One heartbeat: renews this process, and gives away and takes buckets. */
  get beat(): Effect.Effect<void, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      yield* this.#renew
      const nowMs = yield* monotonicMs
      const others = (yield* all(installation, processes, { latest: true })).filter(({ doc }) => doc.id !== this.id)
      const dead = this.#deadOf(others, nowMs)
      const live = [this.id, ...others.filter((one) => !dead.includes(one)).map(({ doc }) => doc.id)]
      yield* this.#divided(live, dead)
    })
  }

  /** Gives all buckets back at once, and ends the heartbeat. */
  get leave(): Effect.Effect<void, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      const drafts: Array<WriteDraft> = [...this.#held.values()].map((one) =>
        upsert(buckets, one, { ...one.doc, process: null })
      )
      if (this.#own !== undefined) drafts.push(remove(processes, this.#own))
      this.#end()
      if (drafts.length > 0) yield* written(drafts)
    })
  }

  /** The heartbeat counts from its beginning, because others see it before this process does. */
  get #renew(): Effect.Effect<void, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      const begunMs = yield* monotonicMs
      const doc = { id: this.id, beats: ++this.#beaten }
      if (yield* written([upsert(processes, this.#own, doc)])) {
        const version = (this.#own?.version ?? 0) + 1
        this.#own = { doc, version, row: { key: this.id, version, text: processes.encode(doc) } }
        this.#renewedMs = begunMs
        return
      }
      // Another process has found that this one was dead, and taken its buckets.
      this.#end()
    })
  }

  #end(): void {
    this.#own = undefined
    this.#renewedMs = Number.NEGATIVE_INFINITY
    this.#held.clear()
    this.#leaving.clear()
  }

  #deadOf(others: ReadonlyArray<Process>, nowMs: number): ReadonlyArray<Process> {
    const known = new Map(this.#seen)
    this.#seen.clear()
    return others.filter(({ doc: { id }, version }) => {
      const before = known.get(id)
      const seen = before?.version === version ? before : { version, sinceMs: nowMs }
      this.#seen.set(id, seen)
      return nowMs - seen.sinceMs >= this.#beats.deadMs
    })
  }

  /** Takes what this process should have and nobody has, and gives back what another one should have. */
  #divided(live: ReadonlyArray<string>, dead: ReadonlyArray<Process>): Effect.Effect<void, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      const found = new Map((yield* all(installation, buckets, { latest: true })).map((one) => [one.doc.bucket, one]))
      const drafts: Array<WriteDraft> = dead.map((one) => remove(processes, one))
      this.#leaving.clear()
      for (let bucket = 0; bucket < maxBuckets; bucket++) {
        const one = found.get(bucket)
        const owner = one?.doc.process ?? undefined
        const isMine = this.#own !== undefined && ownerOf(bucket, live) === this.id
        if (owner === this.id && !isMine) this.#leaving.add(bucket)
        const isFree = owner === undefined || !live.includes(owner)
        if (isFree && isMine) drafts.push(upsert(buckets, one, { bucket, process: this.id }))
        if (owner === this.id && !isMine && !this.#isBusy(bucket))
          drafts.push(upsert(buckets, one, { bucket, process: null }))
      }
      if (drafts.length > 0) yield* written(drafts)
      yield* this.#learn
    })
  }

  /** Reads which buckets this process holds. */
  get #learn(): Effect.Effect<void, Unavailable, Storage> {
    return Effect.map(all(installation, buckets, { latest: true }), (found) => {
      this.#held.clear()
      for (const one of found)
        if (one.doc.process === this.id && this.#own !== undefined) this.#held.set(one.doc.bucket, one)
    })
  }
}

/** The process that should have a bucket: a change of the processes moves few buckets. */
const ownerOf = (bucket: number, live: ReadonlyArray<string>): string => {
  const weight = (id: string) => hash("md5", `${bucket} ${id}`, "hex")
  return live.reduce((best, id) => (weight(id) > weight(best) ? id : best))
}

/** Commits; false if another process was faster. */
const written = (drafts: ReadonlyArray<WriteDraft>): Effect.Effect<boolean, Unavailable, Storage> =>
  Storage.use(({ commit }) =>
    commit(drafts.map((draft) => writeOf(installation, draft))).pipe(
      Effect.as(true),
      Effect.catchTag("Stale", () => Effect.succeed(false)),
      // Neither collection has a unique lookup.
      Effect.catchTag("Taken", Effect.die)
    )
  )

/** This process's own clock, which never goes back and is not set, in milliseconds. */
export const monotonicMs: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (ns) => Number(ns) / 1e6)

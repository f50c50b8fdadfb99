/**
 * Races for a relation: one process makes a reference while another removes its target, again and again. The side that keeps
 * losing is given a head start, so that both win about as often.
 */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { Bottega } from "@bottega/client"
import type { AdapterEntry } from "@bottega/storage/adapters"
import { Effect, Exit, Layer, Scope } from "effect"
import type { Relation, Side } from "./relation.ts"
import { opened, type Serving, serveOn } from "./serving.ts"

/** What races came to. */
export interface Raced {
  readonly rounds: number
  /** How often the reference was made before its target was removed, and how often it was refused. */
  readonly made: number
  readonly removed: number
  /** How often the reference was made after its target was removed. */
  readonly dangling: number
}

/** How races are run. */
export interface Racing {
  readonly adapter: AdapterEntry
  /** An empty store. */
  readonly location: string
  readonly rounds: number
  /** False leaves out the guards of every commit. */
  readonly guarded: boolean
}

/** Races for a relation between two processes; where a store is one process's alone, between two servers of this one. */
export const race = async (
  relation: Relation<unknown>,
  { adapter, guarded, location, rounds }: Racing
): Promise<Raced> => {
  const serving: Serving = { adapter: adapter.name, location, guarded, token: randomBytes(16).toString("hex") }
  const scope = Effect.runSync(Scope.make())
  const storage = await Effect.runPromise(Layer.buildWithScope(opened(serving), scope))
  const begin = () => (adapter.sharable ? started(serving) : serveOn(storage, serving))
  const servers = [await begin(), await begin()]
  try {
    const sides = await sidesOf(servers, serving.token)
    const references = (target: unknown) => Effect.runPromiseWith(storage)(relation.references(sides[0]!.shop, target))
    const lanes = Array.from({ length: 4 }, () => new Lane(relation, sides, references))
    let left = rounds
    const run = async (lane: Lane) => {
      while (left-- > 0) await lane.round(left)
    }
    await Promise.all(lanes.map(run))
    const sum = (of: (lane: Lane) => number) => lanes.reduce((all, lane) => all + of(lane), 0)
    const [made, removed, dangling] = [sum((one) => one.made), sum((one) => one.removed), sum((one) => one.dangling)]
    return { rounds, made, removed, dangling }
  } finally {
    for (const { close } of servers) await close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** One line for each relation and store. */
export const racedLine = (name: string, { adapter, guarded }: Racing, { dangling, made, removed, rounds }: Raced) =>
  `${name}: ${adapter.name}${guarded ? "" : " without guards"}, ${rounds} races, ${dangling} dangling, made first ${made}, removed first ${removed}`

const started = async (serving: Serving) => {
  const program = join(import.meta.dirname, "process.ts")
  const child = spawn(process.execPath, [program, JSON.stringify(serving)], { stdio: ["pipe", "pipe", "inherit"] })
  const ended = once(child, "exit")
  const [url] = await Promise.race([once(child.stdout, "data"), ended.then(() => Promise.reject(new Error("ended")))])
  const close = async () => {
    child.stdin.end()
    await ended
  }
  return { url: String(url).trim(), close }
}

/** A fresh shop, as each of the servers has it. */
const sidesOf = async (
  servers: ReadonlyArray<{ readonly url: string }>,
  token: string
): Promise<ReadonlyArray<Side>> => {
  const operators = servers.map(({ url }) => new Bottega({ url, token }))
  const { id } = await operators[0]!.shops.create({ name: "Races", modules: ["b2b"] })
  const { exchange, key } = await operators[0]!.keys.create({ shop: id, permission: "read-write" })
  return servers.map(({ url }, at) => ({
    api: new Bottega({ url, key, exchange }),
    operator: operators[at]!,
    shop: id
  }))
}

/** Races one after the other. */
class Lane {
  made = 0
  removed = 0
  dangling = 0
  readonly #relation: Relation<unknown>
  readonly #sides: ReadonlyArray<Side>
  readonly #references: (target: unknown) => Promise<number>
  /** Milliseconds that the remover is held back; below 0, the maker. */
  #handicapMs = 0
  #stepMs = 0.5
  #madeLast = false

  constructor(
    relation: Relation<unknown>,
    sides: ReadonlyArray<Side>,
    references: (target: unknown) => Promise<number>
  ) {
    this.#relation = relation
    this.#sides = sides
    this.#references = references
  }

  async round(number: number): Promise<void> {
    const { clears = false, make, remove, target } = this.#relation
    const [maker, remover] = number % 2 === 0 ? this.#sides : this.#sides.toReversed()
    const one = await target(maker!)
    const removing = async () => {
      if (this.#handicapMs > 0) await setTimeout(Math.random() * 2 * this.#handicapMs)
      if (!(await remove(remover!, one))) return undefined
      return clears ? 0 : this.#references(one)
    }
    const making = async () => {
      if (this.#handicapMs < 0) await setTimeout(Math.random() * -2 * this.#handicapMs)
      return make(maker!, one)
    }
    const [made, left] = await Promise.all([making(), removing()])
    // Whatever refers to the target, and may not be left or was made after the removal was answered, dangles.
    if (left !== undefined && (await this.#references(one)) > left) this.dangling++
    else if (made) this.made++
    else this.removed++
    // What one call takes differs by the store: the side that wins again and again is held back longer each time.
    this.#stepMs = made === this.#madeLast ? Math.min(2 * this.#stepMs, 50) : Math.max(this.#stepMs / 4, 0.25)
    this.#madeLast = made
    this.#handicapMs += made ? -this.#stepMs : this.#stepMs
  }
}

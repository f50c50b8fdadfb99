/**
 * Named locks within this process. They are granted in turns that go round shops and their key sets, and within a key set
 * in the order of the calls.
 */
import { Effect } from "effect"
import { FairQueue, type Waiting } from "./fair.ts"
import { CurrentCall } from "./turns.ts"

/** A set of locks that is independent of any other set. */
export class Locks {
  /** A name is present while its lock is held; most locks have no queue, because nobody waits. */
  readonly #lines = new Map<string, Line | undefined>()

  /** Whether any lock is held. */
  get isBusy(): boolean {
    return this.#lines.size > 0
  }

  /** Whether the lock of a name is held. */
  has(name: string): boolean {
    return this.#lines.has(name)
  }

  /**
   * Runs an effect while holding the locks of all these names, acquired in sorted order so that no two runs deadlock.
   * The effect may release them early through the callback; they are always released at the end.
   */
  holding<A, E, R, W>(
    names: Iterable<string>,
    wait: <B>(line: Effect.Effect<B>) => Effect.Effect<B, W>,
    effect: (release: () => void) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | W, R> {
    return Effect.suspend(() => {
      const sorted = [...names].sort()
      const held: Array<() => void> = []
      const release = () => {
        for (const free of held.splice(0)) free()
      }
      const blocked = sorted.findIndex((name) => !this.#taken(name, held))
      const rest = blocked < 0 ? [] : sorted.slice(blocked)
      const ready = rest.length === 0 ? Effect.void : wait(Effect.forEach(rest, (name) => this.#take(name, held)))
      return Effect.onExit(
        Effect.flatMap(ready, () => effect(release)),
        () => Effect.sync(release)
      )
    })
  }

  #taken(name: string, held: Array<() => void>): boolean {
    if (this.#lines.has(name)) return false
    this.#lines.set(name, undefined)
    held.push(() => this.#pass(name))
    return true
  }

  #take(name: string, held: Array<() => void>): Effect.Effect<void> {
    return Effect.withFiber((fiber) => {
      const { order, owner } = fiber.getRef(CurrentCall)
      return Effect.callback((resume) => {
        if (this.#taken(name, held)) {
          resume(Effect.void)
          return
        }
        const line = this.#lines.get(name) ?? new FairQueue(1)
        this.#lines.set(name, line)
        // The lock counts as held from the moment it is granted, so an interruption in between cannot lose it. The next
        // waiter continues in a microtask, because a long queue would otherwise be one deep stack.
        const turn = () => {
          held.push(() => this.#pass(name))
          queueMicrotask(() => resume(Effect.void))
        }
        const waiting: Waiting<() => void> = line.add(owner, turn, order)
        return Effect.sync(() => void line.withdraw(waiting))
      })
    })
  }

  #pass(name: string): void {
    const line = this.#lines.get(name)
    const next = line?.take()
    if (next === undefined) this.#lines.delete(name)
    else {
      line!.spend(next.owner, 1)
      next.item()
    }
  }
}

type Line = FairQueue<() => void>

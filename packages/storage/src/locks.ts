/** Locks by name within this process, handed on in the order they were asked for. */
import { Effect } from "effect"

/** A set of locks that share nothing with any other set. */
export class Locks {
  /** A name is present while its lock is held; those who wait stand behind it. */
  readonly #lines = new Map<string, Array<() => void>>()

  /**
   * Runs an effect while holding the locks of all these names, taken in sorted order so that no two runs wait for
   * each other. It may let go of them before it ends by calling what it is given; in the end they are free in any case.
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
    this.#lines.set(name, [])
    held.push(() => this.#pass(name))
    return true
  }

  #take(name: string, held: Array<() => void>): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.#taken(name, held)) {
        resume(Effect.void)
        return
      }
      const line = this.#lines.get(name)!
      // The lock counts as held from the moment it is handed over, so an interruption in between cannot lose it.
      // Who is next goes on in a microtask: a long line would otherwise be one deep stack.
      const turn = () => {
        held.push(() => this.#pass(name))
        queueMicrotask(() => resume(Effect.void))
      }
      line.push(turn)
      return Effect.sync(() => {
        if (line.includes(turn)) line.splice(line.indexOf(turn), 1)
      })
    })
  }

  #pass(name: string): void {
    const next = this.#lines.get(name)?.shift()
    if (next === undefined) this.#lines.delete(name)
    else next()
  }
}

/** Bounds what is in progress for a key, such as the calls to one address. The others wait in turn, and fairly. */

/** The work of one key. It exists while some is in progress. */
interface Line {
  running: number
  /** What waits, by its owner; the first owner of the map is the next. Made by the first one, because most never wait. */
  waiting: Map<string, Set<() => void>> | undefined
}

/** A place, or the wait for one. */
export interface Place {
  /** Whether it was free at once. If not, `begin` is called when its turn comes. */
  readonly isHeld: boolean
  /** Gives the place to the next one, or ends the wait. Further calls do nothing. */
  readonly leave: () => void
}

/** At most `max` in progress for each key. Those who wait for a key take turns, however much each of them asks for. */
export class Places {
  readonly #max: number
  readonly #lines = new Map<string, Line>()

  constructor(max: number) {
    this.#max = max
  }

  /** Takes a place for a key, at once or when its turn comes. It is held until it is left. */
  enter(key: string, owner: string, begin: () => void): Place {
    const line = this.#lines.get(key) ?? this.#added(key)
    if (line.running < this.#max) {
      line.running++
      let isOver = false
      const leave = () => {
        if (!isOver) this.#leave(key, line)
        isOver = true
      }
      return { isHeld: true, leave }
    }
    return { isHeld: false, leave: this.#wait(key, line, owner, begin) }
  }

  #added(key: string): Line {
    const line = { running: 0, waiting: undefined }
    this.#lines.set(key, line)
    return line
  }

  #wait(key: string, line: Line, owner: string, begin: () => void): () => void {
    let state: "waiting" | "held" | "over" = "waiting"
    const waiting = (line.waiting ??= new Map<string, Set<() => void>>())
    const own = waiting.get(owner) ?? new Set()
    const turn = () => {
      state = "held"
      begin()
    }
    waiting.set(owner, own.add(turn))
    return () => {
      if (state === "held") this.#leave(key, line)
      else if (own.delete(turn) && own.size === 0) waiting.delete(owner)
      state = "over"
    }
  }

  /** Hands the place on to the owner that has waited longest for its turn. */
  #leave(key: string, line: Line): void {
    const { waiting } = line
    const next = waiting?.entries().next().value
    if (waiting === undefined || next === undefined) {
      if (--line.running === 0) this.#lines.delete(key)
      return
    }
    const [owner, own] = next
    const [turn] = own
    own.delete(turn!)
    waiting.delete(owner)
    if (own.size > 0) waiting.set(owner, own)
    turn!()
  }
}

/** A place that is asked for. */
export interface Asked {
  readonly places: Places
  readonly key: string
  readonly owner: string
}

/** Takes several places, one after another, and then begins. The result leaves them, or ends the wait. */
export const inTurn = (asked: ReadonlyArray<Asked>, begin: () => void): (() => void) => {
  const taken: Array<Place> = []
  const next = () => {
    for (let at = taken.length; at < asked.length; at++) {
      const { key, owner, places } = asked[at]!
      const place = places.enter(key, owner, next)
      taken.push(place)
      if (!place.isHeld) return
    }
    begin()
  }
  next()
  return () => {
    for (const { leave } of taken.splice(0).reverse()) leave()
  }
}

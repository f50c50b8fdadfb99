// The numbered commands of sessions: one after the other, and a write sent again under its number is answered as before.
// The extension remembers a write's number too, through a crash, but only until it was asked for it once.

interface Answer {
  readonly number: bigint
  readonly bytes: Uint8Array
}

/** How many sessions' last answers are kept, and how large one may be; the oldest goes first. */
const most = 2_000
const largest = 64 * 1024

export class Turns {
  readonly #lastBySession = new Map<string, Promise<unknown>>()
  readonly #answersBySession = new Map<string, Answer>()

  /** Works when all earlier work of the session is over, however it ended. */
  async take<A>(session: string, work: () => Promise<A>): Promise<A> {
    const mine = (this.#lastBySession.get(session) ?? Promise.resolve()).then(work, work)
    this.#lastBySession.set(session, mine)
    try {
      return await mine
    } finally {
      if (this.#lastBySession.get(session) === mine) this.#lastBySession.delete(session)
    }
  }

  /** Does a write in its turn, unless the session's last write had that number: then its answer is given again. */
  once(session: string, number: bigint, write: () => Promise<Uint8Array>): Promise<Uint8Array> {
    return this.take(session, async () => {
      const before = this.#answersBySession.get(session)
      if (before?.number === number) return before.bytes
      const bytes = await write()
      this.#answersBySession.delete(session)
      if (bytes.length <= largest) this.#answersBySession.set(session, { number, bytes })
      if (this.#answersBySession.size > most) this.end([this.#answersBySession.keys().next().value!])
      return bytes
    })
  }

  /** Waits no more for what was begun: with its connections it is lost. */
  clear(): void {
    this.#lastBySession.clear()
  }

  /** Forgets sessions. */
  end(sessions: Iterable<string>): void {
    for (const session of sessions) this.#answersBySession.delete(session)
  }
}

// Runs each session's numbered commands one at a time, and answers a repeated write with its first answer. The extension
// remembers a write's number too, even through a crash, but forgets it after one repetition.

interface Answer {
  readonly number: bigint
  readonly bytes: Uint8Array
}

/** How many sessions' last answers are kept, and their largest size; the oldest is dropped first. */
const maxAnswers = 2_000
const maxAnswerBytes = 64 * 1024

/** The queue of each session, and its last answer. */
export class Turns {
  readonly #lastBySession = new Map<string, Promise<unknown>>()
  readonly #answersBySession = new Map<string, Answer>()

  /** Runs work after all earlier work of the session, whether that succeeded or failed. */
  async take<A>(session: string, work: () => Promise<A>): Promise<A> {
    const mine = (this.#lastBySession.get(session) ?? Promise.resolve()).then(work, work)
    this.#lastBySession.set(session, mine)
    try {
      return await mine
    } finally {
      if (this.#lastBySession.get(session) === mine) this.#lastBySession.delete(session)
    }
  }

  /** Runs a write after the session's earlier work, unless the last write had its number: then returns that answer. */
  once(session: string, number: bigint, write: () => Promise<Uint8Array>): Promise<Uint8Array> {
    return this.take(session, async () => {
      const before = this.#answersBySession.get(session)
      if (before?.number === number) return before.bytes
      const bytes = await write()
      this.#answersBySession.delete(session)
      if (bytes.length <= maxAnswerBytes) this.#answersBySession.set(session, { number, bytes })
      if (this.#answersBySession.size > maxAnswers) this.end([this.#answersBySession.keys().next().value!])
      return bytes
    })
  }

  /** Stops waiting for running work, whose connections are lost. */
  clear(): void {
    this.#lastBySession.clear()
  }

  /** Drops the answers of ended sessions. */
  end(sessions: Iterable<string>): void {
    for (const session of sessions) this.#answersBySession.delete(session)
  }
}

/**
 * Bounds how much of one process's work a server gets at once. Work that waits here has not been sent: it does not
 * count as silence of the server, and it never fails because the driver ran out of connections.
 */
import { times } from "./client.ts"
import { SlotQueues } from "./lines.ts"
import type { Heartbeats } from "./pulse.ts"

/** The work of one kind that a process may have at a server at once; further work waits in a queue. */
export class Sending {
  readonly #pulse: Heartbeats
  readonly #queue: SlotQueues

  /** Half of the driver's connections each for reads and for commits; a piece of work may use several. */
  constructor(pulse: Heartbeats, connections: number) {
    this.#pulse = pulse
    this.#queue = new SlotQueues(Math.max(1, Math.floor(connections / 2)))
  }

  /** Does a piece of work once it is its turn; rejects with `Unavailable` if there is no server by then. */
  inTurn<A>(work: () => Promise<A>): Promise<A> {
    return this.#queue.holding(["server"], async () => {
      if (this.#pulse.absent !== undefined) throw this.#pulse.absent
      return work()
    })
  }

  /**
   * {@link inTurn}; rejects as `unknown` if the server falls silent. The work may be many commands, each of which has a
   * time limit of the driver's.
   */
  send<A>(work: () => Promise<A>): Promise<A> {
    return this.inTurn(() => this.#pulse.inTime(work(), "unknown", times.queue))
  }
}

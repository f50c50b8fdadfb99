/**
 * Bounds how much of one process's work a server gets at once. Work that waits here has not been sent: it does not
 * count as silence of the server, and it never fails because the driver ran out of connections.
 */
import type { Unavailable } from "../storage.ts"
import { times } from "./client.ts"
import { SlotQueues } from "./lines.ts"
import type { Heartbeats } from "./pulse.ts"

/** The work of one kind that a process may have at a server at once; further work waits in a queue. */
export class Sending {
  readonly #pulse: Heartbeats
  readonly #refusal: () => Unavailable | undefined
  readonly #queue: SlotQueues

  /** Half of the driver's connections each for reads and for commits; a piece of work may use several. */
  constructor(pulse: Heartbeats, refusal: () => Unavailable | undefined, connections: number) {
    this.#pulse = pulse
    this.#refusal = refusal
    this.#queue = new SlotQueues(Math.max(1, Math.floor(connections / 2)))
  }

  /** Does a piece of work once it is its turn; rejects with `Unavailable` if no call can be made by then. */
  inTurn<A>(work: () => Promise<A>): Promise<A> {
    return this.#queue.holding(["server"], async () => {
      const refused = this.#refusal()
      if (refused !== undefined) throw refused
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

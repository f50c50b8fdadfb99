/** What one request holds of the server's loads, out of its payer's share. */
import { Overloaded, type Refusal } from "@bottega/domain/contract"
import type { Loads } from "./loads.ts"

/** A load in which a request has a place: while it is admitted, while its body arrives, or while it runs. */
export type Place = "strangers" | "bodies" | "calls"

export class Claims {
  readonly #loads: Loads
  #place: Place | undefined
  #payer = ""
  #received = 0
  #kept = 0

  constructor(loads: Loads) {
    this.#loads = loads
  }

  /** Takes a place instead of the one it has; gives the refusal where the payer's share is spent. */
  take(place: Place, payer: string): Refusal | undefined {
    this.#leave()
    if (!this.#loads[place].take(payer)) return crowded[place]
    this.#place = place
    this.#payer = payer
    return undefined
  }

  /** Counts bytes of its body until all is given back; gives the refusal where the payer's share is spent. */
  receive(bytes: number): Refusal | undefined {
    if (!this.#loads.received.take(this.#payer, bytes)) return crowded.received
    this.#received += bytes
    return undefined
  }

  /** Counts bytes of a file until all is given back; gives the refusal where the payer's share is spent. */
  keep(bytes: number): Refusal | undefined {
    if (!this.#loads.files.take(this.#payer, bytes)) return crowded.files
    this.#kept += bytes
    return undefined
  }

  /** Gives everything back. */
  release(): void {
    if (this.#received > 0) this.#loads.received.give(this.#payer, this.#received)
    if (this.#kept > 0) this.#loads.files.give(this.#payer, this.#kept)
    this.#received = 0
    this.#kept = 0
    this.#leave()
  }

  #leave(): void {
    if (this.#place !== undefined) this.#loads[this.#place].give(this.#payer)
    this.#place = undefined
  }
}

const over = (what: string) => new Overloaded({ message: `Too many ${what}; try again later.`, retryAfter: 2 })

/** The refusals of requests whose payer's share of a load is spent. */
export const crowded = {
  strangers: over("requests of this address wait to be admitted"),
  bodies: over("bodies of this key set are being received"),
  received: over("bytes of bodies of this key set are held"),
  files: over("bytes of files of this key set are kept on the disk"),
  calls: over("calls of this key set are under way"),
  unsent: over("bytes of answers to this caller have not been read")
}

/** The part of the server's loads that one request holds, counted against its owner's share. */
import { Overloaded, type Refusal } from "@bottega/domain/contract"
import type { Room } from "@bottega/service"
import { AnswerRoom } from "./answer-room.ts"
import type { Loads } from "./loads.ts"

/** A load in which a request has a place: while it is admitted, while its body arrives, or while it runs. */
export type Place = "strangers" | "bodies" | "calls"

export class Claims {
  readonly #loads: Loads
  #place: Place | undefined
  #payer = ""
  #received = 0
  #kept = 0
  #room: AnswerRoom | undefined

  constructor(loads: Loads) {
    this.#loads = loads
  }

  /** Takes a place instead of its current one; returns the refusal if the owner's share is used up. */
  take(place: Place, payer: string): Refusal | undefined {
    this.#leave()
    if (!this.#loads[place].take(payer)) return crowded[place]
    this.#place = place
    this.#payer = payer
    return undefined
  }

  /** Counts bytes of its body until everything is released; returns the refusal if the owner's share is used up. */
  receive(bytes: number): Refusal | undefined {
    if (!this.#loads.received.take(this.#payer, bytes)) return crowded.received
    this.#received += bytes
    return undefined
  }

  /** Counts bytes of a file until everything is released; returns the refusal if the owner's share is used up. */
  keep(bytes: number): Refusal | undefined {
    if (!this.#loads.files.take(this.#payer, bytes)) return crowded.files
    this.#kept += bytes
    return undefined
  }

  /** Counts the bytes of its answer while that is being made, until everything is released. */
  get room(): Room {
    return (this.#room ??= new AnswerRoom(this.#loads.making, this.#payer))
  }

  /** Releases everything. */
  release(): void {
    this.#room?.end()
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

/** The refusals of requests whose owner's share of a load is used up. */
export const crowded = {
  strangers: over("requests of this caller are waiting to be admitted"),
  bodies: over("bodies of this key set are being received"),
  received: over("bytes of bodies of this key set are held"),
  files: over("bytes of files of this key set are kept on the disk"),
  calls: over("calls of this key set are in progress"),
  unsent: over("bytes of answers to this caller have not been read")
}

/** Reads the requests of a shop that this process answers, as a follower sees them: from the ring, without a queue of its own. */
import { cursorPlaceOf, type Followed, type FollowedRequest, type StoredPlace } from "@bottega/domain/areas/follow"
import { cursorOf } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../../engine/answer/answer.ts"
import type { Kept, RequestRing } from "../../engine/answer/ring.ts"
import { listed } from "../requests/shown.ts"
import { pageSize } from "./page-size.ts"

/** Some requests that were not shown yet. */
interface Page {
  readonly entries: ReadonlyArray<Encoded<Followed>>
  readonly characters: number
  /** Whether there are more of them. */
  readonly isBehind: boolean
}

/** The requests of a shop after a place, for one follower, until they are closed. */
export class RequestsOfShop {
  readonly #ring: RequestRing
  readonly #shop: string
  /** The number of the first request that was not shown yet; undefined if all were. */
  #first: number | undefined
  /** The number up to which all requests of the shop were shown. */
  #shownTo: number
  readonly #close: () => void
  #wake = () => {}

  constructor(ring: RequestRing, shop: string, after: number) {
    this.#ring = ring
    this.#shop = shop
    this.#shownTo = after
    const kept = ring.after(after)
    if (kept === undefined) this.#first = after + 1
    for (const one of kept ?? []) this.#see(one)
    this.#close = ring.listen((one) => this.#see(one))
  }

  #see({ n, request }: Kept): void {
    if (request.shop === this.#shop) this.#first ??= n
    // Requests to other shops may leave the ring while this one waits for its own.
    if (this.#first === undefined) this.#shownTo = n
    else this.#wake()
  }

  close(): void {
    this.#close()
  }

  /** Whether a request was not shown yet. */
  get isBehind(): boolean {
    return this.#first !== undefined
  }

  /** Where the follower is. */
  get place() {
    return { ring: this.#ring.id, n: this.#shownTo }
  }

  /** Ends once there is a request that was not shown. */
  get next(): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.isBehind) return resume(Effect.void)
      this.#wake = () => resume(Effect.void)
      return Effect.sync(() => {
        this.#wake = () => {}
      })
    })
  }

  /** The next requests; `undefined` if the first of them is not kept any more. `stored` is where the follower is in the store. */
  page(stored: StoredPlace | undefined): Page | undefined {
    if (this.#first === undefined) return { entries: [], characters: 0, isBehind: false }
    const found = this.#ring.after(this.#first - 1)
    if (found === undefined) return undefined
    const entries: Array<Encoded<Followed>> = []
    let characters = 0
    for (const kept of found) {
      if (kept.request.shop === this.#shop) {
        if (entries.length === pageSize.limit || characters > pageSize.characters) {
          this.#first = kept.n
          return { entries, characters, isBehind: true }
        }
        entries.push(this.#entryOf(kept, stored))
        characters += entries.at(-1)!.text.length
      }
      this.#shownTo = kept.n
    }
    this.#first = undefined
    return { entries, characters, isBehind: false }
  }

  #entryOf(kept: Kept, stored: StoredPlace | undefined): Encoded<FollowedRequest> {
    const { id: ring } = this.#ring
    const request = listed(kept)
    const after = cursorOf(cursorPlaceOf({ stored, answered: { ring, n: kept.n } }))
    const entry: FollowedRequest = { id: `${ring}-${kept.n}`, topic: "requests", ts: request.ts, request, after }
    return new Encoded(JSON.stringify(entry))
  }
}

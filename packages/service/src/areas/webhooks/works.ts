/** The works that a process knows: those that wait for their turn, those in progress, and those that wait for another one. */
import { TurnsOfShops } from "../../engine/background/turns-of-shops.ts"
import { isBefore, nameOf, ordersOf, type Work } from "./work.ts"

/** The works that are known at most, and those of one shop. */
const maxKnown = 4096
const maxKnownOfShop = 1024

/** How many works may be in progress, of all shops and of one; and how many of a shop are taken together. */
export interface WorkBounds {
  readonly running: number
  readonly ofShop: number
  readonly together: number
}

/** The works of one process. */
export class Works {
  readonly #turns = new TurnsOfShops<Work>()
  readonly #known = new Map<string, Work>()
  readonly #knownOfShop = new Map<string, number>()
  readonly #running = new Map<string, number>()
  readonly #inProgress = new Set<Work>()
  /** The known works about an order. */
  readonly #about = new Map<string, Set<Work>>()
  /** Works that wait for another one about the same order. */
  readonly #behind = new Set<Work>()

  get size(): number {
    return this.#known.size
  }

  get running(): number {
    return this.#inProgress.size
  }

  /** Whether works wait for their turn, and not for another one. */
  get isWaiting(): boolean {
    return this.#known.size > this.#inProgress.size + this.#behind.size
  }

  get hasRoom(): boolean {
    return this.#known.size < maxKnown
  }

  /** How many works of a shop may be added. */
  room(shop: string): number {
    return Math.max(0, Math.min(maxKnown - this.#known.size, maxKnownOfShop - (this.#knownOfShop.get(shop) ?? 0)))
  }

  isKnown(shop: string, id: string): boolean {
    return this.#known.has(`${shop}/${id}/`)
  }

  /** Whether a work is still to be done, or to be committed. */
  has(work: Work): boolean {
    return this.#known.get(nameOf(work)) === work
  }

  isBusy(isOf: (shop: string) => boolean): boolean {
    for (const shop of this.#running.keys()) if (isOf(shop)) return true
    return false
  }

  /** Adds a work; false if it is known, or there is no room. */
  add(work: Work): boolean {
    const name = nameOf(work)
    if (this.#known.has(name) || (work.drained === undefined && this.room(work.shop) === 0)) return false
    this.#known.set(name, work)
    this.#knownOfShop.set(work.shop, (this.#knownOfShop.get(work.shop) ?? 0) + 1)
    for (const place of placesOf(work)) this.#about.set(place, (this.#about.get(place) ?? new Set()).add(work))
    this.#turns.add(work.shop, [work])
    return true
  }

  /** The works to begin, by their shops, which take turns. */
  take(bounds: WorkBounds, mayBegin: (shop: string) => boolean): ReadonlyMap<string, ReadonlyArray<Work>> {
    const groups = new Map<string, Array<Work>>()
    const hasRoom = (shop: string) =>
      (this.#running.get(shop) ?? 0) < bounds.ofShop &&
      (groups.get(shop)?.length ?? 0) < bounds.together &&
      mayBegin(shop)
    while (this.#inProgress.size < bounds.running) {
      const next = this.#turns.take(hasRoom)
      if (next === undefined) break
      const { shop, work } = next
      if (this.#isBehind(work)) this.#behind.add(work)
      else {
        this.#begin(work)
        groups.set(shop, [...(groups.get(shop) ?? []), work])
      }
    }
    return groups
  }

  /** Puts back a work that was taken, behind another one about the same order. */
  putBehind(work: Work, before: Work): void {
    this.#leave(work)
    this.#behind.add(work)
    // If there is no room for the other one, this one is found again after it.
    if (!this.add(before) && !this.#known.has(nameOf(before))) this.#forget(work)
  }

  /** Forgets a work that is in progress; those that waited for it get their turn. */
  end(work: Work): void {
    if (this.#leave(work)) this.#forget(work)
  }

  /**
   * Forgets the works of some shops that are not in progress, because another process does them now; returns them. If a shop
   * comes back, its works are found again, as they are then.
   */
  drop(isOf: (shop: string) => boolean): ReadonlyArray<Work> {
    const dropped = [...this.#known.values()].filter((work) => isOf(work.shop) && !this.#inProgress.has(work))
    for (const work of dropped) this.#behind.delete(work)
    this.#turns.drop(isOf)
    for (const work of dropped) this.#forget(work)
    return dropped
  }

  #forget(work: Work): void {
    this.#known.delete(nameOf(work))
    this.#behind.delete(work)
    const left = (this.#knownOfShop.get(work.shop) ?? 1) - 1
    if (left === 0) this.#knownOfShop.delete(work.shop)
    else this.#knownOfShop.set(work.shop, left)
    for (const place of placesOf(work)) {
      const others = this.#about.get(place)
      others?.delete(work)
      if (others?.size === 0) this.#about.delete(place)
      for (const other of others ?? []) if (this.#behind.delete(other)) this.#turns.add(other.shop, [other])
    }
  }

  #begin(work: Work): void {
    this.#inProgress.add(work)
    this.#running.set(work.shop, (this.#running.get(work.shop) ?? 0) + 1)
  }

  /** Ends a work's progress; false if it was not in progress. */
  #leave(work: Work): boolean {
    if (!this.#inProgress.delete(work)) return false
    const running = this.#running.get(work.shop)! - 1
    if (running === 0) this.#running.delete(work.shop)
    else this.#running.set(work.shop, running)
    return true
  }

  /** Whether another known work has earlier events of the same order. */
  #isBehind(work: Work): boolean {
    for (const orderID of ordersOf(work.outgoing).keys())
      for (const other of this.#about.get(placeOf(work, orderID)) ?? [])
        if (other !== work && isBefore(other.outgoing, work.outgoing, orderID)) return true
    return false
  }
}

/** What was parked is apart from what is pending: no order has both for one webhook at a time. */
const placeOf = ({ drained = "", shop }: Work, orderID: string): string => `${shop}/${drained}/${orderID}`

const placesOf = (work: Work): ReadonlyArray<string> =>
  [...ordersOf(work.outgoing).keys()].map((orderID) => placeOf(work, orderID))

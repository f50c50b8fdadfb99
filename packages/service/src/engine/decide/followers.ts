/**
 * The places of the followers of one server, which last for hours. Shops have equal shares of them and, within a shop, its people;
 * the operator counts as a shop, and always has some. An owner may have more until another one wants a place. See
 * docs/decisions/0150.
 */
import type { Owner } from "@bottega/storage"
import { Deferred, Effect } from "effect"
import { operator } from "../admit/owners.ts"

/** The followers of one server at a time. */
export const maxFollowers = 100

/** The places that the operator gets from any shop and loses to none, so that a hundred shops leave it some. */
export const maxReserved = 4

/** The place of one follower; it is lost once another owner gets it. */
interface Place {
  readonly owner: Owner
  readonly lost: Deferred.Deferred<void>
}

/** The places of a server. */
export class Followers {
  /** The oldest first. */
  readonly #places = new Set<Place>()

  /** Whether an owner can have a further place. */
  hasRoom(owner: Owner): boolean {
    return this.#places.size < maxFollowers || this.#surplus(owner) !== undefined
  }

  /** Takes a place, if necessary from an owner who has more; undefined if there is none. */
  enter(owner: Owner): Place | undefined {
    if (!this.hasRoom(owner)) return undefined
    if (this.#places.size >= maxFollowers) {
      const surplus = this.#surplus(owner)!
      // A follower whose reader takes nothing ends later.
      this.leave(surplus)
      Deferred.doneUnsafe(surplus.lost, Effect.void)
    }
    const place = { owner, lost: Deferred.makeUnsafe<void>() }
    this.#places.add(place)
    return place
  }

  /** Gives a place back, unless it is lost. */
  leave(place: Place): void {
    this.#places.delete(place)
  }

  /**
   * The newest place of the owner who has most, if that is still at least as much as the owner has with one more. What is
   * reserved for the operator does not have to be.
   */
  #surplus({ keySet, shop }: Owner): Place | undefined {
    const all = [...this.#places]
    const own = all.filter(({ owner }) => owner.shop === shop)
    const ofOperator = all.filter(({ owner }) => owner.shop === operator.shop)
    const others = ofOperator.length > maxReserved ? all : all.filter((place) => !ofOperator.includes(place))
    const ofShop = largest(others, ({ owner }) => owner.shop)
    const isReserved = shop === operator.shop && own.length < maxReserved
    if (isReserved || ofShop.length > own.length + 1) return largest(ofShop, ({ owner }) => owner.keySet).at(-1)
    const ofOne = largest(own, ({ owner }) => owner.keySet)
    const held = own.filter(({ owner }) => owner.keySet === keySet).length
    return ofOne.length > held + 1 ? ofOne.at(-1) : undefined
  }
}

/** The places of the one who has most of them. */
const largest = (places: ReadonlyArray<Place>, of: (place: Place) => string): ReadonlyArray<Place> =>
  [...Map.groupBy(places, of).values()].reduce((found, one) => (one.length > found.length ? one : found), [])

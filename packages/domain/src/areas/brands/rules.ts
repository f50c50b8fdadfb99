/** What follows from a brand's name and place: when two names are the same, and what a move does. All functions are pure. */

/** A name has at most this many characters. */
export const nameCharacters = 255

/** The bound of a shop's brands, whose order is one document. */
export const brandBound = { max: 10_000, noun: "brands", of: "shop", at: "name" }

/** Two brands have the same name if this is the same: outer blanks and case make no difference. */
export const nameKey = (name: string): string => name.trim().normalize("NFC").toLowerCase()

/** Where a brand was and is; positions count from 1. */
export interface Moved {
  readonly uids: ReadonlyArray<number>
  readonly from: number
  readonly to: number
}

/** Moves a brand to a position; a position after the last one means the last one. */
export const movedTo = (uids: ReadonlyArray<number>, uid: number, position: number): Moved => {
  const index = uids.indexOf(uid)
  const others = without(uids, uid)
  const to = Math.min(position, others.length + 1)
  return {
    uids: [...others.slice(0, to - 1), uid, ...others.slice(to - 1)],
    from: index < 0 ? others.length + 1 : index + 1,
    to
  }
}

/** The order without one brand. */
export const without = (uids: ReadonlyArray<number>, uid: number): ReadonlyArray<number> =>
  uids.filter((one) => one !== uid)

/** How much a follower reads at once, and how far it may fall behind. */

/** The size of a page. */
export const pageSize = { limit: 64, characters: 256 * 1024 }

/** How far a reader who was up to date may fall behind, in characters of stored or shown text. */
const maxBehind = 1024 * 1024

/** Characters read since a reader was last up to date; undefined before that. */
export type Behind = number | undefined

/** The same after a page; `isBehind` if it was not the last one. */
export const behindAfter = (before: Behind, characters: number, isBehind: boolean): Behind =>
  !isBehind ? 0 : before === undefined ? undefined : before + characters

/** Whether a reader is too slow. */
export const isLost = (behind: Behind): boolean => behind !== undefined && behind > maxBehind

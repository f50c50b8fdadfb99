/** Where a document may be in a tree: below one that exists, not below itself, and not too deep. */
import type { Finding } from "./endpoint.ts"
import type { Key } from "./lookup.ts"

/** The maximum number of levels of a tree, so that the way from a document to the top is short. */
export const maxLevels = 10

/** Where a document would be: below these, the nearest first, with so many levels of its own. */
export interface PlaceInTree {
  /** What one document is called in sentences. */
  readonly noun: string
  readonly key: Key
  readonly path: ReadonlyArray<Key>
  readonly levels: number
}

/** Finds what is wrong with a place below the parameter `parent`; one without a path does not exist. */
export const placeFindings = ({ key, levels, noun, path }: PlaceInTree): ReadonlyArray<Finding> => {
  const at = ["parent"]
  if (path.length === 0) return [{ at, message: `names no ${noun} of the shop` }]
  if (path.includes(key)) return [{ at, message: `must not be the ${noun} itself or one below it` }]
  return path.length + levels > maxLevels
    ? [{ at, message: `would make the tree deeper than ${maxLevels} levels` }]
    : []
}

/** Orders the members of a tree so that each follows the one above it. */
import { type Given, object } from "./given.ts"

/**
 * The members of a list whose parent precedes them or is not in the list, parents first. Members of a circle, which no tree
 * has, come last; the first of them has no parent in the store when it is stored.
 */
export const parentsFirst = (list: ReadonlyArray<unknown>, id: string, parent: string): ReadonlyArray<unknown> => {
  const members = list.map(object)
  const ids = new Set(members.map((one) => String(one[id])))
  const below = new Map<string, Array<Given>>()
  const ordered: Array<Given> = []
  for (const one of members) {
    const above = String(one[parent] ?? "")
    if (above === String(one[id]) || !ids.has(above)) ordered.push(one)
    else {
      const children = below.get(above) ?? []
      children.push(one)
      below.set(above, children)
    }
  }
  for (let at = 0; at < ordered.length; at++) {
    const own = String(ordered[at]![id])
    for (const child of below.get(own) ?? []) ordered.push(child)
    below.delete(own)
  }
  return [...ordered, ...[...below.values()].flat()]
}

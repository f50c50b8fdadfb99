/** Which element of a live table shows which row: a row that leaves gives its element to one that comes. */

/** The slot of each row by its id: a row keeps its own, and new rows take those that are free, the lowest first. */
export const slotsFor = (
  ids: ReadonlyArray<string>,
  before: ReadonlyMap<string, number>
): ReadonlyMap<string, number> => {
  const kept = new Map(ids.flatMap((id) => (before.has(id) ? [[id, before.get(id)!] as const] : [])))
  const taken = new Set(kept.values())
  let free = -1
  const next = () => {
    do free++
    while (taken.has(free))
    return free
  }
  return new Map(ids.map((id) => [id, kept.get(id) ?? next()]))
}

/** "Did you mean": finds the known name that is nearest to a mistyped one. */

/** The nearest name, if it is near enough to be a typing error. */
export const nearest = (typed: string, names: Iterable<string>): string | undefined => {
  let best: string | undefined
  let smallest = Math.max(1, Math.floor(typed.length / 3)) + 1
  for (const name of names) {
    const steps = distance(typed.toLowerCase(), name.toLowerCase())
    if (steps < smallest) [best, smallest] = [name, steps]
  }
  return best
}

/**
 * The end of a sentence that suggests the nearest name, `; did you mean --status?`, or a full stop if there is none.
 */
export const meant = (typed: string, names: Iterable<string>, prefix = ""): string => {
  const name = nearest(typed, names)
  return name === undefined ? "." : `; did you mean ${prefix}${name}?`
}

/** The number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
const distance = (a: string, b: string): number => {
  let [before, row]: [Array<number>, Array<number>] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? before[j - 2]! + 1 : replaced
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, swapped)
    }
    ;[before, row] = [row, next]
  }
  return row[b.length]!
}

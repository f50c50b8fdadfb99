/** "Did you mean": the known name that a mistyped one is nearest to. */

/** The nearest of the names, if it is near enough to have been meant. */
export const nearest = (typed: string, names: Iterable<string>): string | undefined => {
  let best: string | undefined
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1
  for (const name of names) {
    const steps = distance(typed.toLowerCase(), name.toLowerCase())
    if (steps < least) [best, least] = [name, steps]
  }
  return best
}

/** The nearest name as the end of a sentence, with its mark: `; did you mean --status?`, or a full stop. */
export const meant = (typed: string, names: Iterable<string>, prefix = ""): string => {
  const name = nearest(typed, names)
  return name === undefined ? "." : `; did you mean ${prefix}${name}?`
}

/** Insertions, deletions, replacements and swaps of neighbours from one text to the other. */
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

/** Shows a person at a terminal how far some work is: after the first second, at most ten times a second. */

/** A line that is overwritten with each count and removed at the end. */
export interface Progress {
  readonly at: (count: number) => void
  readonly end: () => void
}

/** Shows progress if `to` is a terminal, and nothing otherwise. */
export const progress = (sentence: (count: string) => string, to: NodeJS.WriteStream = process.stderr): Progress => {
  let next = performance.now() + 1000
  let shown = false
  return {
    at: (count) => {
      const now = performance.now()
      if (!to.isTTY || now < next) return
      next = now + 100
      shown = true
      to.write(`\r${sentence(count.toLocaleString("en"))}\u001b[K`)
    },
    end: () => {
      if (shown) to.write("\r\u001b[K")
      shown = false
    }
  }
}

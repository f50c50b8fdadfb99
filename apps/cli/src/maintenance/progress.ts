/** How far something is, told to a person who watches: once it takes longer than a second, ten times a second at most. */

/** A line that is written over and over, and taken away in the end. */
export interface Progress {
  readonly at: (count: number) => void
  readonly end: () => void
}

/** Tells how far something is on a terminal; nothing elsewhere. */
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

/**
 * Sends the answers of one turn of the event loop together, at its end. A write to a socket wakes the process at its other
 * end, which costs more than the write; when many are answered at once, one wake-up serves them all.
 */
let waiting: Array<() => void> = []

/** Sends at the end of this turn, in the order of the calls. */
export const together = (send: () => void): void => {
  if (waiting.push(send) === 1) setImmediate(sendAll)
}

const sendAll = (): void => {
  const all = waiting
  waiting = []
  for (const send of all) send()
}

/**
 * Sends the answers of one turn of the event loop together, at its end. To write to a socket wakes whoever waits at its
 * other end, which costs more than the writing; when many are answered at once, the first waking serves them all.
 */
let waiting: Array<() => void> = []

/** Sends at the end of this turn, after what was asked to be sent before. */
export const together = (send: () => void): void => {
  if (waiting.push(send) === 1) setImmediate(sendAll)
}

const sendAll = (): void => {
  const all = waiting
  waiting = []
  for (const send of all) send()
}

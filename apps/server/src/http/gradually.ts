/** Spreads thousands of actions over many turns of the event loop, so that other requests are not delayed. */

/** Makes a queue of actions and runs a limited number of them in each turn. */
export const gradually = (perTurn: number): ((act: () => void) => void) => {
  const later: Array<() => void> = []
  const actLater = (): void => {
    for (const act of later.splice(0, perTurn)) act()
    if (later.length > 0) setImmediate(actLater)
  }
  return (act) => {
    if (later.push(act) === 1) setImmediate(actLater)
  }
}

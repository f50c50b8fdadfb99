/** Does what may come thousands at a time in many turns of the event loop, so that nobody else is kept waiting by it. */

/** Makes what acts after all that it was given before, so many acts in a turn. */
export const gradually = (inATurn: number): ((act: () => void) => void) => {
  const later: Array<() => void> = []
  const actLater = (): void => {
    for (const act of later.splice(0, inATurn)) act()
    if (later.length > 0) setImmediate(actLater)
  }
  return (act) => {
    if (later.push(act) === 1) setImmediate(actLater)
  }
}

/** Makes a value once and keeps it. */

/** Makes a value when it is first needed and keeps it. A failure is not kept, so the next caller tries again. */
export const kept = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

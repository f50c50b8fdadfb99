/** Keeps what is made once. */

/** Makes something when it is first asked for and keeps it; a failure is not kept, so that the next one who asks tries again. */
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

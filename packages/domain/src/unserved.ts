/** The operations of the API that no area declares yet, so that a call of one is not taken for a mistyped path. */

/** Each as its method and path. A test compares the list with the specification and the contract. */
export const unserved: ReadonlySet<string> = new Set()

/** What the browser keeps of a person's choices. A browser that keeps nothing works too. */

const prefix = "bottega."

/** A kept value; undefined if there is none. */
export const read = <A>(name: string): A | undefined => {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps a value. */
export const write = (name: string, value: unknown): void => {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // A full or forbidden storage loses a preference, and nothing else.
  }
}

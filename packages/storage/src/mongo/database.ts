/** Finds the database that a connection string names, without loading the driver. */

/** The name after the servers; `bottega` by default. */
export const databaseIn = (uri: string): string => {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]+)/.exec(uri) ?? []
  if (name === undefined) return "bottega"
  try {
    return decodeURIComponent(name)
  } catch {
    // A name that the driver cannot decode is refused when it opens the database.
    return name
  }
}

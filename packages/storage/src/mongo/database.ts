/** The database that a connection string names, told without loading the driver. */

/** The name after the servers, or `bottega` where there is none. */
export const databaseIn = (uri: string): string => {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]+)/.exec(uri) ?? []
  if (name === undefined) return "bottega"
  try {
    return decodeURIComponent(name)
  } catch {
    // The driver refuses it when it is opened.
    return name
  }
}

/** What a connection string may contain. */
import { MongoClient, type MongoOptions } from "mongodb"
import { databaseIn } from "./database.ts"

/** Why a connection string is refused: one sentence that contains no part of the string that could be a password. */
export class Refused extends Error {}

/**
 * The database that a connection string names, `bottega` by default; refuses settings that weaken a promise about
 * writes or reads, and MongoDB's own databases.
 */
export const databaseOf = (uri: string): string => {
  const { options } = parsed(uri)
  const weak = weaknesses.map((said) => said(options)).filter((said) => said !== undefined)
  if (weak.length > 0)
    throw new Refused(
      `the connection string sets ${weak.join(", ")}; remove ${weak.length > 1 ? "them" : "it"}, because writes must be in the journals of a majority, and reads must see what a majority has, on the primary`
    )
  const name = databaseIn(uri)
  if (systemDatabases.has(name))
    throw new Refused(
      `the connection string names ${name}, a database in which MongoDB allows no transactions; name another one, and add authSource=${name} if its user was created there`
    )
  return name
}

const systemDatabases: ReadonlySet<string> = new Set(["admin", "config", "local"])

const parsed = (uri: string): MongoClient => {
  try {
    return new MongoClient(uri)
  } catch (error) {
    // If the server is missing, the driver mistakes the user's name and password for it and prints them.
    const why = (error as Error).message.replace(
      /^Unable to parse .* with URL$/,
      "the port of a server is not a number"
    )
    throw new Refused(`the connection string cannot be read: ${why}`)
  }
}

const weaknesses: ReadonlyArray<(options: MongoOptions) => string | undefined> = [
  ({ writeConcern: { w } = {} }) => (w === undefined || w === "majority" ? undefined : `w=${w}`),
  ({ writeConcern: { journal } = {} }) => (journal === false ? "journal=false" : undefined),
  ({ readConcern: { level } = {} }) =>
    level === undefined || level === "majority" ? undefined : `readConcernLevel=${level}`,
  ({ readPreference: { mode } }) => (mode === "primary" ? undefined : `readPreference=${mode}`),
  ({ retryWrites }) => (retryWrites ? undefined : "retryWrites=false"),
  ({ retryReads }) => (retryReads ? undefined : "retryReads=false")
]

/** What a connection string may say. */
import { MongoClient, type MongoOptions } from "mongodb"
import { databaseIn } from "./database.ts"

/** Why a connection string is refused: one sentence, with nothing of the string that could be a password. */
export class Refused extends Error {}

/** The database that a connection string names, or `bottega`; refuses what would weaken what is promised of writes and reads. */
export const databaseOf = (uri: string): string => {
  const { options } = parsed(uri)
  for (const weak of weaknesses) {
    const said = weak(options)
    if (said !== undefined)
      throw new Refused(
        `the connection string says ${said}: leave it out, writes are acknowledged by a majority with their journal and reads are of the primary's majority`
      )
  }
  return databaseIn(uri)
}

const parsed = (uri: string): MongoClient => {
  try {
    return new MongoClient(uri)
  } catch (error) {
    // Where the server is missing, the driver takes the user's name and password for it, and says so.
    const why = (error as Error).message.replace(/^Unable to parse .* with URL$/, "the port of a server is no number")
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

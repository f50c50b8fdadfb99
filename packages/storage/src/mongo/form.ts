/** Reads and writes what a database says about its own form: its format, and whether it is being upgraded. */
import type { Collection, Db } from "mongodb"
import { type Format, useOf, whyChanged } from "../format.ts"
import type { Layout } from "./documents.ts"
import { fingerprint } from "./indexes.ts"

/** The declaration that a collection was last upgraded to, and how far an upgrade to another one is. */
export interface Brought {
  readonly _id: string
  readonly fingerprint: string
  readonly filling?: { readonly fingerprint: string; readonly after: unknown }
}

/** The form of a database. */
export interface DatabaseForm {
  readonly format: Format
  /** The declaration of each collection, by its name. */
  readonly collections: ReadonlyMap<string, string>
  /** Whether an upgrade has begun and not ended. */
  readonly upgrading: boolean
  /** Whether a store was ever made in it. */
  readonly isMade: boolean
}

interface Stored extends Format {
  readonly _id: "format"
  readonly upgrading: boolean
}

const formatIn = (database: Db): Collection<Stored> => database.collection("bottega_format")

/** The declarations that the collections of a database were last upgraded to. */
export const upgradedIn = (database: Db): Collection<Brought> => database.collection("bottega_collections")

/** The form of a database. */
export const formOf = async (database: Db): Promise<DatabaseForm> => {
  const [stored, all] = await Promise.all([
    formatIn(database).findOne({ _id: "format" }),
    upgradedIn(database).find().toArray()
  ])
  const collections = new Map(all.map((one) => [one._id, one.fingerprint]))
  const { number, readers, upgrading = false, writers } = stored ?? {}
  const format = number === undefined ? formerly : { number, writers: writers!, readers: readers! }
  return { format, collections, upgrading, isMade: collections.size > 0 }
}

/** Programs from before the format was stored. */
const formerly: Format = { number: 2, writers: 2, readers: 2 }

/** Records that an upgrade begins or was cancelled; or with a format, that it continues or has ended in that. */
export const writeForm = async (database: Db, upgrading: boolean, format: Format): Promise<void> => {
  await formatIn(database).updateOne({ _id: "format" }, { $set: { ...format, upgrading } }, { upsert: true })
}

/** Why a process must not use a database any more, as a sentence. */
export const differenceOf = (
  { collections, format, upgrading }: DatabaseForm,
  layouts: ReadonlyArray<Layout>,
  own: Format
): string | undefined => {
  if (upgrading) return whyChanged("The database is being upgraded")
  if (useOf(format, own) !== "write") return whyChanged(`The database was upgraded to format ${format.number}`)
  const other = layouts.find((layout) => collections.get(layout.name) !== fingerprint(layout))
  return other === undefined ? undefined : whyChanged(`The declaration of ${other.name} in the database was changed`)
}

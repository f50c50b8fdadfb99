/** Keeps the key of keyed lookups in the database. */
import { randomBytes } from "node:crypto"
import { Binary, type Db } from "mongodb"
import { type IndexKey, keyBytes } from "../keyed.ts"
import { isDuplicate } from "./errors.ts"

interface StoredKey {
  readonly _id: string
  readonly key: Binary
}

/** Sets the key of keyed lookups to the database's, which the first server makes. */
export const setKey = async (database: Db, key: IndexKey): Promise<void> => {
  const keys = database.collection<StoredKey>("bottega_keys")
  const made = { $setOnInsert: { key: new Binary(randomBytes(keyBytes)) } }
  try {
    await keys.updateOne({ _id: "index" }, made, { upsert: true })
  } catch (error) {
    // Another server was faster.
    if (!isDuplicate(error)) throw error
  }
  await readKey(database, key)
}

/** Sets the key of keyed lookups to the database's, if it has one. */
export const readKey = async (database: Db, key: IndexKey): Promise<void> => {
  const found = await database.collection<StoredKey>("bottega_keys").findOne({ _id: "index" })
  if (found !== null) key.set(found.key.buffer)
}

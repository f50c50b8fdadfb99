/** Stores an issued pair in a credentials file for `--credentials`. */
import {
  none,
  readCredentials,
  requireWritable,
  type StoredCredentials,
  writeCredentials
} from "@bottega/server/config"
import { Usage } from "./usage.ts"

/** The answer of an operation that issues a pair. */
interface Pair {
  readonly key: string
  readonly exchange: string
  readonly permission: "read" | "read-write"
}

/** The contents of a file to which pairs of a shop can be added, and written; a file of another shop is not overwritten. */
export const credentialsFor = (file: string, shop: string | undefined): StoredCredentials => {
  const kept = readCredentials(file) ?? { ...none, token: null }
  if (kept.shop !== null && shop !== undefined && kept.shop !== shop)
    throw new Usage(`The credentials file ${file} belongs to the shop ${kept.shop}; name another with --save.`)
  try {
    requireWritable(file)
  } catch (error) {
    throw new Usage(`The credentials file ${file} cannot be written: ${(error as Error).message}.`)
  }
  return { ...kept, shop: kept.shop ?? shop ?? null }
}

/** Replaces the file's pair of the same permission. */
export const savePair = (file: string, kept: StoredCredentials, { exchange, key, permission }: Pair): void =>
  writeCredentials(file, {
    ...kept,
    ...(permission === "read" ? { readKey: key, readExchange: exchange } : { key, exchange })
  })

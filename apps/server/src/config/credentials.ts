/** The credentials file: what a start hands out, for the command line and for people to find. Only its owner can read it. */
import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"

/** A shop with its key sets; all null while there is no shop. */
export interface KeySets {
  readonly shop: string | null
  readonly key: string | null
  readonly exchange: string | null
  readonly readKey: string | null
  readonly readExchange: string | null
}

/** What the file holds. */
export interface Credentials extends KeySets {
  readonly token: string
}

/** Nobody's key sets. */
export const none: KeySets = { shop: null, key: null, exchange: null, readKey: null, readExchange: null }

/** What a file says; null is what it does not say. */
export interface StoredCredentials extends KeySets {
  readonly token: string | null
}

/** What a credentials file says, where there is one; fails where it is no such file, so that nothing is overwritten. */
export const readCredentials = (file: string | undefined): StoredCredentials | undefined => {
  if (file === undefined || !existsSync(file)) return undefined
  const found: unknown = parsed(readFileSync(file, "utf8"))
  if (typeof found !== "object" || found === null || Array.isArray(found))
    throw new Error(`The credentials file ${file} is not a JSON object; move it away to begin anew.`)
  const text = (name: string) => {
    const value = (found as Record<string, unknown>)[name]
    return typeof value === "string" && value !== "" ? value : null
  }
  return {
    token: text("token"),
    shop: text("shop"),
    key: text("key"),
    exchange: text("exchange"),
    readKey: text("readKey"),
    readExchange: text("readExchange")
  }
}

/** The credentials file to read: the one of programs before this one where its successor is not there yet. */
export const fileToRead = (file: string | undefined, former: string | undefined): string | undefined =>
  file !== undefined && former !== undefined && !existsSync(file) && existsSync(former) ? former : file

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps credentials; a file that says the same already is only closed to others. */
export const writeCredentials = (
  file: string,
  { exchange, key, readExchange, readKey, shop, token }: Credentials
): void => {
  const text = `${JSON.stringify({ token, shop, key, exchange, readKey, readExchange }, null, 2)}\n`
  if (existsSync(file) && readFileSync(file, "utf8") === text) chmodSync(file, 0o600)
  else writeWhole(file, text)
}

/** Writes a file that only its owner can read, so that it is there whole or not at all. */
export const writeWhole = (file: string, text: string): void => {
  const made = `${file}.${randomBytes(4).toString("hex")}`
  try {
    writeFileSync(made, text, { mode: 0o600, flag: "wx" })
    renameSync(made, file)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
}

/** The credentials file: the token and pairs of a start, for the command line and for people. Only its owner can read it. */
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

/** Credentials without a shop. */
export const none: KeySets = { shop: null, key: null, exchange: null, readKey: null, readExchange: null }

/** The contents of a file; null for what it does not contain. */
export interface StoredCredentials extends KeySets {
  readonly token: string | null
  /** What `bottega listen` signs with; not in the file until it was used. */
  readonly listenSecret?: string
}

/** The credentials that a start issues. */
export interface Credentials extends StoredCredentials {
  readonly token: string
}

/** The contents of a credentials file, if it exists; fails if the file is something else, so that nothing is overwritten. */
export const readCredentials = (file: string | undefined): StoredCredentials | undefined => {
  if (file === undefined || !existsSync(file)) return undefined
  const found: unknown = parsed(textOf(file))
  if (typeof found !== "object" || found === null || Array.isArray(found))
    throw new Error(`The credentials file ${file} is not a JSON object; move it away to start over.`)
  if (Object.keys(found).length > 0 && !names.some((name) => name in found))
    throw new Error(`The credentials file ${file} contains something else; move it away to start over.`)
  const text = (name: string) => {
    const value = (found as Record<string, unknown>)[name]
    return typeof value === "string" && value !== "" ? value : null
  }
  const listenSecret = text("listenSecret")
  return {
    token: text("token"),
    shop: text("shop"),
    key: text("key"),
    exchange: text("exchange"),
    readKey: text("readKey"),
    readExchange: text("readExchange"),
    ...(listenSecret === null ? {} : { listenSecret })
  }
}

/** The credentials file to read: that of older versions if the new one does not exist yet. */
export const fileToRead = (file: string | undefined, former: string | undefined): string | undefined =>
  file !== undefined && former !== undefined && !existsSync(file) && existsSync(former) ? former : file

/** What a credentials file may contain. */
const names = ["token", "shop", "key", "exchange", "readKey", "readExchange", "listenSecret"]

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    throw new Error(`The credentials file ${file} cannot be read: ${(error as Error).message}.`)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes credentials, and leaves a file's secret of `listen` as it is unless there is another; for a file with the same contents it only sets the mode. */
export const writeCredentials = (
  file: string,
  { exchange, key, listenSecret, readExchange, readKey, shop, token }: StoredCredentials
): void => {
  const secret = listenSecret ?? readCredentials(file)?.listenSecret
  const kept = { token, shop, key, exchange, readKey, readExchange, listenSecret: secret }
  const text = `${JSON.stringify(kept, null, 2)}\n`
  if (existsSync(file) && readFileSync(file, "utf8") === text) chmodSync(file, 0o600)
  else writeWhole(file, text)
}

/** Fails if {@link writeCredentials} cannot make a file at this path; leaves nothing. */
export const requireWritable = (file: string): void => {
  const made = besideOf(file)
  writeFileSync(made, "", { mode: 0o600, flag: "wx" })
  rmSync(made)
}

/** Writes a file that only its owner can read, and that appears only when it is complete. */
export const writeWhole = (file: string, text: string): void => {
  const made = besideOf(file)
  try {
    writeFileSync(made, text, { mode: 0o600, flag: "wx" })
    renameSync(made, file)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
}

const besideOf = (file: string): string => `${file}.${randomBytes(4).toString("hex")}`

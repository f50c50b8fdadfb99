/** The connection through which a command calls the store, wherever the store is. */
import type { Bottega } from "@bottega/client"
import type { Config } from "@bottega/server/config"

/** A client with its release function. */
export interface Connection {
  /** The called store, for people: an address or a file. */
  readonly place: string
  readonly client: Bottega
  readonly close: () => Promise<void>
}

/** The store that `serve` would use with the same settings, and what it would allow. */
export type Settings = Pick<
  Config,
  "store" | "credentials" | "formerCredentials" | "token" | "allowPrivateUrls" | "publicUrl"
>

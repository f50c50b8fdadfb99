/** What a command speaks through, wherever the store is. */
import type { Bottega } from "@bottega/client"
import type { Config } from "@bottega/server/config"

/** A client, until it is closed. */
export interface Connection {
  /** What is called, for a person: an address or a file. */
  readonly place: string
  readonly client: Bottega
  readonly close: () => Promise<void>
}

/** What `serve` would work on and allow with the same settings. */
export type Settings = Pick<Config, "store" | "credentials" | "formerCredentials" | "allowPrivateUrls">

// What the launcher can stand on: one MongoDB, however it came to be.

/** A MongoDB that answers. */
export interface Engine {
  readonly engine: "mongodb" | "documentdb"
  /** Its version, and for DocumentDB the version of the PostgreSQL below it. */
  readonly version: string
  readonly uri: string
  /** The database server's process; undefined when the server is not ours. It changes with a restart. */
  readonly pid: () => number | undefined
  /** Kills the server as a power cut would, or nearly, and leaves it dead; the data stay. */
  readonly kill: () => Promise<void>
  /** Starts the server again on its data, under the same address. */
  readonly restart: () => Promise<void>
  /** Ends it and removes what it kept. */
  readonly stop: () => Promise<void>
}

/** Why there is no engine of a kind here, as part of a sentence. */
export interface Missing {
  readonly missing: string
}

/** A failure that says what to do; its stack says nothing more. */
export class Unavailable extends Error {
  override readonly name = "Unavailable"
}

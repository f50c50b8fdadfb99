/** The roll-call: every store the program can run on. A new adapter is one file and one line here. */
import type { Collection } from "@bottega/domain/collection"
import type { Layer } from "effect"
import { sequences } from "./counters.ts"
import * as memory from "./memory.ts"
import * as sqlite from "./sqlite.ts"
import type { Storage, Unavailable } from "./storage.ts"

/** A store the program can run on. */
export interface AdapterEntry {
  readonly name: string
  /** What `location` is, for a person who has to give it; `undefined` when there is none. */
  readonly needs: string | undefined
  /** Whether several processes may have the same location open at once. */
  readonly sharable: boolean
  /** The store at a location, with these collections and those that storage itself keeps. */
  readonly open: (location: string, collections: ReadonlyArray<Collection>) => Layer.Layer<Storage, Unavailable>
}

/** All adapters, by the name they are chosen by. */
export const adapters: ReadonlyArray<AdapterEntry> = [
  {
    name: "memory",
    needs: undefined,
    sharable: false,
    open: (_, collections) => memory.layer([...collections, sequences])
  },
  {
    name: "sqlite",
    needs: "the path of a file",
    sharable: true,
    open: (location, collections) => sqlite.layer(location, [...collections, sequences])
  }
]

/**
 * The operator's token if no configuration gives one. All servers of a store, on any number of machines, agree on it
 * through the store. docs/decisions/0161 says why the store holds it in plain text, and how to keep it out.
 */
import { installation, modify, type Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { secret } from "../ids.ts"
import { records } from "../records.ts"

/** The tokens that a server knows before it reads the store. */
export interface KnownTokens {
  /** The token of its credentials file. It takes precedence over the store, because the operator may have changed the file. */
  readonly kept: string | null
  /** The first token of the store if there is no file; a random one if this is null. */
  readonly first: string | null
}

/** The token that the servers of this store agree on. */
export const sharedToken = ({ first, kept }: KnownTokens): Effect.Effect<string, Unavailable, Storage> =>
  Effect.gen(function* () {
    const made = first ?? (yield* secret)
    const { token } = yield* modify(installation, records.tokens, name, (agreed) =>
      Effect.succeed(
        agreed !== undefined && (kept === null || kept === agreed.token) ? agreed : { name, token: kept ?? made }
      )
    )
    return token
    // `tokens` has no unique lookup.
  }).pipe(Effect.catchTag("Taken", Effect.die))

const name = "operator"

/**
 * The operator's token where no configuration gives one: all servers of a store agree on it through the store, on however
 * many machines they run. Why the store holds it as it is, and how to keep it out: docs/decisions/0161.
 */
import { installation, modify, type Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { secret } from "./ids.ts"
import { records } from "./records.ts"

/** What a server knows of tokens before it asks the store. */
export interface KnownTokens {
  /** What its credentials file says: the operator may have changed it there, so the store follows. */
  readonly kept: string | null
  /** What the store's first token is, where no file says anything; another one is made if this is null. */
  readonly first: string | null
}

/** The token that the servers of this store agree on. */
export const agreedToken = ({ first, kept }: KnownTokens): Effect.Effect<string, Unavailable, Storage> =>
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

/** One outbound call: a POST to a checked address, bounded in time and in the size of the answer, in its turn. */
import { type Clock, Effect } from "effect"
import { BlockedUrl, type Resolving, reach, resolving } from "./address.ts"
import type { PostResponse } from "./answer.ts"
import { Call, noTurn, type PostRequest } from "./call.ts"
import { Connections } from "./connections.ts"

export type { PostResponse } from "./answer.ts"
export type { PostRequest } from "./call.ts"
export { noTurn }

/** Called once with the answer, or with the reason why there is none. */
type Done = (response: PostResponse | undefined, reason: string) => void

/** Posts without fibers, because a process makes thousands of calls a second. */
export class Poster {
  readonly clock: Clock.Clock
  readonly #how: Resolving

  constructor(clock: Clock.Clock, how: Resolving) {
    this.clock = clock
    this.#how = how
  }

  /**
   * Posts; gives the reason if the url may not be called, is unreachable, or answers too late or too much. Waits while its
   * caller, host or address has too many calls in progress. The result ends the call for a reason.
   */
  post(posting: PostRequest, done: Done): (reason: string) => void {
    const { isAnyAddress } = this.#how
    const connections = isAnyAddress ? toAnyAddress : toPublicAddresses
    const begunNs = this.clock.monotonicTimeNanosUnsafe()
    let call: Call | undefined
    const stop = reach(posting.url, posting.within, this.#how, (to) => {
      if (typeof to === "string") return done(undefined, to)
      const takenMs = Number(this.clock.monotonicTimeNanosUnsafe() - begunNs) / 1e6
      const leftMs = Math.max(1, posting.within - takenMs)
      call = new Call({ posting, to, connections, leftMs }, done)
      call.begin()
    })
    return (reason) => {
      stop()
      call?.end(reason)
    }
  }
}

/** What posts where this effect runs. */
export const poster: Effect.Effect<Poster> = Effect.flatMap(resolving, (how) =>
  Effect.clockWith((clock) => Effect.succeed(new Poster(clock, how)))
)

/** Posts, like {@link Poster.post}. */
export const post = (posting: PostRequest): Effect.Effect<PostResponse, BlockedUrl> =>
  Effect.flatMap(poster, (one) =>
    Effect.callback<PostResponse, BlockedUrl>((resume) => {
      const end = one.post(posting, (response, reason) =>
        resume(response === undefined ? Effect.fail(new BlockedUrl({ reason })) : Effect.succeed(response))
      )
      return Effect.sync(() => end("was interrupted"))
    })
  )

/** Closes the connections that no call uses now, and the others after their call; a later call makes new ones. */
export const closeConnections = Effect.sync(() => {
  toAnyAddress.close()
  toPublicAddresses.close()
})

const toAnyAddress = new Connections(true)
const toPublicAddresses = new Connections(false)

/**
 * How a store was last served: at which address, and whether mail was sent. A command that works on the data itself has no address of
 * its own, and begins the absolute addresses in its answers with this one; the mails that it writes are sent by the server.
 */
import { get, installation, modify, type Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { records } from "../records.ts"

/** The names of the documents of both addresses. */
const [last, control] = ["last", "control"]

/** A way in which a store is served; an address is `http://127.0.0.1:8080`. */
export interface Served {
  readonly url: string
  /** Where the control surface and the console are, if not there. */
  readonly controlUrl?: string | undefined
  readonly sendsMail: boolean
}

/** How a store was last served; undefined for a store that no server has opened. */
export const lastServed: Effect.Effect<Served | undefined, Unavailable, Storage> = Effect.gen(function* () {
  const [served, controlled] = [yield* addressOf(last), yield* addressOf(control)]
  return served && { url: served.url, controlUrl: controlled?.url, sendsMail: served.sendsMail }
})

const addressOf = (name: string) =>
  Effect.map(get(installation, records.addresses, { on: "key", eq: name }), (found) => found?.doc)

/** Records how the store is served now. */
export const recordServed = ({ controlUrl, sendsMail, url }: Served): Effect.Effect<void, Unavailable, Storage> =>
  Effect.andThen(recorded(last, url, sendsMail), recorded(control, controlUrl, sendsMail))

const recorded = (name: string, url: string | undefined, sendsMail: boolean) =>
  modify(installation, records.addresses, name, (known) => {
    const isSame = known?.url === url && (url === undefined || known?.sendsMail === sendsMail)
    return Effect.succeed(isSame ? known : url === undefined ? undefined : { name, url, sendsMail })
  }).pipe(
    // `addresses` has no unique lookup.
    Effect.catchTag("Taken", Effect.die),
    Effect.asVoid
  )

/**
 * Decides which pictures that answers name are fetched: those of the source itself, and those of hosts that the operator
 * allows, which must lead to public addresses as those of other outbound calls.
 */
import { isIPv6 } from "node:net"
import { Effect } from "effect"
import { destination } from "../../outbound/address.ts"
import { NotGiven } from "./failures.ts"
import type { HttpQuestion } from "./http.ts"

/** Where pictures may be fetched from. */
export interface PictureRules {
  readonly from: URL
  /** Hosts besides that of `from`, as `cdn.example.com`. */
  readonly pictureHosts: ReadonlySet<string>
}

/** The question for a picture; fails for an address that may not be fetched. */
export const pictureQuestion = (
  address: string,
  { from, pictureHosts }: PictureRules
): Effect.Effect<Pick<HttpQuestion, "lookup" | "url">, NotGiven> => {
  const url = URL.parse(address, from)
  if (url === null || address.length > 2000) return refused("a picture has an address that cannot be read")
  // An address with a name and a password would send them as credentials.
  if (url.username !== "" || url.password !== "") return refused("a picture's address holds a password")
  if (url.origin === from.origin) return Effect.succeed({ url })
  if (!pictureHosts.has(url.hostname)) return refused("a picture is at another host, which --pictures-from may allow")
  return destination(address, resolveWithinMs).pipe(
    Effect.mapError(({ reason }) => new NotGiven({ status: 0, why: `a picture's address ${reason}` })),
    Effect.map(({ address: ip }) => ({
      url,
      lookup: (_host, options, done) => {
        const family = isIPv6(ip) ? 6 : 4
        if (options.all === true) done(null, [{ address: ip, family }])
        else done(null, ip, family)
      }
    }))
  )
}

const resolveWithinMs = 5000

const refused = (why: string) => Effect.fail(new NotGiven({ status: 0, why }))

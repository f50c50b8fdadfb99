/**
 * Where calls outward may go. A name is resolved, what is not a public address is refused, and the connection is made
 * to the very address that was checked, so that a name that answers differently the next time gains nothing.
 */
import { lookup } from "node:dns/promises"
import { Context, Data, Effect } from "effect"
import ipaddr from "ipaddr.js"

/** Whether addresses of the installation's own network may be called, and plain http too where https is asked for. */
export const PrivateUrls = Context.Reference<boolean>("@bottega/service/PrivateUrls", { defaultValue: () => false })

/** How names become addresses: the system's resolver. */
export const Resolver = Context.Reference<(host: string) => Promise<ReadonlyArray<{ readonly address: string }>>>(
  "@bottega/service/Resolver",
  { defaultValue: () => (host) => lookup(host, { all: true, verbatim: true }) }
)

/** A url that is not called, with the reason as the end of a sentence about it. */
export class NotCallable extends Data.TaggedError("NotCallable")<{ readonly reason: string }> {}

/** A url and the address that its host was found at. */
export interface Destination {
  readonly url: URL
  readonly address: string
  readonly family: 4 | 6
}

/** Finds where a url leads, now; refuses what is no http or https url and what leads to no public address. */
export const destination = Effect.fnUntraced(function* (text: string) {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return yield* refuse("must be an http or https address")
  if (url.username !== "" || url.password !== "") return yield* refuse("must not hold a user name or password")
  const resolve = yield* Resolver
  const anyAddress = yield* PrivateUrls
  // The URL parser has already turned decimal, octal, hexadecimal and full-width forms into dotted ones.
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const found = ipaddr.isValid(host)
    ? [{ address: host }]
    : yield* Effect.tryPromise({ try: () => resolve(host), catch: () => notCallable("names a host that is not found") })
  const address = found.map((one) => one.address).find((one) => ipaddr.isValid(one) && (anyAddress || isPublic(one)))
  if (address === undefined) return yield* refuse("must lead to a public address")
  return { url, address, family: ipaddr.parse(address).kind() === "ipv4" ? 4 : 6 } as Destination
})

/**
 * Whether an address is one of the public internet's: not loopback, private, link-local (where metadata services are),
 * shared, reserved or multicast, nor one of those in an IPv6 coat (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export const isPublic = (text: string): boolean => {
  const address = ipaddr.parse(text)
  if (address.range() !== "unicast") return false
  // IANA has given out nothing else of IPv6.
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number])
}

const notCallable = (reason: string) => new NotCallable({ reason })
const refuse = (reason: string) => Effect.fail(notCallable(reason))

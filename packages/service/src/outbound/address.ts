/**
 * Decides which addresses outbound calls may reach. A name is resolved, addresses that are not public are refused, and the
 * connection goes to the address that was checked, so that a name that later resolves differently gains nothing.
 */
import { lookup } from "node:dns/promises"
import { Context, Data, Effect } from "effect"
import ipaddr from "ipaddr.js"

/** Whether outbound calls may reach the installation's own network, and use plain http where https is required. */
export const PrivateUrls = Context.Reference<boolean>("@bottega/service/PrivateUrls", { defaultValue: () => false })

/** Resolves names to addresses; the system's resolver by default. */
export const Resolver = Context.Reference<(host: string) => Promise<ReadonlyArray<{ readonly address: string }>>>(
  "@bottega/service/Resolver",
  { defaultValue: () => (host) => lookup(host, { all: true, verbatim: true }) }
)

/** A url may not be or could not be called; the reason completes a sentence about the url. */
export class BlockedUrl extends Data.TaggedError("NotCallable")<{ readonly reason: string }> {}

/** A url and the checked address of its host. */
export interface Destination {
  readonly url: URL
  readonly address: string
  readonly family: 4 | 6
}

/** Resolves a url now; refuses a url that is not http or https, or that leads to no public address. */
export const destination = Effect.fnUntraced(function* (text: string) {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return yield* refuse("must be an http or https address")
  if (url.username !== "" || url.password !== "") return yield* refuse("must not hold a user name or password")
  const resolve = yield* Resolver
  const anyAddress = yield* PrivateUrls
  // The URL parser has already converted decimal, octal, hexadecimal and full-width forms to dotted ones.
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const found = ipaddr.isValid(host)
    ? [{ address: host }]
    : yield* Effect.tryPromise({ try: () => resolve(host), catch: () => notCallable("names a host that is not found") })
  const address = found.map((one) => one.address).find((one) => ipaddr.isValid(one) && (anyAddress || isPublic(one)))
  if (address === undefined) return yield* refuse("must lead to a public address")
  return { url, address, family: ipaddr.parse(address).kind() === "ipv4" ? 4 : 6 } as Destination
})

/**
 * Whether an address belongs to the public internet: not loopback, private, link-local (where metadata services are),
 * shared, reserved or multicast, nor one of those embedded in IPv6 (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export const isPublic = (text: string): boolean => {
  const address = ipaddr.parse(text)
  if (address.range() !== "unicast") return false
  // IANA has allocated no other unicast range of IPv6.
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number])
}

const notCallable = (reason: string) => new BlockedUrl({ reason })
const refuse = (reason: string) => Effect.fail(notCallable(reason))

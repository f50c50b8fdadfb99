/**
 * Decides which addresses outbound calls may reach. A name is resolved, addresses that are not public are refused, and the
 * connection goes to the address that was checked, so that a name that later resolves differently gains nothing.
 */
import { lookup, Resolver as Queries } from "node:dns/promises"
import { isIP } from "node:net"
import { Clock, Context, Data, Effect } from "effect"
import ipaddr from "ipaddr.js"
import { type Addresses, Names, type Resolve } from "./names.ts"
import { type Parsed, parsedUrl } from "./parsed.ts"

/** Whether outbound calls may reach the installation's own network, and use plain http where https is required. */
export const PrivateUrls = Context.Reference<boolean>("@bottega/service/PrivateUrls", { defaultValue: () => false })

/** Resolves a name to addresses; by default the name servers are asked, or the system's resolver for {@link PrivateUrls}. */
export const Resolver = Context.Reference<Resolve | undefined>("@bottega/service/Resolver", {
  defaultValue: () => undefined
})

/**
 * Asks the name servers. The system's resolver, which `lookup` uses, knows the names of the own network too, but it holds a
 * thread for as long as a name server makes it wait; few such names would delay those of everybody else.
 */
const publicNames = new Names(async (host) => {
  const asked = queries ?? renewed()
  const [v4, v6] = [asked.resolve4(host), asked.resolve6(host)]
  v6.catch(() => {})
  const addresses = await v4.catch(() => v6)
  return addresses.map((address) => ({ address }))
})

let queries: Queries | undefined
/** New queries, for a minute: the machine's list of name servers is read only once for each. */
const renewed = (): Queries => {
  setTimeout(() => (queries = undefined), 60_000).unref()
  return (queries = new Queries({ timeout: 2000, tries: 2 }))
}

const allNames = new Names((host) => lookup(host, { all: true, verbatim: true }))

/** A url that may not be called, or could not be; the reason completes a sentence about it. */
export class BlockedUrl extends Data.TaggedError("NotCallable")<{ readonly reason: string }> {}

/** The reason of a url whose host has no address, or none that can be found now. */
export const hostNotFound = "names a host that is not found"

/** A url and the checked address of its host. */
export interface Destination extends Parsed {
  readonly address: string
  readonly isPublic: boolean
}

/** How the names of urls are resolved, and which addresses they may lead to. */
export interface Resolving {
  readonly isAnyAddress: boolean
  readonly resolve: Resolve
}

/** How urls are resolved where this effect runs. */
export const resolving: Effect.Effect<Resolving> = Effect.withFiber((fiber) => {
  const isAnyAddress = fiber.getRef(PrivateUrls)
  const names = isAnyAddress ? allNames : publicNames
  const clock = fiber.getRef(Clock.Clock)
  const nowMs = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  return Effect.succeed({ isAnyAddress, resolve: fiber.getRef(Resolver) ?? ((host: string) => names.of(host, nowMs)) })
})

/**
 * Resolves a url now, within milliseconds; refuses a url that is not http or https, or that leads to no public address.
 */
export const destination = (text: string, withinMs: number): Effect.Effect<Destination, BlockedUrl> =>
  Effect.flatMap(resolving, (how) =>
    Effect.callback((resume) => {
      const stop = reach(text, withinMs, how, (to) =>
        resume(typeof to === "string" ? Effect.fail(new BlockedUrl({ reason: to })) : Effect.succeed(to))
      )
      return Effect.sync(stop)
    })
  )

/**
 * The same without a fiber: `done` is called once, with the destination or the reason why there is none, and at once if the url
 * has an address instead of a name. The result ends the wait, and then `done` is not called.
 */
export const reach = (
  text: string,
  withinMs: number,
  { isAnyAddress, resolve }: Resolving,
  done: (to: Destination | string) => void
): (() => void) => {
  const parsed = parsedUrl(text)
  if (typeof parsed === "string") return atOnce(done, parsed)
  if (parsed.isAddress) return atOnce(done, chosen(parsed, [{ address: parsed.name }], isAnyAddress))
  let isOver = false
  const end = (to: Destination | string) => {
    clearTimeout(timer)
    if (!isOver) done(to)
    isOver = true
  }
  const timer = setTimeout(() => end(hostNotFound), withinMs)
  const asked = async () => chosen(parsed, await resolve(parsed.name), isAnyAddress)
  void asked().then(end, () => end(hostNotFound))
  return () => {
    clearTimeout(timer)
    isOver = true
  }
}

const atOnce = (done: (to: Destination | string) => void, to: Destination | string) => {
  done(to)
  return () => {}
}

/** The first of some addresses that may be called. */
const chosen = (parsed: Parsed, found: Addresses, isAnyAddress: boolean): Destination | string => {
  for (const { address } of found) {
    const isFound = isIP(address) !== 0
    const isOpen = isFound && isPublic(address)
    if (isOpen || (isFound && isAnyAddress)) return { ...parsed, address, isPublic: isOpen }
  }
  return "must lead to a public address"
}

/**
 * Whether an address belongs to the public internet: not loopback, private, link-local (where metadata services are),
 * shared, reserved or multicast, nor one of those embedded in IPv6 (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export const isPublic = (text: string): boolean => {
  const known = judged.get(text)
  if (known !== undefined) return known
  if (judged.size >= maxJudged) judged.clear()
  const is = isUnicast(text)
  judged.set(text, is)
  return is
}

/** The addresses of which the answer is remembered: it takes longer to parse one than to look it up. */
const maxJudged = 1000
const judged = new Map<string, boolean>()

const isUnicast = (text: string): boolean => {
  const address = ipaddr.parse(text)
  if (address.range() !== "unicast") return false
  // IANA has allocated no other unicast range of IPv6.
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number])
}

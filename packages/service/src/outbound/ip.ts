/**
 * Internet addresses as text. Code that compares, stores or logs an address normalises it here first: one address has
 * many spellings, and a zone after a `%` may be any text of any length.
 */
import { isIP, isIPv4 } from "node:net"
import ipaddr from "ipaddr.js"

/** The maximum length of an address with a zone. */
const maxLength = 64

/**
 * The one spelling of an address, of at most 39 characters: IPv4 dotted, IPv6 as short as it can be (RFC 5952), IPv4 in
 * IPv6 (`::ffff:7f00:1`) as IPv4, and without a zone. Undefined if the text is not an address.
 */
export const ipOf = (text: string): string | undefined => {
  if (text.length > maxLength) return undefined
  // Only dotted decimals without leading zeros, which have no other spelling.
  if (isIPv4(text)) return text
  return isIP(text) === 6 ? parsed(text).toString() : undefined
}

/** The network of an address: the address itself, or the first 64 bits of an IPv6 address, which belong to one customer. */
export const networkOf = (text = ""): string => {
  const ip = ipOf(text)
  if (ip === undefined || isIPv4(ip)) return ip ?? ""
  const { parts } = parsed(ip) as ipaddr.IPv6
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`
}

/** The kind of an address: public, internal (a proxy, a private network), or of no host (`0.0.0.0`, multicast). */
export const scopeOf = (ip: string): "client" | "inside" | "nobody" => scopes[parsed(ip).range()] ?? "client"

const scopes: Readonly<Record<string, "inside" | "nobody">> = {
  loopback: "inside",
  private: "inside",
  uniqueLocal: "inside",
  linkLocal: "inside",
  carrierGradeNat: "inside",
  unspecified: "nobody",
  broadcast: "nobody",
  multicast: "nobody"
}

const parsed = (text: string) => ipaddr.process(text.split("%", 1)[0]!)

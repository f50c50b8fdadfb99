/** Addresses of a request: what absolute addresses in its answer begin with, and where it came from. */
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"

/** What absolute addresses begin with, by the request's `Host`; `undefined` where that is no valid host. */
export const baseOfHost = (host: string | undefined): string | undefined => {
  if (host === undefined) return undefined
  const known = bases.get(host)
  if (known !== undefined) return known
  if (!valid.test(host)) return undefined
  const base = `http://${host}`
  if (bases.size < 256) bases.set(host, base)
  return base
}

const bases = new Map<string, string>()
const valid = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The address a request came from. Behind a trusted proxy it is the last public one of `X-Forwarded-For` (what stands
 * before it anyone may have written), or the first where none is public.
 */
export const ipOf = (request: IncomingMessage, trustProxy: boolean): string => {
  const { remoteAddress: direct = "" } = request.socket
  const forwarded = trustProxy ? request.headers["x-forwarded-for"] : undefined
  if (forwarded === undefined) return direct.startsWith("::ffff:") ? plain(direct) : direct
  const addresses = String(forwarded)
    .split(",")
    .map((part) => plain(part.trim()))
    .filter((address) => isIP(address) !== 0)
  return addresses.findLast((address) => !inner.test(address)) ?? addresses[0] ?? plain(direct)
}

/** Without the port or the brackets that some proxies add, and IPv4 as IPv4. */
const plain = (address: string): string =>
  address
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "")

/** Loopback, private and link-local addresses: those of proxies. */
const inner = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i

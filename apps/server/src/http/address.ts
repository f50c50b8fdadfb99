/** Addresses of a request: what absolute addresses in its answer begin with, and where it came from. */
import { isIP } from "node:net"
import type { FastifyRequest } from "fastify"

/** What absolute addresses begin with, by the request's `Host`; `undefined` where that is no valid host. */
export const baseOf = ({ host, protocol }: FastifyRequest): string | undefined => {
  if (host === undefined) return undefined
  const bases = protocol === "https" ? secure : plain
  const known = bases.get(host)
  if (known !== undefined) return known
  if (!valid.test(host)) return undefined
  const base = `${protocol}://${host}`
  if (bases.size < 256) bases.set(host, base)
  return base
}

const plain = new Map<string, string>()
const secure = new Map<string, string>()
const valid = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The address at the other end of the connection. */
export const directAddressOf = ({ raw: { socket } }: FastifyRequest): string => {
  const { remoteAddress: address = "" } = socket
  return address.startsWith("::ffff:") ? bare(address) : address
}

/**
 * The address of the client behind a trusted proxy: the last public one of `X-Forwarded-For` (what stands before it anyone
 * may have written), or the first if none is public.
 */
export const forwardedAddressOf = (request: FastifyRequest): string => {
  const forwarded = request.headers["x-forwarded-for"]
  if (forwarded === undefined) return directAddressOf(request)
  const addresses = String(forwarded)
    .split(",")
    .map((part) => bare(part.trim()))
    .filter((address) => isIP(address) !== 0)
  return addresses.findLast((address) => !internal.test(address)) ?? addresses[0] ?? directAddressOf(request)
}

/** Without the port or the brackets that some proxies add, and IPv4 as IPv4. */
const bare = (address: string): string =>
  address
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "")

/** Loopback, private and link-local addresses: those of proxies. */
const internal = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i

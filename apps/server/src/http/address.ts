/** Addresses of a request: the beginning of absolute addresses in its answer, and its origin. */
import { ipOf, scopeOf } from "@bottega/service"
import type { FastifyRequest } from "fastify"

/** A request whose sender is looked for. */
export type Addressed = Pick<FastifyRequest, "headers" | "raw">

/** The beginning of absolute addresses, from the request's `Host`; `undefined` if that is not a valid host. */
export const baseOf = ({
  host,
  protocol
}: Pick<FastifyRequest, "host"> & { readonly protocol: string }): string | undefined => {
  if (host === undefined) return undefined
  // Only one is cached, which most requests have, because anybody may invent others.
  if (last.host !== host || last.protocol !== protocol)
    last = { host, protocol, base: isHost(host) ? `${protocol}://${host}` : undefined }
  return last.base
}

let last: { readonly host: string; readonly protocol: string; readonly base: string | undefined } = {
  host: "",
  protocol: "",
  base: undefined
}

/** Whether a `Host` is one that answers may repeat: a name of the DNS or an address, with its port. */
export const isHost = (host: string): boolean => valid.test(host)
const valid = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The address at the other end of the connection; empty if there is none. */
export const directAddressOf = ({ raw: { socket } }: Addressed): string => ipOf(socket.remoteAddress ?? "") ?? ""

/** The address that the owner's server considers the client's. */
export const givenAddressOf = (request: FastifyRequest): string => ipOf(request.ip ?? "") ?? directAddressOf(request)

/**
 * The address of the client behind a trusted proxy: the last public one of `X-Forwarded-For` (anyone may have written
 * those before it), or the first internal one if none is public.
 */
export const forwardedAddressOf = (request: Addressed): string => {
  const forwarded = request.headers["x-forwarded-for"]
  if (forwarded === undefined) return directAddressOf(request)
  const addresses = lastParts(String(forwarded))
    .map((part) => ipOf(bare(part.trim())))
    .filter((address) => address !== undefined && scopeOf(address) !== "nobody")
  return addresses.findLast((address) => scopeOf(address!) === "client") ?? addresses[0] ?? directAddressOf(request)
}

/** The last parts of a list; the nearest proxies wrote the last ones. */
const lastParts = (list: string): ReadonlyArray<string> => {
  const end = list.slice(-maxForwarded)
  const parts = end.split(",", maxForwarded)
  // The first part may have lost its beginning.
  return end.length < list.length ? parts.slice(1) : parts
}
/** The characters of the header that are read: more than ten addresses with their ports. */
const maxForwarded = 1024

/** Without the port or the brackets that some proxies add. */
const bare = (address: string): string =>
  address.length > maxAddress
    ? ""
    : address.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
const maxAddress = 80

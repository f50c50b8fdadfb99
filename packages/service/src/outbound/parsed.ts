/** The parts of urls that calls need. Those of the last ones are remembered, because the same few are called again and again. */
import { isIP } from "node:net"

/** A url that can be called, as far as its text shows. */
export interface Parsed {
  readonly origin: string
  /** The path, with the query. */
  readonly path: string
  /** The host, with its port if that is not the scheme's. */
  readonly host: string
  readonly port: string
  /** The host's name, or its address if it has one instead. */
  readonly name: string
  readonly isAddress: boolean
}

const maxParsed = 1000
const parsed = new Map<string, Parsed | string>()

/** The parts of a url; or the reason why it cannot be called, as the end of a sentence about it. */
export const parsedUrl = (text: string): Parsed | string => {
  const known = parsed.get(text)
  if (known !== undefined) return known
  if (parsed.size >= maxParsed) parsed.clear()
  const found = partsOf(text)
  parsed.set(text, found)
  return found
}

const partsOf = (text: string): Parsed | string => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return "must be an http or https address"
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password"
  // Nothing can listen there, so every call would fail.
  if (url.port === "0") return "must not have the port 0"
  const { host, hostname, origin, pathname, port, search } = url
  // The URL parser has already converted decimal, octal, hexadecimal and full-width forms to dotted ones.
  const name = hostname.replace(/^\[|\]$/g, "")
  return { origin, path: pathname + search, host, port, name, isAddress: isIP(name) !== 0 }
}

/** Whether an address or a host is this machine. */
import { isIPv4 } from "node:net"

/** Whether a header Host names this machine. With DNS rebinding, it contains the other host's name. */
export const isLoopbackHost = (host: string): boolean => {
  const [, name = ""] = /^([^:]+|\[::1\])(?::\d{1,5})?$/.exec(host) ?? []
  return name.toLowerCase() === "localhost" || name === "[::1]" || isLoopback(name)
}

/** Whether an address is of this machine. */
export const isLoopback = (address: string): boolean =>
  address === "::1" || (isIPv4(address) && address.startsWith("127."))

/** Which addresses a real-time endpoint may have: https, or plain http on this machine where private addresses are allowed. */
import { isIP } from "node:net"
import { Effect } from "effect"
import ipaddr from "ipaddr.js"
import { PrivateUrls } from "../../outbound/address.ts"
import { reasonBlocked } from "../../outbound/stored.ts"

/** Whether an address has a scheme that it may have. */
export const isAllowed = (text: string, privateUrls: boolean): boolean => {
  const url = URL.parse(text)
  return url?.protocol === "https:" || (privateUrls && url?.protocol === "http:" && isLoopback(url.hostname))
}

const isLoopback = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, "")
  return isIP(host) === 0 ? /^(.+\.)?localhost$/.test(host) : ipaddr.process(host).range() === "loopback"
}

/** Why an address may not be stored, as the end of a sentence about it; `undefined` if it may. */
export const reasonRefused = Effect.fnUntraced(function* (url: string) {
  return isAllowed(url, yield* PrivateUrls) ? yield* reasonBlocked(url) : "must be an https address"
})

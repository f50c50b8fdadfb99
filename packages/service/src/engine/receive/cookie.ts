/**
 * The cookie of a session, and what a request must show besides it. Browsers send a cookie to every port of a machine, so its
 * name holds the port. Every call with it must come from a page of the same origin and have a header that CORS never allows.
 */
import { sessionSeconds } from "@bottega/domain/areas/people"
import type { Headers } from "./wire.ts"

/** The cookie's name for an origin such as `http://127.0.0.1:8080`. */
const nameFor = (origin: string): string => {
  const { port, protocol } = new URL(origin)
  return `bottega_${port === "" ? (protocol === "https:" ? 443 : 80) : port}`
}

/** The value of the session's cookie in a request to an origin. */
export const cookieIn = ({ cookie }: Headers, origin: string): string | undefined => {
  if (typeof cookie !== "string") return undefined
  const begin = `${nameFor(origin)}=`
  const found = cookie.split(";", maxCookies).find((one) => one.trimStart().startsWith(begin))
  return found?.trim().slice(begin.length)
}
const maxCookies = 100

/** The header that sets the cookie of an origin, or removes it. A session that is not used ends earlier than the cookie. */
export const setCookieOf = (origin: string, value: string | null): string =>
  [
    `${nameFor(origin)}=${value ?? ""}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    `Max-Age=${value === null ? 0 : sessionSeconds.longest}`,
    ...(origin.startsWith("https:") ? ["Secure"] : [])
  ].join("; ")

/** Why a request is not one of a page of this origin; `undefined` if it is. One that signs in may also be no browser's. */
export const whyForeign = (headers: Headers, origin: string, signsIn: boolean): string | undefined => {
  if (headers["bottega-console"] !== "1")
    return "A call with a session, or for one, needs the header Bottega-Console: 1."
  const site = headers["sec-fetch-site"]
  const isSame = site === undefined ? headers["origin"] === origin : site === "same-origin"
  const isNoBrowser = signsIn && site === undefined && headers["origin"] === undefined
  return isSame || isNoBrowser ? undefined : "A session is only for pages of the same origin (Sec-Fetch-Site, Origin)."
}

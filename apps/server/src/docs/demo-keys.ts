/**
 * Decides who gets the API page with the demo shop's keys: a browser on this machine that addresses this machine. The rules and
 * what each prevents are in docs/decisions/0330.
 */
import type { FastifyRequest } from "fastify"
import { directAddressOf } from "../http/address.ts"
import { isLoopback, isLoopbackHost } from "../http/loopback.ts"

/** The demo shop's pair that may read and write. */
export interface DemoKeys {
  readonly key: string
  readonly exchange: string
}

/** Whether the answer to a request may hold keys. */
export const mayHoldKeys = (request: FastifyRequest): boolean =>
  isLoopbackHost(request.headers.host ?? "") &&
  isLoopback(directAddressOf(request)) &&
  // Proxies speak HTTP/1.0 unless they are configured otherwise; no browser does.
  request.raw.httpVersion === "1.1" &&
  Object.keys(request.headers).every((name) => ofBrowsers.test(name))

/**
 * The headers that browsers send when a page is opened. Any other header comes from a proxy, whose callers may be
 * elsewhere.
 */
const ofBrowsers =
  /^(?:host|connection|keep-alive|user-agent|accept|accept-encoding|accept-language|accept-charset|cache-control|pragma|cookie|dnt|referer|priority|te|upgrade-insecure-requests|if-none-match|if-modified-since|save-data|dpr|width|viewport-width|device-memory|downlink|ect|rtt|purpose|sec-[a-z-]+)$/

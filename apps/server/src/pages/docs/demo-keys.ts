/**
 * Who gets the API page that holds the demo shop's keys: a browser on this machine that names this machine. The rules and what
 * each prevents are in docs/decisions/0331.
 */
import type { FastifyRequest } from "fastify"
import { directAddressOf } from "../../http/address.ts"

/** The demo shop's pair that may read and write. */
export interface DemoKeys {
  readonly key: string
  readonly exchange: string
}

/** Whether the answer to a request may hold keys. */
export const mayHoldKeys = (request: FastifyRequest): boolean =>
  loopbackHost.test(request.headers.host ?? "") &&
  loopback.test(directAddressOf(request)) &&
  // Proxies speak HTTP/1.0 unless they are configured otherwise; no browser does.
  request.raw.httpVersion === "1.1" &&
  !Object.keys(request.headers).some((name) => forwarded.test(name))

/** A name of another host that leads here (DNS rebinding) keeps its own name in the header. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const loopback = /^(?:127(?:\.\d{1,3}){3}|::1)$/
/** Headers that proxies add; any of them says that the caller is somewhere else. */
const forwarded =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|fastly-client-ip|cf-.*)$/

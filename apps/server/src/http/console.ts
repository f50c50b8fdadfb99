/**
 * Decides whether a request may come with a session, or ask for one: where it is sent to, over which connection, and from which
 * page. See docs/decisions/0530.
 */
import { type Any, Unauthenticated } from "@bottega/domain/contract"
import { type Credentials, cookieIn, credentialsOf, type Operation, shopIn, whyForeign } from "@bottega/service"
import type { FastifyRequest } from "fastify"
import { isHost } from "./address.ts"
import { isLoopbackHost } from "./loopback.ts"
import type { Shared } from "./shared.ts"

/** What decides it of a call. */
interface ControlCall {
  readonly request: FastifyRequest
  readonly shared: Pick<Shared, "prefix" | "publicHost" | "trustProxy">
  readonly endpoint: Any | undefined
  /** The path as it was sent. */
  readonly path: string
}

/** The credentials of a call of the control surface; a refusal if it has a session that does not count. */
export const controlCredentials = (call: ControlCall, { inShop }: Operation): Credentials | Unauthenticated => {
  const { headers } = call.request
  const shop = inShop === true ? shopIn(call.path.slice(call.shared.prefix.length)) : undefined
  const credentials = { ...credentialsOf(headers), shop }
  const signsIn = call.endpoint?.audience === "anyone"
  if (credentials.token !== undefined || (headers.cookie === undefined && !signsIn)) return credentials
  const origin = originOf(call)
  const session = origin === undefined ? undefined : cookieIn(headers, origin)
  // The browser may send cookies of others; those concern nobody here.
  if (origin !== undefined && session === undefined && !signsIn) return credentials
  const why = origin === undefined ? strangeHost : (whyUnsafe(origin) ?? whyForeign(headers, origin, signsIn))
  return why === undefined ? { ...credentials, session } : new Unauthenticated({ message: why })
}

/** The origin that a request is sent to, if a session may be used there: with DNS rebinding, its host is another's name. */
export const originOf = ({ request, shared }: Pick<ControlCall, "request" | "shared">): string | undefined => {
  const { publicHost, trustProxy } = shared
  const host = request.headers.host ?? ""
  // Anyone may send one, and a platform takes long to parse a long name that is not ASCII.
  const at = isHost(host) ? URL.parse(`http://${host}`) : null
  if (at === null || at.host !== host.toLowerCase().replace(/:80$/, "")) return undefined
  const isPublic = publicHost !== undefined && at.hostname === publicHost.hostname
  if (!isLoopbackHost(host) && !isPublic) return undefined
  const forwarded = trustProxy ? request.headers["x-forwarded-proto"] : undefined
  const isOfPublicUrl = publicHost?.protocol === "https:" && at.host === publicHost.host
  const isSecure = request.protocol === "https" || forwarded === "https" || isOfPublicUrl
  return new URL(`${isSecure ? "https" : "http"}://${host}`).origin
}

const strangeHost = "A session is only for pages at a loopback address or at the host of --public-url."

/** Without TLS, anyone on the way could read the cookie. */
const whyUnsafe = (origin: string): string | undefined =>
  origin.startsWith("https:") || isLoopbackHost(new URL(origin).host)
    ? undefined
    : "A session needs https, except on a loopback address."

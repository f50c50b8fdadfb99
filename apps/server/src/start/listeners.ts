/** The listeners of a start: one for everything, or one for the shops and one for the control surface with the metrics. */
import type { Service } from "@bottega/service"
import type { Config } from "../config/config.ts"
import { makeLoads } from "../http/loads.ts"
import type { ServerOptions } from "../options.ts"
import { createServer, type Server } from "../server.ts"
import { orNotStarted } from "./not-started.ts"

/** A server, and where it listens; `flag` is the beginning of the names of its flags. */
export interface Placed {
  readonly server: Server
  readonly at: { readonly port: number; readonly host: string }
  readonly flag: string
}

/** One server, or one for the shops and one for the control surface, whose addresses do not begin with the public url. */
export const serversOf = (config: Config, service: Service, options: ServerOptions): ReadonlyArray<Placed> => {
  const { control } = config
  if (control === undefined) return [{ server: createServer(service, options), at: config, flag: "--" }]
  // Its metrics show the loads of both, and it accepts connections even when the shops' share is used up.
  const shared = options.loads ?? makeLoads()
  const loads = { ...shared, connections: makeLoads().connections }
  const apart = createServer(service, {
    ...options,
    surface: "control",
    publicUrl: undefined,
    publicHost: options.publicUrl,
    demoKeys: undefined,
    demoShop: undefined,
    loads
  })
  return [
    { server: createServer(service, { ...options, surface: "shop", loads: shared }), at: config, flag: "--" },
    { server: apart, at: control, flag: "--control-" }
  ]
}

/** Listens, with the control surface first, so that it is there once the server is reachable. */
export const listen = async (servers: ReadonlyArray<Placed>): Promise<ReadonlyArray<string>> => {
  const addresses: Array<string> = []
  for (const { at, flag, server } of servers.toReversed())
    addresses.unshift(await orNotStarted("", () => server.listen(at.port, at.host), whyNotListening(at, flag)))
  return addresses
}

const whyNotListening =
  ({ host, port }: Placed["at"], flag: string) =>
  ({ code, message }: NodeJS.ErrnoException): string => {
    if (code === "EADDRINUSE") return `Port ${port} of ${host} is in use; ${flag}port names another, 0 picks a free one`
    if (code === "EACCES") return `This user may not listen on port ${port}; ${flag}port names another`
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      return `${host} is not an address of this machine; ${flag}host names one`
    return `The server cannot listen: ${message}`
  }

/** Which connections a server accepts. */
import type { Server } from "node:http"
import { networkOf } from "@bottega/service"
import type { Shared } from "../http/shared.ts"
import type { Spare } from "./spare.ts"

/** Decides which connections are accepted. */
export interface Accepting extends Pick<Shared, "loads" | "log"> {
  readonly spare: Spare
}

/**
 * Counts a server's connections. One over the share of its network is spare: it may only make some requests, and is
 * closed when others arrive.
 */
export const acceptWithin = ({ loads: { connections }, log, spare }: Accepting, server: Server): void => {
  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress)
    if (connections.take(network)) socket.once("close", () => connections.give(network))
    else spare.keep(socket)
  })
  // A connection that the system cannot accept, for lack of memory, must not end the process.
  server.on("error", (error) => {
    if (server.listening) log.warn("a connection was not accepted", { reason: error.message })
  })
}

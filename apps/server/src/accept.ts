/** Which connections a server accepts. */
import type { Server } from "node:http"
import { networkOf } from "./loads.ts"
import type { Shared } from "./visit.ts"

/** Counts a server's connections; one over the share of its network is closed at once, for it has asked nothing yet. */
export const acceptWithin = ({ loads: { connections }, log }: Shared, server: Server): void => {
  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress)
    if (connections.take(network)) socket.once("close", () => connections.give(network))
    else socket.destroy()
  })
  // What the system cannot accept, for want of memory, must not end the process.
  server.on("error", (error) => {
    if (server.listening) log.warn("a connection was not accepted", { reason: error.message })
  })
}

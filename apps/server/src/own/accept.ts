/** Which connections a server accepts. */
import type { Server } from "node:http"
import { networkOf } from "../http/loads.ts"
import type { Shared } from "../http/shared.ts"

/** Counts a server's connections, and closes at once one that is over the share of its network: it has asked nothing yet. */
export const acceptWithin = ({ loads: { connections }, log }: Pick<Shared, "loads" | "log">, server: Server): void => {
  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress)
    if (connections.take(network)) socket.once("close", () => connections.give(network))
    else socket.destroy()
  })
  // A connection that the system cannot accept, for lack of memory, must not end the process.
  server.on("error", (error) => {
    if (server.listening) log.warn("a connection was not accepted", { reason: error.message })
  })
}

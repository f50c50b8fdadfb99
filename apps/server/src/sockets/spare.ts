/**
 * Connections over the share of their network. Callers through a proxy on this machine share one network with the
 * supervisor. So a few such connections are kept until they send a request, and requests for health, readiness and
 * metrics are answered.
 */
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { acceptedPerTurn } from "./acceptors.ts"
import { carrierOf } from "./connections.ts"

/**
 * The maximum number. The oldest is closed for a new one. A request that is sent at once is read in the turn after its
 * connection was accepted, so no flood of connections closes one before that.
 */
const maxSpare = Math.max(32, 4 * acceptedPerTurn)

/** The spare connections of a server. */
export class Spare {
  readonly #sockets = new Set<Socket>()
  readonly #max: number

  /** Fewer where the server may have few connections at all. */
  constructor(connections: number) {
    this.#max = Math.min(maxSpare, Math.ceil(connections / 8))
  }

  /** Keeps a connection, instead of the oldest one if there are too many. */
  keep(socket: Socket): void {
    for (const oldest of this.#sockets) {
      if (this.#sockets.size < this.#max) break
      this.#sockets.delete(oldest)
      oldest.destroy()
    }
    this.#sockets.add(socket)
    socket.once("close", () => this.#sockets.delete(socket))
  }

  /**
   * Whether a connection, or the one that carries its TLS, is spare. A spare connection that sends a request is closed
   * last.
   */
  asks(socket: Socket): boolean {
    const carrier = socket instanceof TLSSocket ? carrierOf(socket) : socket
    if (!this.#sockets.delete(carrier)) return false
    this.#sockets.add(carrier)
    return true
  }
}

/**
 * Ends the connections of a server without breaking one that is in use. Node's own `close` destroys every idle connection
 * at once, so a request that is on its way meets a reset.
 */
import type { Server } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import type { TLSSocket } from "node:tls"

/** The connections of a server. */
export interface Connections {
  /** Marks the beginning of the end: what is received from now on is a request that gets an answer. */
  readonly mark: () => void
  /**
   * Takes no new connection, ends each that is idle, now or once its request is answered, and destroys what is left after
   * `timeoutMs`. Gives how many those were.
   */
  readonly end: (timeoutMs: number) => Promise<number>
}

/** Watches the connections of a server from their beginning. */
export const watch = (server: Server): Connections => {
  /** The bytes that each had received at the mark. */
  const receivedBy = new Map<Socket, number>()
  const add = (socket: Socket) => {
    receivedBy.set(socket, 0)
    socket.once("close", () => receivedBy.delete(socket))
  }
  server.on("connection", add)
  // After its handshake a connection is used, and ended, as its TLS socket.
  server.on("secureConnection", (socket: TLSSocket) => {
    receivedBy.delete(carrierOf(socket))
    add(socket)
  })
  const endIdle = () => {
    for (const [socket, received] of receivedBy) if (isIdle(socket, received)) endOne(socket)
  }
  return {
    mark: () => {
      for (const socket of receivedBy.keys()) receivedBy.set(socket, socket.bytesRead)
    },
    end: async (timeoutMs) => {
      // One turn later all that has arrived is read, and every connection is accepted.
      await new Promise((resolve) => setImmediate(resolve))
      let cut = 0
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      endIdle()
      const looking = setInterval(() => setImmediate(endIdle), lookMs)
      const cutting = setTimeout(() => {
        cut = receivedBy.size
        for (const socket of receivedBy.keys()) socket.destroy()
      }, timeoutMs)
      await closed
      clearInterval(looking)
      clearTimeout(cutting)
      return cut
    }
  }
}

/** The connection that a TLS socket is carried by. */
const carrierOf = (socket: TLSSocket): Socket => (socket as unknown as { readonly _parent: Socket })._parent

/** The time between two looks for connections that became idle. */
const lookMs = 50
/** Within this time a peer must close its side. */
const lingerMs = 1000

/**
 * Whether a connection answers nothing and waits for a request. One that received something since the mark, and answers
 * nothing yet, is in the middle of a request's headers,
 * or of a handshake.
 */
const isIdle = (socket: Socket, received: number): boolean => {
  const { _httpMessage: answering } = socket as { readonly _httpMessage?: unknown }
  return socket.writable && !answering && socket.bytesRead === received
}

/** Ends our side and goes on reading: what the peer has sent meanwhile is never met by a reset. */
const endOne = (socket: Socket): void => {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once("close", () => clearTimeout(timer))
}

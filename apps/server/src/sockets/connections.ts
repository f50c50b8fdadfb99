/**
 * Ends the connections of a server without breaking one that is in use. Node's own `close` destroys every idle connection
 * at once, so a request that is on its way meets a reset.
 */
import type { Server } from "node:http"
import type { Socket } from "node:net"
import type { TLSSocket } from "node:tls"
import type { Acceptors } from "./acceptors.ts"

/** The connections of a server. */
export interface Connections {
  /** Marks the start of the shutdown: a connection that receives bytes after it gets an answer. */
  readonly mark: () => void
  /**
   * Accepts no new connections, ends each connection once it is idle, and destroys those that are left after
   * `timeoutMs`. Returns the number of destroyed ones.
   */
  readonly end: (timeoutMs: number) => Promise<number>
}

/** Watches the connections of a server from their beginning. */
export const watch = (server: Server, acceptors: Acceptors): Connections => {
  /** The bytes that each connection had received at the mark. */
  const receivedBy = new Map<Socket, number>()
  let added = 0
  const add = (socket: Socket) => {
    added++
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
      // A turn later everything that has arrived is read. Waiting connections are reset unless they are accepted before
      // the close.
      for (let turns = 0, before = -1; before !== added && turns < maxTurns; turns++) {
        before = added
        await new Promise((resolve) => setImmediate(resolve))
      }
      let cut = 0
      const closed = acceptors.close()
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
export const carrierOf = (socket: TLSSocket): Socket => (socket as unknown as { readonly _parent: Socket })._parent

/** How many turns of the event loop are spent accepting connections that arrive without a pause. */
const maxTurns = 1000
/** The time between two checks for idle connections. */
const lookMs = 50
/** The time within which a peer must close its side. */
const lingerMs = 1000

/**
 * Whether a connection has no request in progress and waits for one. A connection that received bytes since the mark
 * without a request in progress is in the middle of a request's headers or of a handshake.
 */
const isIdle = (socket: Socket, received: number): boolean => {
  const { _httpMessage: answering } = socket as { readonly _httpMessage?: unknown }
  return socket.writable && !answering && socket.bytesRead === received
}

/** Ends our side and goes on reading, so that bytes that the peer has sent meanwhile do not cause a reset. */
const endOne = (socket: Socket): void => {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once("close", () => clearTimeout(timer))
}

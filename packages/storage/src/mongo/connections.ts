/**
 * Ends the commands of closed connections. When a connection ends, its socket is destroyed, and reported closed only after other
 * work of the event loop. The driver (7.8) writes a command that comes in between to the destroyed socket, and waits without a
 * limit of time for it to drain. Of a heartbeat, the server then counts as gone until the process ends; any other command keeps
 * a connection of the pool.
 */
import type { Socket } from "node:net"
// @ts-expect-error The driver declares types only for what it exports at its root.
import { Connection as DriverConnection } from "mongodb/lib/cmap/connection.js"

interface Connection {
  readonly socket: Socket
  /** Called with the reason when the connection fails, and again when its socket has closed. */
  cleanup(error: Error): void
}

const prototype: Connection = DriverConnection.prototype
const { cleanup } = prototype

prototype.cleanup = function (error) {
  cleanup.call(this, error)
  // What waits looks then whether the connection has failed.
  this.socket.emit("drain")
}

/**
 * The listening sockets of a server. libuv accepts one connection from each socket in a turn of the event loop, so 1,000
 * connections that wait at a single socket take 1,000 turns. Where the system spreads the connections of a port over
 * several sockets (SO_REUSEPORT, on Linux), a server of plain HTTP has several. See docs/decisions/0457.
 */
import { once } from "node:events"
import type { Server } from "node:http"
import { Server as SecureServer } from "node:https"
import { type AddressInfo, createServer, type ListenOptions, Server as NetServer, type Socket } from "node:net"

/** How many connections are accepted in a turn if the system can spread them. */
export const acceptedPerTurn = process.platform === "linux" ? 16 : 1

/** Where a server listens. */
type At = Pick<ListenOptions, "port" | "host">

/** The listening sockets of a server; their connections are the server's. */
export class Acceptors {
  readonly #server: Server
  readonly #further: Array<NetServer> = []

  constructor(server: Server) {
    this.#server = server
  }

  /** Listens; fails if the first socket cannot. Port 0 picks a free one. */
  async listen(at: At): Promise<AddressInfo> {
    // TLS on a connection from a further socket does not always notice that its peer reset it.
    const sockets = this.#server instanceof SecureServer ? 1 : acceptedPerTurn
    const reusePort = sockets > 1
    // A port that another program of this user shares counts as in use: half of its callers would arrive here.
    if (reusePort && at.port !== 0) await closed(await listening(createServer(), { ...at, exclusive: true }))
    await listening(this.#server, { ...at, reusePort })
    const bound = this.#server.address() as AddressInfo
    while (this.#further.length < sockets - 1) await this.#add({ port: bound.port, host: bound.address })
    return bound
  }

  /** Accepts no new connections; ends once all connections are closed. */
  async close(): Promise<void> {
    await Promise.all([this.#server, ...this.#further].map(closed))
  }

  async #add(at: At): Promise<void> {
    const further = createServer({ allowHalfOpen: true, noDelay: true })
    further.on("connection", (socket: Socket) => this.#server.emit("connection", socket))
    await listening(further, { ...at, reusePort: true })
    // Accept errors are reported like those of the first socket.
    further.on("error", (error) => this.#server.emit("error", error))
    this.#further.push(further)
  }
}

const listening = async <A extends NetServer>(server: A, options: ListenOptions): Promise<A> => {
  await once(server.listen(options), "listening")
  return server
}

/** Stops listening without touching connections, which the close of an http server would end. */
const closed = (server: NetServer): Promise<void> =>
  new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))

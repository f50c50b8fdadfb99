// A MongoDB for drivers, in front of PostgreSQL with the DocumentDB extension. While the database is away it is away too:
// it closes every connection, so that drivers see what they see when a MongoDB dies, and takes new ones when it is back.
import { createServer, type Server, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { answer, type Gate } from "./commands.ts"
import { Cursors } from "./cursors.ts"
import { Database } from "./database.ts"
import { Lost, refusal } from "./errors.ts"
import { Transactions } from "./transactions.ts"
import { Frames, readMessage, reply } from "./wire.ts"

/** The gateway of one database. */
export class Gateway {
  readonly #gate: Gate
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #away = false
  #closed = false

  private constructor(gate: { port: () => number; version: string }) {
    const database = new Database(gate.port, () => void this.#leave())
    this.#gate = {
      database,
      transactions: new Transactions(database),
      cursors: new Cursors(),
      version: gate.version
    }
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket))
  }

  /** Listens on a free port of this machine alone. `port` tells where PostgreSQL is now. */
  static async listen(settings: { port: () => number; version: string }): Promise<Gateway> {
    const gateway = new Gateway(settings)
    const server = gateway.#server
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(0, "127.0.0.1", resolve)
    })
    return gateway
  }

  /** What a driver connects to. */
  get uri(): string {
    const address = this.#server.address()
    return `mongodb://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/`
  }

  /** Closes every connection and stops. */
  async close(): Promise<void> {
    this.#closed = true
    for (const socket of this.#sockets) socket.destroy()
    this.#gate.transactions.leave()
    this.#gate.database.close()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The database is away: so are we, until it answers. */
  async #leave(): Promise<void> {
    if (this.#away || this.#closed) return
    this.#away = true
    for (const socket of this.#sockets) socket.destroy()
    this.#gate.transactions.leave()
    this.#gate.cursors.clear()
    while (!this.#closed && !(await this.#gate.database.answers())) await sleep(50)
    if (this.#closed) return
    this.#gate.database.reset()
    this.#away = false
  }

  #serve(socket: Socket): void {
    if (this.#away || this.#closed) {
      socket.destroy()
      return
    }
    const frames = new Frames()
    let last: Promise<void> = Promise.resolve()
    this.#sockets.add(socket)
    socket.on("data", (piece: Buffer) => {
      try {
        for (const frame of frames.take(piece)) last = last.then(() => this.#answer(socket, frame))
      } catch {
        socket.destroy()
      }
    })
    socket.on("error", () => socket.destroy())
    socket.on("close", () => {
      this.#sockets.delete(socket)
      this.#gate.transactions.leave(socket)
    })
  }

  /** One request, after all those before it on its connection. One that cannot be read ends the connection. */
  async #answer(socket: Socket, frame: Buffer): Promise<void> {
    if (socket.destroyed) return
    try {
      const message = readMessage(frame)
      const body = await answer(this.#gate, message, socket).catch((error: unknown) => {
        const inTransaction = message.command["autocommit"] === false
        if (error instanceof Lost) throw error
        return refusal(error, inTransaction).bytes
      })
      if (message.answered) socket.write(reply(message, body))
    } catch {
      socket.destroy()
    }
  }
}

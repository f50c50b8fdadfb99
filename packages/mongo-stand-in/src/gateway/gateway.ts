// Speaks MongoDB's wire protocol in front of PostgreSQL with the DocumentDB extension. While the database is down, the gateway
// closes all connections and accepts none, so that drivers see the same as when a MongoDB dies.
import { createServer, type Server, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { Gate } from "./call.ts"
import { answer } from "./commands.ts"
import { Cursors } from "./cursors.ts"
import { Database } from "./database.ts"
import { Lost, refusal } from "./errors.ts"
import { Transactions } from "./transactions.ts"
import { Turns } from "./turns.ts"
import { Frames, readMessage, reply } from "./wire.ts"

/** The gateway of one database. */
export class Gateway {
  readonly #gate: Gate
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #port = 0
  #away = false
  #back: Promise<void> = Promise.resolve()
  #closed = false

  private constructor(gate: { port: () => number; version: string }) {
    const database = new Database(gate.port, () => this.#lost())
    this.#gate = {
      database,
      transactions: new Transactions(database),
      cursors: new Cursors(),
      turns: new Turns(),
      version: gate.version
    }
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket))
  }

  /** Listens on a free port of the loopback interface. `port` returns PostgreSQL's current port. */
  static async listen(settings: { port: () => number; version: string }): Promise<Gateway> {
    const gateway = new Gateway(settings)
    await gateway.#listen()
    return gateway
  }

  /** The connection string, which stays the same while the gateway lives. */
  get uri(): string {
    return `mongodb://127.0.0.1:${this.#port}/`
  }

  /** Resolves when clients are served, after the database has come back if it was down. */
  get ready(): Promise<void> {
    return this.#back
  }

  /** Closes all connections and stops. */
  async close(): Promise<void> {
    this.#closed = true
    this.#hangUp()
    this.#gate.database.close()
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject)
      this.#server.listen(this.#port, "127.0.0.1", () => {
        this.#server.off("error", reject)
        resolve()
      })
    })
    const address = this.#server.address()
    if (address !== null && typeof address === "object") this.#port = address.port
  }

  #lost(): void {
    if (this.#away || this.#closed) return
    this.#away = true
    this.#back = this.#leave()
  }

  /** Serves nobody until the database answers again. */
  async #leave(): Promise<void> {
    this.#hangUp()
    this.#gate.cursors.clear()
    this.#gate.turns.clear()
    while (!this.#closed && !(await this.#gate.database.answers())) await sleep(50)
    if (this.#closed) return
    this.#gate.database.reset()
    this.#away = false
    // Another process may hold our port for a moment.
    while (!this.#closed && !(await succeeds(this.#listen()))) await sleep(50)
  }

  /**
   * Stops listening and resets all connections. A reset and not a FIN: a driver (mongodb 7.8, without `topologyVersion`) whose
   * monitoring connection ends just before it sends would wait for ever.
   */
  #hangUp(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.resetAndDestroy()
    this.#gate.transactions.clear()
  }

  #serve(socket: Socket): void {
    if (this.#away || this.#closed) {
      socket.resetAndDestroy()
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
      this.#gate.transactions.orphan(socket)
    })
  }

  /** Answers one request after all earlier ones of its connection. An unreadable request ends the connection. */
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
      socket.resetAndDestroy()
    }
  }
}

const succeeds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false
  )

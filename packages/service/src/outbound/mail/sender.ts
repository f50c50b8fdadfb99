/** Sends messages through sessions that are used again while there are messages. */
import type { MaySend } from "./body.ts"
import { Connection, type Envelope, Failure } from "./connection.ts"
import type { SmtpServer } from "./server.ts"

/** A session takes so many messages, since servers end longer ones. */
const maxMessages = 100
/** A session without a message is ended after this time, before the server would. */
const idleMs = 5000

/** The sessions with one server. */
export class Sender {
  readonly #server: SmtpServer
  readonly #idle: Array<{ readonly connection: Connection; readonly timer: NodeJS.Timeout }> = []
  #closed = false

  constructor(server: SmtpServer) {
    this.#server = server
  }

  /** Sends one message to one recipient and answers with the server's reply; fails with {@link Failure}. */
  async send(envelope: Envelope, content: Buffer, maySend: MaySend): Promise<string> {
    const kept = this.#take()
    if (kept !== undefined) {
      try {
        return await this.#through(kept, envelope, content, maySend)
      } catch (error) {
        // The server may have ended the session while it was idle; a new one shows whether it takes the message.
        if (!(error instanceof Failure) || !isStale(error)) throw error
      }
    }
    return this.#through(await Connection.open(this.#server), envelope, content, maySend)
  }

  /** Ends the idle sessions; others end after their message. */
  close(): void {
    this.#closed = true
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      connection.quit()
    }
  }

  async #through(connection: Connection, envelope: Envelope, content: Buffer, maySend: MaySend): Promise<string> {
    const reply = await connection.send(envelope, content, maySend)
    if (this.#closed || connection.taken >= maxMessages) connection.quit()
    else this.#keep(connection)
    return reply
  }

  #keep(connection: Connection): void {
    const timer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(kept), 1)
      connection.quit()
    }, idleMs)
    timer.unref()
    const kept = { connection, timer }
    this.#idle.push(kept)
  }

  #take(): Connection | undefined {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer)
      if (kept.connection.isOpen) return kept.connection
    }
    return undefined
  }
}

const isStale = ({ at, status }: Failure): boolean => at === "refused" && (status === undefined || status === 421)

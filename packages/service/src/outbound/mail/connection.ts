/** One session with an SMTP server, which takes messages one after the other. */
import { connect, type Socket } from "node:net"
import { legible } from "@bottega/domain/no-answer"
import type SMTPConnection from "nodemailer/lib/smtp-connection"
import { bodyOf, type MaySend } from "./body.ts"
import { defaultTimes, type SmtpServer } from "./server.ts"
import { needsUtf8, withAsciiDomain } from "./spelling.ts"

/** Whom a message goes to: exactly one recipient, whatever its headers say. */
export interface Envelope {
  readonly from: string
  readonly to: string
}

/**
 * Why a message was not taken. `session`: the server takes no messages at this time. `refused`: it refused this one, with its
 * status, or with none if it closed the connection. `unknown`: it said nothing after it had begun to read the message, so it
 * may have taken it. `withdrawn`: this process broke it off, because it may not be sent any more.
 */
export class Failure extends Error {
  readonly at: "session" | "refused" | "unknown" | "withdrawn"
  readonly status: number | undefined
  constructor(at: Failure["at"], status: number | undefined, reply: string) {
    super(reply)
    this.at = at
    this.status = status
  }
}

/** What nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
  readonly code?: string | undefined
  /** The command that was answered. */
  readonly command?: string | undefined
}

/**
 * The most that a server may send in answer to one step of a session, in bytes. A reply is a line or a few; nodemailer bounds only a
 * single one, and handles megabytes of empty lines one by one.
 */
const maxReplyBytes = 16 * 1024

/** A session. It is closed after its first failure. */
export class Connection {
  readonly #smtp: SMTPConnection
  readonly #messageMs: number
  #lost: Failure | undefined
  #onLost: (failure: Failure) => void = () => {}
  #receivedBytes = 0
  /** The number of messages that it has taken. */
  taken = 0

  private constructor(smtp: SMTPConnection, messageMs: number) {
    this.#smtp = smtp
    this.#messageMs = messageMs
    smtp.on("error", (error: SmtpError) => this.#end(error))
    // The reply that came before the end is the better reason, and is handed over after this event.
    smtp.on("end", () => setImmediate(() => this.#end(new Error("The server closed the connection."))))
    // Before and after STARTTLS, all that the server sends comes here; nothing public does.
    const parser = smtp as unknown as { _onData: (piece: Buffer) => void }
    const read = parser._onData
    parser._onData = (piece) => {
      this.#receivedBytes += piece.length
      if (this.#receivedBytes <= maxReplyBytes) return read.call(smtp, piece)
      this.#end(new Error(`The server answered with more than ${maxReplyBytes} bytes.`))
    }
  }

  /** Connects, and logs in if the server has a user. The name is resolved each time. */
  static async open(server: SmtpServer): Promise<Connection> {
    const { default: Smtp } = await import("nodemailer/lib/smtp-connection")
    const times = server.timesMs ?? defaultTimes
    const socket = await connected(server, times.session)
    const smtp = new Smtp({
      connection: socket,
      host: server.host,
      port: server.port,
      secure: server.tls === "implicit",
      requireTLS: server.tls === "required",
      ignoreTLS: server.tls === "off",
      connectionTimeout: times.session,
      greetingTimeout: times.session,
      socketTimeout: times.silence,
      socketCloseTimeout: 1000,
      ...(server.ca === undefined ? {} : { tls: { ca: server.ca } })
    })
    const connection = new Connection(smtp, times.message)
    const late = setTimeout(
      () => connection.#end(new Error("The server took too long to begin a session.")),
      times.session
    )
    try {
      await connection.#begin(server)
      return connection
    } catch (error) {
      connection.close()
      throw failureOf(error as SmtpError, "session")
    } finally {
      clearTimeout(late)
    }
  }

  /** Whether it can take another message. */
  get isOpen(): boolean {
    return this.#lost === undefined
  }

  /** Sends one message, if it still may when the server is about to read it; answers with what the server said. */
  async send(envelope: Envelope, content: Buffer, maySend: MaySend): Promise<string> {
    const body = bodyOf(content, maySend, () =>
      this.#end(new Failure("withdrawn", undefined, "The message was withdrawn."))
    )
    const late = setTimeout(
      () => this.#end(new Error("The server took too long to take the message.")),
      this.#messageMs
    )
    try {
      this.#checkLetters(envelope)
      const [from, to] = [withAsciiDomain(envelope.from), withAsciiDomain(envelope.to)]
      const reply = await this.#while<string>((done) =>
        this.#smtp.send({ from, to, size: content.length }, body.stream, (error, info) =>
          done(error, info?.response ?? "")
        )
      )
      this.taken++
      return reply
    } catch (error) {
      this.close()
      throw failureOf(error as SmtpError, stageOf(error as SmtpError, body.isBegun()))
    } finally {
      clearTimeout(late)
      body.stream.destroy()
    }
  }

  close(): void {
    this.#lost ??= new Failure("session", undefined, "The connection was closed.")
    this.#smtp.close()
  }

  /** Ends the session in order. */
  quit(): void {
    if (!this.isOpen) return
    this.#smtp.quit()
    setTimeout(() => this.close(), 1000).unref()
  }

  /** Without SMTPUTF8 no other letters may be sent. 553 is what a server would answer to a recipient; the sender is the operator's to mend. */
  #checkLetters({ from, to }: Envelope): void {
    const { _supportedExtensions: has } = this.#smtp as unknown as { _supportedExtensions: ReadonlyArray<string> }
    if (has.includes("SMTPUTF8") || ![from, to].some(needsUtf8)) return
    const address = needsUtf8(from) ? from : to
    const why = `The server takes no addresses with letters outside ASCII (SMTPUTF8), such as ${address}.`
    throw new Failure("refused", address === from ? undefined : 553, why)
  }

  async #begin({ password, user }: SmtpServer): Promise<void> {
    await this.#while<void>((done) => this.#smtp.connect((error) => done(error ?? null)))
    this.#waitForReplies()
    if (user !== undefined && password !== undefined)
      await this.#while<unknown>((done) => this.#smtp.login({ user, pass: password }, done))
  }

  /**
   * Sends each command after the reply to the one before. Of the replies to commands that are sent together (PIPELINING), nodemailer
   * forgets those that it has not handled when the server closes the connection, such as a refusal of the recipient.
   */
  #waitForReplies(): void {
    const smtp = this.#smtp as unknown as { _supportedExtensions: ReadonlyArray<string> }
    smtp._supportedExtensions = smtp._supportedExtensions.filter((name) => name !== "PIPELINING")
  }

  /** Waits for one step, or for the loss of the connection. */
  #while<A>(step: (done: (error: Error | null, value?: A) => void) => void): Promise<A> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) return reject(this.#lost)
      this.#onLost = reject
      this.#receivedBytes = 0
      step((error, value) => (error ? reject(error) : resolve(value as A)))
    })
  }

  #end(error: SmtpError): void {
    this.#lost ??= failureOf(error, "session")
    this.#onLost(this.#lost)
    this.close()
  }
}

/** A connected socket of its own, so that the address is the one of this moment. */
const connected = ({ host, port }: SmtpServer, withinMs: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const fail = (error: Error) => {
      socket.destroy()
      reject(failureOf(error, "session"))
    }
    const late = setTimeout(() => fail(new Error("The server did not accept a connection in time.")), withinMs)
    socket.once("error", fail)
    socket.once("close", () => clearTimeout(late))
    socket.once("connect", () => {
      clearTimeout(late)
      socket.removeListener("error", fail)
      // A listener stays, because an error without one would end the process.
      socket.on("error", () => {})
      resolve(socket)
    })
  })

/** A message over the size that the server announced is not offered to it: 552 is what the server would answer. */
const statusOf = ({ code, response, responseCode }: SmtpError): number | undefined =>
  responseCode || (code === "EMESSAGE" && response === undefined ? 552 : undefined)

/**
 * Before it knows the recipient, a server refuses the sender, or a sender without a login: it would refuse every message, and the
 * operator can mend it. The size (552) is the message's own.
 */
const stageOf = (error: SmtpError, isBegun: boolean): Failure["at"] => {
  const status = statusOf(error)
  if (isBegun && status === undefined) return "unknown"
  const isOfAll = error.command === "MAIL FROM" && status !== undefined && status >= 500 && status !== 552
  return isOfAll ? "session" : "refused"
}

const failureOf = (error: SmtpError, at: Failure["at"]): Failure => {
  if (error instanceof Failure && (error.at === at || error.at === "withdrawn")) return error
  const status = error instanceof Failure ? error.status : statusOf(error)
  return new Failure(at, status, error.response ?? legible(error.message))
}

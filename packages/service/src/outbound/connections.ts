/**
 * The connections of outbound calls. They lead only to addresses that were checked for a call, are used again for a while,
 * and their number is bounded. undici is loaded by the first call, because it takes 40 ms and 18 MB.
 */
import type { Socket } from "node:net"
import type { Agent, buildConnector, Dispatcher } from "undici"
import type { Client, default as Symbols } from "undici/lib/core/symbols.js"
import { type Destination, isPublic } from "./address.ts"
import type { Answer } from "./answer.ts"

/** How long an idle connection is kept, whatever the server allows, in milliseconds. */
const idleMs = 4000
/** With more connections open than this, a new call closes its own after the answer. */
const maxKept = 256
/** How long a connection may take, in milliseconds; the limit of the call is shorter as a rule. */
const connectMs = 10_000
/** After so many calls a connection is replaced, so that a name's new address is noticed. */
const maxCallsPerConnection = 1000

/**
 * The most that is received of one answer, in bytes, with what is not its text: the lines before and between its parts, of which there
 * may be any number. No caller reads more than half of it as text.
 */
const maxReceivedBytes = 2 * 1024 * 1024

/** What is sent, beside its url. */
interface Request {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isRepeatable?: boolean | undefined
}

/** The calls in progress to one origin, all of which lead to the address that was checked last. */
interface Origin {
  address: string
  calls: number
}

/** The connections of a process to public addresses, or to any address. */
export class Connections {
  readonly #anyAddress: boolean
  readonly #origins = new Map<string, Origin>()
  #open = 0
  #agent: Agent | undefined
  #making: Promise<Agent> | undefined

  constructor(anyAddress: boolean) {
    this.#anyAddress = anyAddress
  }

  /** Lets connections be made to the address of a checked destination, until the result is called. */
  hold({ address, origin }: Destination): () => void {
    const held = this.#origins.get(origin) ?? this.#added(origin, address)
    held.address = address
    held.calls++
    return () => {
      if (--held.calls === 0) this.#origins.delete(origin)
    }
  }

  #added(origin: string, address: string): Origin {
    const held = { address, calls: 0 }
    this.#origins.set(origin, held)
    return held
  }

  /**
   * Posts to a destination that is held. If the other side closed the idle connection in the same moment, as a rule it has not heard the
   * request, which is sent again, once, if it may be.
   */
  send({ origin, path }: Destination, { body, headers, isRepeatable }: Request, answer: Answer): void {
    const request = { origin, path, method: "POST" as const, headers, body, reset: this.#open >= maxKept }
    if (isRepeatable)
      answer.again = (error) => {
        if (!unheard.has(error)) return false
        answer.again = undefined
        this.#dispatch(request, answer)
        return true
      }
    this.#dispatch(request, answer)
  }

  #dispatch(request: Dispatcher.DispatchOptions, answer: Answer): void {
    if (this.#agent !== undefined) return void dispatch(this.#agent, request, answer)
    this.#making ??= this.#begun()
    this.#making
      .then((agent) => dispatch(agent, request, answer))
      .catch((error: Error) => answer.onResponseError(undefined, error))
  }

  /** Closes the idle connections, and each other one after its call. A later call makes new ones. */
  close(): void {
    void this.#making?.then((agent) => agent.close()).catch(() => {})
    this.#making = undefined
    this.#agent = undefined
  }

  #begun(): Promise<Agent> {
    const making: Promise<Agent> = this.#made().then((agent) => {
      // It may have been closed while undici was loaded.
      if (this.#making === making) this.#agent = agent
      return agent
    })
    return making
  }

  async #made(): Promise<Agent> {
    const [{ default: Agent }, { default: connectorOf }, { default: symbols }] = await Promise.all([
      import("undici/lib/dispatcher/agent.js"),
      import("undici/lib/core/connect.js"),
      import("undici/lib/core/symbols.js")
    ])
    const agent = new Agent({
      connect: this.#connectWith(connectorOf({ timeout: connectMs, allowH2: false })),
      maxRequestsPerClient: maxCallsPerConnection,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // Each call has a deadline of its own, and silence within it is allowed.
      headersTimeout: 0,
      bodyTimeout: 0
    })
    return agent.on("connect", (_, targets) => ignoreContinue(targets.at(-1), symbols))
  }

  /** Connects to the checked address, whatever the name leads to now; a certificate must still be that of the name. */
  #connectWith(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      const address = this.#origins.get(`${options.protocol}//${options.host}`)?.address
      if (address === undefined || !(this.#anyAddress || isPublic(address)))
        return callback(new Error("no address of the host is checked"), null)
      // The name for the certificate comes from the host.
      connect({ ...options, hostname: address }, (error, socket) => {
        if (error !== null) return callback(error, null)
        this.#open++
        socket.once("close", () => this.#open--)
        bound(socket)
        noteUnheard(socket)
        callback(null, socket)
      })
    }
  }
}

/** Closes a connection on which too much comes after a request. A further request follows a whole answer, and has the bound again. */
const bound = (socket: Socket): void => {
  let written = 0
  let read = 0
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      read = socket.bytesRead
    }
    if (socket.bytesRead - read > maxReceivedBytes)
      socket.destroy(new Error(`more than ${maxReceivedBytes} bytes were received`))
  })
}

/** The errors that ended a connection before a byte of an answer to what was sent last, after an answer to an earlier request. */
const unheard = new WeakSet<Error>()

const noteUnheard = (socket: Socket): void => {
  let read = 0
  let answered = 0
  socket.on("readable", () => {
    if (socket.bytesRead > read) [read, answered] = [socket.bytesRead, socket.bytesWritten]
  })
  socket.on("error", (error) => {
    if (read > 0 && socket.bytesRead === read && socket.bytesWritten > answered) unheard.add(error)
  })
}

/**
 * Lets `100 Continue` pass like the other answers before the final one. RFC 9110 (15.2) has clients accept one that they did not ask for,
 * but undici takes it for an error.
 */
const ignoreContinue = (client: unknown, symbols: typeof Symbols): void => {
  const parser = (client as Client)[symbols.kSocket][symbols.kParser]
  const complete = parser.onHeadersComplete
  parser.onHeadersComplete = (status, ...more) => complete.call(parser, status === 100 ? 102 : status, ...more)
}

const dispatch = (agent: Agent, request: Dispatcher.DispatchOptions, answer: Answer): void => {
  try {
    agent.dispatch(request, answer)
  } catch (error) {
    answer.onResponseError(undefined, error as Error)
  }
}

/**
 * One request at a time on each connection. A request that arrives before the answer to an earlier one was sent waits, and
 * nothing more is read meanwhile, so a connection holds one answer at most.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { networkOf } from "../http/loads.ts"
import type { Shares } from "../http/shares.ts"

/** Takes a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** What waits for the requests before it on its connection. */
interface Turn {
  readonly begin: () => void
  /** The answer to the request whose turn it is; none for the refusal of what is no request. */
  readonly response?: ServerResponse
}

/** What waits on a connection, and the network that it counts towards. */
interface Queue {
  readonly network: string
  readonly turns: Array<Turn>
}

/** Keeps on a connection its current or last response, which every request looks up. */
const current = Symbol("current")
type Connection = Socket & { [current]?: ServerResponse }

/** The requests of a server's connections; `queued` bounds those that wait, by network. */
export class RequestQueues {
  readonly #queued: Shares
  readonly #queues = new WeakMap<Socket, Queue>()

  constructor(queued: Shares) {
    this.#queued = queued
  }

  /** Hands a request to a handler once the earlier ones of its connection are answered. */
  take(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const socket: Connection = request.socket
    if (this.isBusy(socket)) this.#wait(socket, { begin: () => handler(request, response), response })
    else {
      socket[current] = response
      handler(request, response)
    }
  }

  /** Whether a connection is being answered. */
  isBusy(socket: Connection): boolean {
    return socket[current]?.closed === false
  }

  /** Lets `refuse` end a connection on which something came that is no request, once what came before it is answered. */
  end(socket: Connection, refuse: () => void): void {
    const under = socket[current]
    const last = this.#queues.get(socket)?.turns.at(-1)
    if (!socket.writable) socket.destroy()
    else if (under === undefined || !this.isBusy(socket)) refuse()
    // The body of the current request is malformed or late; an answer that has begun without it is finished.
    else if (!under.req.complete) under.headersSent ? under.once("close", () => socket.destroySoon()) : refuse()
    else this.#wait(socket, { begin: refuse }, last?.response?.req.complete === false)
  }

  /** Lets one wait behind the others of its connection, or in place of the last one. */
  #wait(socket: Connection, turn: Turn, instead = false): void {
    const { network, turns } = this.#queues.get(socket) ?? this.#begin(socket)
    if (instead) turns[turns.length - 1] = turn
    else if (!this.#queued.take(network)) socket.destroy()
    else if (turns.push(turn) === 1) {
      socket.pause()
      socket[current]!.once("close", () => this.#next(socket))
    }
  }

  #begin(socket: Socket): Queue {
    const queue: Queue = { network: networkOf(socket.remoteAddress), turns: [] }
    this.#queues.set(socket, queue)
    // Node reads on whenever a request has been received whole.
    socket.on("resume", () => {
      if (queue.turns.length > 0) socket.pause()
    })
    socket.once("close", () => this.#queued.give(queue.network, queue.turns.splice(0).length))
    return queue
  }

  #next(socket: Connection): void {
    const { network, turns } = this.#queues.get(socket)!
    const turn = socket.writable ? turns.shift() : undefined
    if (turn === undefined) return
    this.#queued.give(network)
    if (turn.response !== undefined) socket[current] = turn.response
    turn.begin()
    if (turns.length === 0) socket.resume()
    else turn.response?.once("close", () => this.#next(socket))
  }
}

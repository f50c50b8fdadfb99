/**
 * One request at a time on each connection. A request that arrives before the answer to an earlier one was sent waits, and
 * nothing more is read meanwhile, so a connection holds one answer at most.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { networkOf } from "@bottega/service"
import type { Shares } from "./shares.ts"

/** Handles a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A request that waits for the earlier ones on its connection. */
interface Turn {
  readonly begin: () => void
  /** The answer to the request; none for the refusal of input that is not a request. */
  readonly response?: ServerResponse
}

/** The requests that wait on a connection, and the network that they count towards. */
interface Queue {
  readonly network: string
  readonly turns: Array<Turn>
}

/** Holds a connection's current or last response, which every request looks up. */
const current = Symbol("current")
type Connection = Socket & { [current]?: ServerResponse }

/** The requests of a server's connections; `queued` bounds the waiting ones, by network. */
export class RequestQueues {
  readonly #queued: Shares
  readonly #queues = new WeakMap<Socket, Queue>()

  constructor(queued: Shares) {
    this.#queued = queued
  }

  /** Passes a request to a handler once the earlier ones of its connection are answered. */
  take(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const socket: Connection = request.socket
    if (this.isBusy(socket)) this.#wait(socket, { begin: () => handler(request, response), response })
    else {
      socket[current] = response
      handler(request, response)
    }
  }

  /** Whether a request of a connection is being answered. */
  isBusy(socket: Connection): boolean {
    return socket[current]?.closed === false
  }

  /** Lets `refuse` end a connection after malformed input, once the earlier requests are answered. */
  end(socket: Connection, refuse: () => void): void {
    const under = socket[current]
    const last = this.#queues.get(socket)?.turns.at(-1)
    if (!socket.writable) socket.destroy()
    else if (under === undefined || !this.isBusy(socket)) refuse()
    // The body of the current request is malformed or late; an answer that has already begun is finished.
    else if (!under.req.complete) under.headersSent ? under.once("close", () => socket.destroySoon()) : refuse()
    else this.#wait(socket, { begin: refuse }, last?.response?.req.complete === false)
  }

  /** Adds a request behind the others of its connection, or in place of the last one. */
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
    // Node resumes reading whenever it has received a whole request.
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

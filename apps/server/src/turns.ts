/**
 * Turns: a connection has one request under way. One that comes before the answer to an earlier one was sent waits, and
 * nothing more is read meanwhile, so that what a connection holds is one answer at most.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { networkOf } from "./loads.ts"
import type { Shares } from "./shares.ts"

/** Takes a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** What waits for the requests before it on its connection. */
interface Turn {
  readonly begin: () => void
  /** The answer to the request whose turn it is; none for the refusal of what is no request. */
  readonly response?: ServerResponse
}

/** The turns that wait on a connection, and the network that they count with. */
interface Queue {
  readonly network: string
  readonly turns: Array<Turn>
}

/** The turns of a server's requests; `queued` bounds those that wait, by network. */
export class Turns {
  readonly #queued: Shares
  /** The answer that is under way, or was the last one, on each connection. */
  readonly #current = new WeakMap<Socket, ServerResponse>()
  readonly #queues = new WeakMap<Socket, Queue>()

  constructor(queued: Shares) {
    this.#queued = queued
  }

  /** Hands a request to a handler once the earlier ones of its connection are answered. */
  take(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const { socket } = request
    if (this.isBusy(socket)) this.#wait(socket, { begin: () => handler(request, response), response })
    else {
      this.#current.set(socket, response)
      handler(request, response)
    }
  }

  /** Whether an answer is under way on a connection. */
  isBusy(socket: Socket): boolean {
    return this.#current.get(socket)?.closed === false
  }

  /** Lets `refuse` end a connection on which something came that is no request, once what came before it is answered. */
  end(socket: Socket, refuse: () => void): void {
    const current = this.#current.get(socket)
    const last = this.#queues.get(socket)?.turns.at(-1)
    if (!socket.writable) socket.destroy()
    else if (current === undefined || !this.isBusy(socket)) refuse()
    // What is malformed, or late, is the body of the request under way; an answer that has begun without it is finished.
    else if (!current.req.complete) current.headersSent ? current.once("close", () => socket.destroySoon()) : refuse()
    else this.#wait(socket, { begin: refuse }, last?.response?.req.complete === false)
  }

  /** Puts a turn behind the others of its connection, or in the place of the last one. */
  #wait(socket: Socket, turn: Turn, instead = false): void {
    const { network, turns } = this.#queues.get(socket) ?? this.#begin(socket)
    if (instead) turns[turns.length - 1] = turn
    else if (!this.#queued.take(network)) socket.destroy()
    else if (turns.push(turn) === 1) {
      socket.pause()
      this.#current.get(socket)!.once("close", () => this.#next(socket))
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

  #next(socket: Socket): void {
    const { network, turns } = this.#queues.get(socket)!
    const turn = socket.writable ? turns.shift() : undefined
    if (turn === undefined) return
    this.#queued.give(network)
    if (turn.response !== undefined) this.#current.set(socket, turn.response)
    turn.begin()
    if (turns.length === 0) socket.resume()
    else turn.response?.once("close", () => this.#next(socket))
  }
}

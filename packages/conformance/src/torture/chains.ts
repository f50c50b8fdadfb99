/**
 * Callers that each make orders and lead every order through a list of statuses. A request without an answer is sent again with
 * its key, to any server, so that each change is made exactly once and the true order of each order's events is known.
 */
import { setTimeout } from "node:timers/promises"
import type { Chance } from "@bottega/service/demo"
import type { Server } from "./process.ts"
import { orderOf, type Shop, wireOf } from "./shop.ts"
import { type Answer, jsonOf, type Wire, type WireRequest } from "./wire.ts"

/** An order, and the statuses that it was given, in order; the first one is that of its creation. */
export interface Chain {
  readonly orderID: string
  readonly statuses: Array<number>
}

/** The statuses of every order after its creation; none occurs twice, so each shows its place. */
const statuses = [1, 2, 3, 4, 5, 8]

/** The servers that callers know; one that was killed takes no calls until it is back. */
export class Fleet {
  readonly #shop: Shop
  readonly #wires = new Map<Server, Wire>()

  constructor(shop: Shop) {
    this.#shop = shop
  }

  /** Sends calls to a server from now on. */
  add(server: Server): void {
    this.#wires.set(server, wireOf(server, this.#shop))
  }

  /** Sends it no further calls; those in progress are answered or not. */
  leave(server: Server): void {
    const wire = this.#wires.get(server)
    this.#wires.delete(server)
    wire?.close()
  }

  close(): void {
    for (const server of [...this.#wires.keys()]) this.leave(server)
  }

  /** Sends a call until a server answers it. */
  async send(asked: WireRequest, chance: Chance): Promise<Answer> {
    for (;;) {
      const wires = [...this.#wires.values()]
      const answer = wires.length === 0 ? undefined : await chance.of(wires).send(asked)
      if (answer?.status === 200) return answer
      if (answer !== undefined && answer.status < 500 && answer.status !== 409)
        throw new Error(`${asked.method} ${asked.path} was answered ${answer.status}: ${answer.text}`)
      await setTimeout(50)
    }
  }
}

/** Makes orders one after the other until it is over; adds each to `chains` as its first answer comes. */
export const chain = async (
  fleet: Fleet,
  chains: Array<Chain>,
  { chance, isOver, mustWait, name, pauseMs }: Chaining
): Promise<void> => {
  for (let count = 0; !isOver(); count++) {
    while (mustWait() && !isOver()) await setTimeout(20)
    const form = orderOf({ ANY: 1 }, { message: `${name} ${count}` })
    const made = await fleet.send(
      { method: "POST", path: "/v1.1/orders/order.json", form, key: `${name} ${count}` },
      chance
    )
    const { order_id: orderID } = jsonOf(made)
    const own: Chain = { orderID, statuses: [0] }
    chains.push(own)
    for (const status of statuses) {
      if (isOver()) return
      const key = `${name} ${count} ${status}`
      await fleet.send({ method: "PUT", path: "/v1.1/orders/order.json", form: { orderID, status }, key }, chance)
      own.statuses.push(status)
      await setTimeout(chance.int(0, pauseMs))
    }
  }
}

/** How one caller works. */
export interface Chaining {
  readonly name: string
  readonly chance: Chance
  /** The longest pause between two changes of an order. */
  readonly pauseMs: number
  readonly isOver: () => boolean
  /** Whether no order is to be made at present. */
  readonly mustWait: () => boolean
}

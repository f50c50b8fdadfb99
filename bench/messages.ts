/** Orders with the messages that they cause, which the plain programs do not write. */
import { ask, writeMessages } from "./calls.ts"
import { type Load, send } from "./load.ts"
import type { Server } from "./server.ts"
import { usageOf } from "./usage.ts"

/** The messages of an order of the demo shop: to the shop, and to the buyer. */
const messagesOfOrder = 2

/** The row of orders with their messages, until the last one is written out. */
export const rowWithMessages = async (server: Server, load: Load, seconds: number): Promise<ReadonlyArray<string>> => {
  await writeMessages(server, true)
  const before = usageOf(server)
  const began = performance.now()
  const { count } = await send(server.url, load, seconds)
  while (await isQueued(server)) await new Promise((resolve) => setTimeout(resolve, 50))
  const tookMs = performance.now() - began
  const cpuMs = usageOf(server).cpuMs - before.cpuMs
  await writeMessages(server, false)
  return [`${messagesOfOrder} each`, ((count / tookMs) * 1000).toFixed(0), `${((cpuMs * 1000) / count).toFixed(0)} µs`]
}

/** The columns of that row. */
export const messagesHead = ["messages", "orders a second, until the last message is written out", "CPU of an order"]

const isQueued = async (server: Server): Promise<boolean> => {
  const queued = await ask(server, `/control/v1/mail/list.json?shop=${server.shop}&state=queued&limit=1`)
  return ((await queued.json()) as ReadonlyArray<unknown>).length > 0
}

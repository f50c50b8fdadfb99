/** The receivers of a run that delivers: what they are sent, and how they behave. */
import { answers, type Behaviour, first, hangs, resets, slow } from "../receivers/behaviour.ts"
import type { Receiver } from "../receivers/receiver.ts"
import type { Listener } from "./arrived.ts"
import type { Server } from "./process.ts"
import { type Shop, wireOf } from "./shop.ts"
import { jsonOf } from "./wire.ts"

/** How many seconds of a server pass in one. */
export const speed = 4

/** The receivers that a run can have: what they are sent, and how they behave. */
const receivers = {
  "/changed": [100, () => answers()],
  "/created": [0, () => answers()],
  // By the clock of the servers, which goes faster: less than the second after which a call is late.
  "/slow": [100, () => slow(400 / speed)],
  "/failing": [100, () => sometimes(first(1, answers(500)))],
  "/broken": [100, () => sometimes(first(1, resets))],
  // Each holds up its order for 15 s, and a place for a call for 10 s, by the clock of the servers.
  "/hanging": [100, () => sometimes(first(1, hangs))],
  "/dead": [100, () => answers(503)]
} as const satisfies Record<string, readonly [Listener["type"], () => Behaviour]>

/** The path of one of them. */
export type ReceiverPath = keyof typeof receivers

/** Makes the webhooks of a run; nothing is expected of a dead one. */
export const subscribed = async (
  server: Server,
  shop: Shop,
  receiver: Receiver,
  paths: ReadonlyArray<ReceiverPath>
) => {
  const listeners: Array<Listener> = []
  const wire = wireOf(server, shop)
  for (const path of paths) {
    const [type, behaviour] = receivers[path]
    const form = { url: receiver.url(path, behaviour()), type, name: path }
    const made = await wire.send({ method: "POST", path: "/v1.1/webhook/webhook.json", form })
    const { id, secret } = jsonOf(made!)
    if (path !== "/dead") listeners.push({ id, path, type, secret })
  }
  wire.close()
  return listeners
}

/** Behaves well with all but one of 23 deliveries. */
const sometimes =
  (other: Behaviour): Behaviour =>
  (answer, arrival, before) => {
    const isOdd = (before[0] ?? arrival).at % 23 === 0
    return (isOdd ? other : answers())(answer, arrival, before)
  }

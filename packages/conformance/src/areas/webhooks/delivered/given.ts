/** Shops whose webhooks lead to one receiver in the process of the test. */
import { afterAll, beforeAll, expect } from "vitest"
import type { Behaviour } from "../../../receivers/behaviour.ts"
import { Receiver } from "../../../receivers/receiver.ts"
import { unique } from "../../../subjects.ts"
import type { Settings, Store } from "../../../surface.ts"

/** The longest wait for what should happen; reached only if something is broken. */
const wait = { timeout: 60_000 }

type State = "pending" | "waiting" | "parked" | "delivered" | "dead"

/** A path of the receiver, and the webhook that leads there. */
export interface Hook {
  readonly id: string
  readonly path: string
  readonly secret: string
  /** From now on the path behaves so. */
  readonly behave: (behaviour: Behaviour) => void
}

/** A shop of its own, and what its tests do with it. */
export interface Shop extends Store {
  readonly webhook: (type: number, behaviour?: Behaviour, format?: "json" | "form") => Promise<Hook>
  readonly order: () => Promise<string>
  readonly status: (orderID: string, ...statuses: ReadonlyArray<number>) => Promise<void>
  readonly listed: (asked?: Asked) => Promise<ReadonlyArray<Listed>>
  /** Waits until the list shows so many deliveries, and gives them. */
  readonly until: (asked: Asked & { readonly state: State }, count: number) => Promise<ReadonlyArray<Listed>>
  /** Waits until the oldest delivery to a webhook shows so many attempts, and gives it. */
  readonly tried: (hook: Hook, attempts?: number) => Promise<Listed>
}

type Deliveries = Store["operator"]["webhooks"]["deliveries"]
type Asked = Partial<Omit<Parameters<Deliveries>[0], "shop">>
type Listed = Awaited<ReturnType<Deliveries>>[number]

/** What the tests of a suite have. */
export interface Given {
  readonly receiver: Receiver
  readonly shop: (settings?: Settings) => Promise<Shop>
  /** Waits until so many requests have arrived at a webhook's path, and gives them. */
  readonly arrived: (hook: Hook, count: number) => Promise<Receiver["arrivals"]>
}

/** Registers the receiver of a suite. */
export const receiverOf = (open: () => Promise<Store>): Given => {
  const receiver = new Receiver()
  beforeAll(async () => void (await receiver.listen()))
  afterAll(() => receiver.close())
  return {
    receiver,
    shop: async (settings) => shopOf(receiver, await (await open()).withShop(settings)),
    arrived: async ({ path }, count) => {
      const isAnswered = ({ status }: Receiver["arrivals"][number]) => status !== undefined
      await receiver.until(() => receiver.at(path).filter(isAnswered).length >= count)
      return [...receiver.at(path)]
    }
  }
}

const shopOf = (receiver: Receiver, store: Store): Shop => {
  const { api, operator } = store
  const listed = (asked: Asked = {}) => operator.webhooks.deliveries({ shop: store.shop.id, ...asked })
  return {
    ...store,
    listed,
    webhook: async (type, behaviour, format = "json") => {
      const path = `/${unique()}`
      const url = receiver.url(path, behaviour)
      const made = await api.webhooks.create({ url, type: type as 0, name: `To ${path}`, format })
      return { ...made, path, behave: (other) => void receiver.url(path, other) }
    },
    order: async () => (await api.orders.create(sample)).order_id,
    status: async (orderID, ...statuses) => {
      for (const status of statuses) await api.orders.update({ orderID, status: status as 1 })
    },
    until: async (asked, count) => {
      await expect.poll(async () => (await listed(asked)).length, wait).toBe(count)
      return listed(asked)
    },
    tried: async ({ id }, attempts = 1) => {
      const oldest = async () => (await listed({ webhook: id })).at(-1)
      await expect.poll(async () => (await oldest())?.attempts.length, wait).toBe(attempts)
      return (await oldest())!
    }
  }
}

const sample = {
  shipping_flag: "not_required" as const,
  ...{ shipping_method: "Courier", shipping_cost: 0, payment_method: "paypal" },
  item_id: [{ sku: "MUG", price: 10, quantity: 1 }]
}

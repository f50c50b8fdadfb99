/**
 * A plain program for the requests of `calls.ts`: a bare Fastify, the decision and the rows of the service, and nothing else:
 * no Effect, no schema, no throttle, no log, no idempotency. Run it as a process of its own with a JSON argument.
 */
import { plainApp } from "./app.ts"
import { created, type Decided, incremented } from "./decision.ts"
import { fileStore, type Store, type Variant } from "./file.ts"
import { serviceId } from "./ids.ts"
import type { Known } from "./known.ts"
import { memoryStock } from "./memory.ts"

/** What to run: on a file, or with the stock in memory, where the decision is made and kept nowhere. */
export interface Plain extends Variant {
  readonly shop: string
  /** The path of the file, or a JSON file with the list of the stock. */
  readonly file?: string
  readonly stock?: string
}

const { file, shop, stock, ...variant } = JSON.parse(process.argv[2]!) as Plain

const nowhere = (list: string): Store => {
  const customers = new Map<string, string>()
  let number = 0
  return {
    stock: memoryStock(list),
    buyer: (email) => {
      const known = customers.get(email) ?? serviceId()
      customers.set(email, known)
      return known
    },
    number: () => ++number,
    keep: async () => undefined
  }
}
const store = file === undefined ? nowhere(stock!) : fileStore(file, shop, variant)

const app = plainApp()

const route = (
  method: "POST" | "PUT",
  url: string,
  decide: (body: string, key: string, known: Known) => Decided
): void => {
  app.route({
    method,
    url,
    handler: async ({ body, headers }) => {
      const decided = decide(body as string, headers["key"] as string, store)
      await store.keep(decided)
      return decided.answer
    }
  })
}
route("POST", "/v1.1/orders/order.json", created)
route("PUT", "/v1.1/inventory/patchInventory.json", incremented)

process.send?.({ url: await app.listen({ port: 0, host: "127.0.0.1" }) })

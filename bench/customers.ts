/** Makes a shop with any number of customers, in any store. */
import { collections } from "@bottega/domain/areas"
import { type Customer, customerFrom } from "@bottega/domain/areas/customers"
import { Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Context, Effect, Layer, Scope } from "effect"
import { ask } from "./calls.ts"
import type { Server, StoreName } from "./server.ts"

/** The email address of the nth customer. */
export const emailOf = (n: number): string => `customer${n}@example.org`

/** Stores that many customers: from this process, as an import would, or over HTTP if the server alone has the store. */
export const fillCustomers = async (server: Server, name: StoreName, size: number): Promise<void> =>
  name === "memory" ? posted(server, size) : committed(server, name, size)

const committed = async ({ place, shop }: Server, name: StoreName, size: number): Promise<void> => {
  const scope = Scope.makeUnsafe()
  const adapter = adapters.find((one) => one.name === name)!
  const context = await Effect.runPromise(
    Scope.provide(Layer.build(adapter.open(place.at(-1)!, [collections.customers])), scope)
  )
  const store = Storage.of(Context.get(context, Storage))
  for (let from = 0; from < size; from += step) {
    const writes = Array.from({ length: Math.min(step, size - from) }, (_, n) => {
      const doc = customerOf(from + n)
      return { shop, collection: collections.customers, key: doc.id, expect: 0, doc }
    })
    await Effect.runPromise(store.commit(writes))
  }
  await Effect.runPromise(Scope.close(scope, Effect.exit(Effect.void) as never))
}
const step = 500

const posted = async (server: Server, size: number): Promise<void> => {
  let next = 0
  const sender = async () => {
    while (next < size) {
      const { address, city, email, fullname, phone, zip } = customerOf(next++)
      const body = JSON.stringify({ address, city, email, fullname, phone, zip, countryUID: 380, state: "Milano" })
      const headers = { "content-type": "application/json" }
      await (await ask(server, "/v1.1/clients/client.json", { method: "POST", headers, body })).text()
    }
  }
  await Promise.all(Array.from({ length: 16 }, sender))
}

const customerOf = (n: number): Customer =>
  customerFrom({
    ...{ id: `f${n.toString(16).padStart(23, "0")}`, email: emailOf(n), created: 1_700_000_000 + n },
    ...{ fullname: `Anna Rossi ${n}`, first_name: "Anna", last_name: `Rossi ${n}`, phone: "02 1234567" },
    ...{ address: "Via Dante 1", city: "Milano", zip: "20121", country: "Italy", countryUID: 380, state: "Milano" },
    tags: n % 3 === 0 ? ["newsletter", "autumn"] : ["newsletter"]
  })

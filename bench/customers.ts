/** Makes a shop with any number of customers, in any store. */
import { collections } from "@bottega/domain/areas"
import { type Customer, customerFrom } from "@bottega/domain/areas/customers"
import { fill } from "./fill.ts"
import type { Server, StoreName } from "./server.ts"

/** The email address of the nth customer. */
export const emailOf = (n: number): string => `customer${n}@example.org`

/** Stores that many customers. */
export const fillCustomers = (server: Server, name: StoreName, size: number): Promise<void> =>
  fill(server, name, size, {
    collection: collections.customers,
    docOf: customerOf,
    path: "/v1.1/clients/client.json",
    bodyOf: ({ address, city, email, fullname, phone, zip }) => ({
      ...{ address, city, email, fullname, phone, zip },
      ...{ countryUID: 380, state: "Milano" }
    })
  })

const customerOf = (n: number): Customer =>
  customerFrom({
    ...{ id: `f${n.toString(16).padStart(23, "0")}`, email: emailOf(n), created: 1_700_000_000 + n },
    ...{ fullname: `Anna Rossi ${n}`, first_name: "Anna", last_name: `Rossi ${n}`, phone: "02 1234567" },
    ...{ address: "Via Dante 1", city: "Milano", zip: "20121", country: "Italy", countryUID: 380, state: "Milano" },
    tags: n % 3 === 0 ? ["newsletter", "autumn"] : ["newsletter"]
  })

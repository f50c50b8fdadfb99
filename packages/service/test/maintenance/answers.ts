/** A shop's answers to every read: each operation that reads, with parameters that name existing documents. */

import type { Shop } from "@bottega/domain/areas/shops"
import { type Collection, fieldsOf, pathOf } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { list } from "@bottega/storage"
import { Effect } from "effect"
import { allCollections } from "../../src/collections.ts"
import type { Operation } from "../../src/engine/decide/operation.ts"
import { digest } from "../../src/engine/ids.ts"
import { trusted } from "../../src/engine/trusted.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { makeService } from "../../src/service.ts"
import type { Opened } from "./given.ts"

const token = "0123456789abcdef"

/** Status and text by request; what requests name are documents of this store, or of another one with the same documents. */
export const answersOf = async (
  store: Opened,
  shop: Shop,
  naming: { readonly store: Opened; readonly shop: Shop } = { store, shop }
): Promise<ReadonlyMap<string, string>> => {
  const service = await store.run(makeService({ tokenDigest: digest(token) }))
  const transport = inProcessTransport(trusted(service, shop), (effect) => Effect.runPromise(effect))
  const known = await namesOf(naming.store, naming.shop)
  const answers = new Map<string, string>()
  for (const operation of service.operations) {
    const { endpoint } = operation
    if (endpoint.method !== "GET" || !isOfStore(operation)) continue
    for (const parameters of parametersOf(operation, known)) {
      const query = new URLSearchParams(format(parameters)).toString()
      const path = pathOf(endpoint)
      const headers = endpoint.surface === "control" ? { authorization: `Bearer ${token}` } : {}
      const { status, text } = await transport({ method: "GET", path, query, headers, body: undefined })
      answers.set(`${operation.id}?${query}`, `${status} ${(await text()).replaceAll(/"requestId":"\w+"/g, "")}`)
    }
  }
  return answers
}

/**
 * Whether it shows what is stored of the shop: an endless answer shows what happens from now on, the last requests are the process's,
 * and runs of commands and workers the installation's. Through the control surface, the same handlers answer.
 */
const isOfStore = ({ area, endpoint, inShop }: Operation): boolean =>
  !endpoint.endless && area !== "requests" && area !== "installation" && inShop !== true

type Known = Readonly<Record<string, ReadonlyArray<unknown>>>

/** The values of fields of stored documents by field name, over all kinds of documents. */
const namesOf = async (store: Opened, shop: Shop): Promise<Known> => {
  const known: Record<string, Set<unknown>> = { shop: new Set([shop.id]), updated_from: new Set([1]) }
  for (const collection of allCollections) {
    const found = await store.run(list(shop.id, collection as Collection, { limit: 1000 }))
    for (const [index, { doc }] of found.entries())
      for (const [name, value] of Object.entries({ ...(doc as object), updated_to: 4_000_000_000 }))
        if (index % 9 === 0 && typeof value !== "object") (known[name] ??= new Set()).add(value)
  }
  return Object.fromEntries(Object.entries(known).map(([name, values]) => [name, [...values].slice(0, 40)]))
}

/** The required parameters, once for each known value; and for a list with nodes, once more with all nodes. */
const parametersOf = ({ endpoint }: Operation, known: Known): ReadonlyArray<Record<string, unknown>> => {
  const fields = fieldsOf(endpoint).map(({ name }) => name)
  const named = fields.filter((name) => ["orderID", "uid", "id", "email", "shop", "updated_from"].includes(name))
  const span = fields.includes("updated_to") ? { updated_to: 4_000_000_000 } : {}
  const all = named.flatMap((name) =>
    (known[name] ?? []).map((value) => ({
      [name]: name === "orderID" && fields.includes("skip") ? [value] : value,
      ...span
    }))
  )
  return [...(named.includes("updated_from") ? [] : [{}]), ...all]
}

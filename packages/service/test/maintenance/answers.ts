/** A shop's answers to every read: each operation that reads, with parameters that name existing documents. */

import type { Shop } from "@bottega/domain/areas/shops"
import { type Collection, pathOf } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { list } from "@bottega/storage"
import { Effect, type Schema, SchemaAST } from "effect"
import { allCollections } from "../../src/collections.ts"
import { inProcessTransport } from "../../src/embedded.ts"
import { digest } from "../../src/engine/ids.ts"
import type { Operation } from "../../src/engine/operation.ts"
import { trusted } from "../../src/engine/trusted.ts"
import { makeService } from "../../src/service.ts"
import type { Opened } from "./given.ts"

const token = "0123456789abcdef"

/** Status and text by request. */
export const answersOf = async (store: Opened, shop: Shop): Promise<ReadonlyMap<string, string>> => {
  const service = await store.run(makeService({ tokenDigest: digest(token) }))
  const transport = inProcessTransport(trusted(service, shop), (effect) => Effect.runPromise(effect))
  const known = await namesOf(store, shop)
  const answers = new Map<string, string>()
  for (const operation of service.operations) {
    const { endpoint } = operation
    if (endpoint.method !== "GET") continue
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
  const { ast } = endpoint.input as unknown as Schema.Top
  const fields = SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
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

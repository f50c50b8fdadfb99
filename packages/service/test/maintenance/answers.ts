/** What a shop answers to everything that can be read of it: each operation that reads, with parameters that name what is there. */

import type { Shop } from "@bottega/domain/areas/shops"
import { type Collection, pathOf } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { list } from "@bottega/storage"
import { Effect, type Schema, SchemaAST } from "effect"
import { inProcessTransport } from "../../src/embedded.ts"
import { allCollections } from "../../src/engine/collections.ts"
import { digest } from "../../src/engine/ids.ts"
import type { Operation } from "../../src/engine/operation.ts"
import { makeService } from "../../src/engine/service.ts"
import { trusted } from "../../src/engine/trusted.ts"
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

/** Values that stored documents have under a name, whatever kind of document it is. */
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

/** A call with what is required, one for each value that is known; and where a list has nodes, one with all of them. */
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

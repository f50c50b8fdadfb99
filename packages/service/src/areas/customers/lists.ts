/** Lists customers, whole or by pages. */
import { type areas, collections } from "@bottega/domain/areas"
import { accountOf, type Customer, listNodes, type PagedCustomer, summaryOf } from "@bottega/domain/areas/customers"
import type { Input } from "@bottega/domain/contract"
import { docOf, itemsOf, type Row, type Test } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { pagesOf } from "../../engine/decide/everything.ts"
import type { Handlers } from "../../engine/decide/handler.ts"
import { paged } from "../../engine/decide/paged.ts"
import { type Find, madeHaving, Session } from "../../engine/decide/session.ts"

type Endpoints = (typeof areas.customers)["endpoints"]
type Filters = Pick<
  Input<Endpoints["list"]>,
  "created_at_from" | "created_at_to" | "updated_at_from" | "updated_at_to" | "accountType"
>

/** Streams all customers that match. */
export const list: Handlers<typeof areas.customers>["list"] = Effect.fnUntraced(function* ({ nodes = [], ...filters }) {
  const { find, shop } = yield* Session
  const known = listNodes.filter((node) => nodes.includes(node))
  const pages = yield* pagesOf(collections.customers, listingOf(filters))
  const shown = Stream.mapEffect(pages, (page) => summaries(find, page, shop.timezone, known))
  return itemsOf(shown)
})

/** Reads one page of the customers that match. */
export const page: Handlers<typeof areas.customers>["page"] = Effect.fnUntraced(function* (input) {
  const { cursor, limit, nodes = [], page, ...filters } = input
  const { find, shop } = yield* Session
  return yield* paged(collections.customers, { ...listingOf(filters), cursor, limit, page }, (rows) =>
    summaries(find, rows, shop.timezone, nodes)
  )
})

/** The tests of the filters, and the order that has an index for them: by the change if only that is asked for. */
const listingOf = (filters: Filters) => {
  const { accountType, created_at_from, created_at_to, updated_at_from, updated_at_to } = filters
  const where: Array<Test<keyof typeof collections.customers.lookups>> = []
  if (accountType !== undefined) where.push({ on: "accountType", eq: accountType })
  // Neither second belongs to its span.
  if (created_at_from !== undefined) where.push({ on: "created", gte: created_at_from + 1 })
  if (created_at_to !== undefined) where.push({ on: "created", lt: created_at_to })
  if (updated_at_from !== undefined) where.push({ on: "updated", gte: updated_at_from + 1 })
  if (updated_at_to !== undefined) where.push({ on: "updated", lt: updated_at_to })
  const changed = created_at_from === undefined && updated_at_from !== undefined
  return { where, sort: { by: changed ? "updated" : "created" } as const }
}

const summaries = Effect.fnUntraced(function* (
  find: Find,
  found: ReadonlyArray<Row>,
  zone: string,
  nodes: ReadonlyArray<string>
) {
  const customers = found.map((row) => docOf(collections.customers, row))
  const groups = nodes.includes("group") ? yield* groupsOf(find, customers) : undefined
  return customers.map(
    (customer): PagedCustomer => ({
      ...summaryOf(customer, zone),
      ...(nodes.includes("custom_fields") ? { custom_fields: customer.custom_fields } : {}),
      ...(groups === undefined ? {} : { group: groups.get(customer.group_id ?? "") ?? null }),
      ...(nodes.includes("account") ? { account: accountOf(customer, zone) } : {})
    })
  )
})

/** The groups of these customers by id, as the node shows them. */
const groupsOf = Effect.fnUntraced(function* (find: Find, customers: ReadonlyArray<Customer>) {
  const ids = customers.flatMap(({ group_id }) => (group_id === null ? [] : [group_id]))
  const shown = yield* madeHaving(find, collections.customerGroups, "key", ids, (row) => {
    const { id, name } = docOf(collections.customerGroups, row)
    return { id, name }
  })
  return new Map(shown.map((group) => [group.id, group]))
})

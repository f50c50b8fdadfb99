/** Brings customer groups, B2B listings, customers, and what belongs to their users: B2B accounts, addresses, gift cards. */
import { collections } from "@bottega/domain/areas"
import { countryByName } from "@bottega/domain/areas/countries"
import { type Customer, namesOf } from "@bottega/domain/areas/customers"
import { Effect } from "effect"
import { bringPage, bringWhole, type Context, detail, type Kind, present, stored, wholly } from "../context.ts"
import type { Given } from "../given.ts"
import * as read from "../given.ts"
import type { Item } from "../item.ts"
import { pagesOf } from "../paged.ts"

export const groups: Kind = (context) =>
  bringWhole(context, {
    kind: "customer groups",
    collection: collections.customerGroups,
    path: "/customergroup/list.json",
    item: (given) => groupItem(given)
  })

const groupItem = (given: Given): Item<typeof collections.customerGroups.schema.Type> => {
  const key = read.serviceId(given["id"])
  return {
    key,
    load: (before) =>
      Effect.sync(() => ({
        id: key,
        name: read.text(given["name"], "a name"),
        label_color: read.text(given["label_color"] ?? before?.label_color),
        description: read.text(given["description"]),
        // The listing that made the group names it in its own commit.
        metadata: before?.metadata ?? []
      }))
  }
}

export const listings: Kind = (context) =>
  bringWhole(context, {
    kind: "listings",
    collection: collections.listings,
    path: "/b2b/list_listing.json",
    item: (given) => {
      const [key, customers_group] = [read.serviceId(given["id"]), read.serviceId(given["customers_group"], "a group")]
      return {
        key,
        isAlone: () => true,
        load: Effect.fnUntraced(function* () {
          const [name, description] = [read.text(given["name"], "a name"), read.text(given["description"])]
          const label = `${name} - price`.toLowerCase()
          const [row] = yield* context.storage.find(context.shop.id, collections.attributes, {
            where: [{ on: "label", eq: label }],
            limit: 1
          })
          return { id: key, customers_group, description, name, attribute: row === undefined ? null : String(row.key) }
        }),
        settle: Effect.fnUntraced(function* (_before, doc) {
          const found = yield* stored(context, collections.customerGroups, customers_group)
          const made = { id: customers_group, name: doc.name, label_color: "", description: "" }
          const group = { ...(found?.doc ?? made), metadata: { listing_id: key } }
          if (JSON.stringify(found?.doc) === JSON.stringify(group)) return { doc, writes: [] }
          const write = { shop: context.shop.id, collection: collections.customerGroups, key: customers_group }
          return { doc, writes: [{ ...write, doc: group, expect: found?.row.version ?? 0, before: found?.row }] }
        })
      }
    }
  })

export const customers: Kind = Effect.fnUntraced(function* (context) {
  const keys = new Set<number | string>()
  const query = { nodes: "custom_fields,accountType,group,account" }
  yield* pagesOf(
    context,
    "/clients/list_paginated.json",
    query
  )((given) =>
    Effect.andThen(
      groupsOf(context, given),
      bringPage(context, {
        kind: "customers",
        collection: collections.customers,
        given,
        keys,
        item: (one) => customerItem(context, one)
      })
    )
  )
  wholly(context, "customers", collections.customers, keys)
})

/** Brings the groups that customers show, for a server that does not list groups. */
const groupsOf = Effect.fnUntraced(function* (context: Context, given: ReadonlyArray<unknown>) {
  if (context.listed.some(({ kind }) => kind === "customer groups")) return
  const shown = given.flatMap((one) => {
    const group = (one as Given | null)?.["group"]
    return typeof group === "object" && group !== null ? [group as Given] : []
  })
  const known = new Map<string, Given>(
    shown.flatMap((one) => (typeof one["id"] === "string" ? [[one["id"], one]] : []))
  )
  yield* bringPage(context, {
    kind: "customer groups",
    collection: collections.customerGroups,
    given: [...known.values()],
    keys: new Set(),
    item: groupItem
  })
})

const customerItem = (context: Context, given: Given): Item<Customer> => {
  const key = read.serviceId(given["id"])
  return {
    key,
    load: Effect.fnUntraced(function* (before) {
      const group = given["group"] === null || given["group"] === undefined ? null : read.object(given["group"])["id"]
      const asked = read.serviceIdOrNull(group, "a group")
      const [group_id = null] = yield* present(context, collections.customerGroups, asked === null ? [] : [asked])
      const updated = read.instantOrNull(given["updated_at"])
      const isKnown = before !== undefined && before.updated === updated
      const found = isKnown ? before : yield* detail(context, "/clients/client.json", { id: key })
      return customerOf(key, given, { ...found, group_id }, before)
    })
  }
}

/** A customer of its list entry and its detail; what no operation gives stays as it is stored. */
const customerOf = (id: string, given: Given, found: Given, before: Customer | undefined): Customer => {
  const account = read.objectOrEmpty(given["account"])
  const userUID = Math.max(0, read.intOr(given["userUID"] ?? found["userUID"], 0, "a user"))
  const names = namesOf({
    fullname: read.text(given["fullname"] ?? found["fullname"], "a name"),
    first_name: read.text(given["first_name"], "a name"),
    last_name: read.text(given["last_name"], "a name")
  })
  const country = read.text(found["country"], "a country")
  return {
    id,
    fullname: names.fullname,
    email: read.text(given["email"] ?? found["email"], "an address"),
    website: read.text(found["website"]),
    phone: read.text(found["phone"]),
    mobile: read.text(found["mobile"]),
    address: read.text(found["address"]),
    city: read.text(found["city"]),
    zip: read.text(found["zip"]),
    state: read.text(found["state"]),
    stateUID: read.intOr(found["stateUID"], null, "a state"),
    country,
    countryUID: read.intOr(found["countryUID"], null, "a country") ?? countryByName(country)?.uid ?? null,
    code: read.text(found["code"]),
    userUID: userUID === 0 ? 0 : read.uid(userUID, "a user"),
    accountType: userUID > 0 ? "registered" : "guest",
    first_name: names.first_name,
    last_name: names.last_name,
    note: before?.note ?? "",
    metadata: before?.metadata ?? { sdi: "", pec: "" },
    group_id: found["group_id"] as string | null,
    tags: before?.tags ?? [],
    custom_fields: read.textRecord(given["custom_fields"], "a custom field"),
    accept_marketing: read.truth(given["accept_marketing"]),
    created: read.instant(given["created_at"], "a date of creation"),
    updated: read.instantOrNull(given["updated_at"]),
    registered: read.instantOrNull(account["registered_at"]),
    last_login: read.instantOrNull(account["last_login"])
  }
}

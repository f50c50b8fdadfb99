/** Finds which shop of the source a key set belongs to, and makes or updates the shop of the store that it is brought into. */
import { collections } from "@bottega/domain/areas"
import { builtInMethods } from "@bottega/domain/areas/orders"
import { type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import { type Adapter, all, docOf, installation, type Row, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { maintenanceRecords, type Pull } from "../../collections.ts"
import { serviceId } from "../../engine/ids.ts"
import { finishImport } from "../settle.ts"
import { Stopped } from "./failures.ts"
import type { Given } from "./given.ts"
import { wrongWith } from "./judge.ts"
import type { Source } from "./source.ts"

const { pulls } = maintenanceRecords

/** What the source says of the shop itself. */
interface SourceShop {
  readonly group: number | null
  readonly info: Given
  readonly modules: Shop["modules"]
  readonly emails: unknown
  readonly payments: Given
}

/** A shop of the store, and the record of what was pulled into it. */
interface PulledShop {
  readonly shop: Shop
  readonly record: Pull
  readonly isNew: boolean
}

const infoNodes = "email,status,warehouse,locale,currency,timezone"

/** Asks what the source says of the shop; the first question also shows whether it accepts the key set. */
export const askShop = Effect.fnUntraced(function* (source: Source) {
  const statuses = yield* Effect.catchTag(source.value(statusesPath), "NotGiven", ({ why }) => notThisApi(why))
  // A server that answers everything with `{}`, or with an empty list, would become an empty shop.
  if (Object.keys(statuses ?? {}).length === 0) return yield* notThisApi(`${statusesPath} lists no status`)
  const info = givenOf(yield* source.optional("/store/info.json", { nodes: infoNodes }))
  const hasB2b = Array.isArray(yield* source.optional("/b2b/list_listing.json"))
  const recipients = givenOf(yield* source.optional("/emails/recipients.json", { id: "1" }))
  const payments = givenOf(yield* source.optional("/payments/configured_payment.json"))
  return {
    group: yield* groupOf(source, info),
    info,
    modules: hasB2b ? ["b2b" as const] : [],
    emails: givenOf(recipients["recipients"])["emails"],
    payments: givenOf(payments["payments"])
  } satisfies SourceShop
})

const statusesPath = "/orders/statuses.json"

const notThisApi = (why: string) => Effect.fail(new Stopped({ message: `This is not a server of this API: ${why}.` }))

const givenOf = (value: unknown): Given =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Given) : {}

/** The shop's group number, of which every order's id begins; null if nothing shows it yet. */
const groupOf = Effect.fnUntraced(function* (source: Source, info: Given) {
  const isGroup = (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1e10
  if (isGroup(info["uid"])) return info["uid"]
  const payment = givenOf(yield* source.optional("/payments/payment.json"))
  if (isGroup(payment["groupUID"])) return payment["groupUID"]
  const orders = yield* source.optional("/orders/list.json", { limit: "1" })
  const first = Number(
    /^(\d{1,10})_/.exec(String(givenOf(Array.isArray(orders) ? orders[0] : undefined)["orderID"]))?.[1]
  )
  return isGroup(first) ? first : null
})

/** The shop to bring it into: the named one, the one that it was brought into before, or a new one. */
export const shopFor = Effect.fnUntraced(function* (
  storage: Adapter,
  { from, asked, found }: { readonly from: string; readonly asked: string | undefined; readonly found: SourceShop }
) {
  const known = (yield* all(installation, pulls)).map(({ doc }) => doc)
  const record = known.find((one) =>
    asked === undefined ? one.from === from && (one.group === found.group || one.group === null) : one.shop === asked
  )
  if (asked !== undefined && record === undefined)
    return yield* new Stopped({
      message: `The shop ${asked} was not made by a pull, and a pull overwrites no other shop.`
    })
  if (record === undefined) {
    // A new shop for a number that merely could not be read would be a second copy.
    const [before] = known.filter((one) => one.from === from)
    if (before === undefined || found.group !== null) return yield* madeShop(storage, from, found)
    return yield* new Stopped({
      message: `The server does not say which of its shops this is; if it is the one that was pulled as ${before.shop}, name that with --shop, else run the command again later.`
    })
  }
  // A server may have moved to another address; its shop then still has its group number.
  if (record.group === null ? record.from !== from : found.group !== null && record.group !== found.group)
    return yield* new Stopped({ message: `The shop ${record.shop} was pulled from another shop.` })
  const row = yield* rowOf(storage, collections.shops, record.shop)
  if (row === undefined) return yield* new Stopped({ message: `The store has no shop ${record.shop} any more.` })
  const before = docOf(collections.shops, row)
  const shop = settingsOf(before, found)
  const write = { shop: installation, collection: collections.shops, key: shop.id, expect: row.version, before: row }
  if (JSON.stringify(shop) !== JSON.stringify(before)) yield* storage.commit([{ ...write, doc: shop }])
  return { shop, record: { ...record, from, group: record.group ?? found.group }, isNew: false } satisfies PulledShop
})

const madeShop = Effect.fnUntraced(function* (storage: Adapter, from: string, found: SourceShop) {
  const id = yield* serviceId
  const group_number = found.group ?? 1
  const shop = settingsOf({ id, group_number, name: new URL(from).hostname, ...shopDefaults }, found)
  const record: Pull = { shop: id, from, group: found.group, since: null, extras: [], done: false }
  const own: Write = { shop: installation, collection: collections.shops, key: id, expect: 0, doc: shop }
  const finished = yield* Effect.catchTag(
    finishImport(storage, [own], { shop: installation, collection: pulls, key: id, expect: 0, doc: record }),
    "Unmovable",
    ({ message }) => Effect.fail(new Stopped({ message }))
  )
  return { shop: { ...shop, group_number: finished.group_number }, record, isNew: true } satisfies PulledShop
})

/** Stores the record of a pull. */
export const keepRecord = Effect.fnUntraced(function* (storage: Adapter, record: Pull) {
  const before = yield* rowOf(storage, pulls, record.shop)
  const write = { shop: installation, collection: pulls, key: record.shop, doc: record }
  yield* storage.commit([{ ...write, expect: before?.version ?? 0, before }])
})

const rowOf = (storage: Adapter, collection: Write["collection"], key: string) =>
  Effect.map(
    storage.find(installation, collection, { where: [{ on: "key", eq: key }], limit: 1, latest: true }),
    ([row]): Row | undefined => row
  )

/** The settings of a shop with those that the source gives, each only if it fits. */
const settingsOf = (before: Shop, { emails, info, modules, payments }: SourceShop): Shop => {
  const given: Record<string, unknown> = {
    name: info["store_name"],
    url: info["url"],
    timezone: info["timezone"],
    locale: info["locale"],
    currency: info["currency"],
    warehouse: info["warehouse"],
    modules: modules.length > 0 ? modules : before.modules,
    emails: Array.isArray(emails) ? emails : undefined,
    payments: Object.keys(payments).length === 0 ? undefined : paymentsOf(payments)
  }
  let shop = before
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || (name === "name" && value === "")) continue
    const next = { ...shop, [name]: value }
    if (wrongWith(collections.shops, next) === undefined) shop = next
  }
  return shop
}

const paymentsOf = (given: Given): Shop["payments"] =>
  (Object.keys(builtInMethods) as Array<keyof typeof builtInMethods>).map((id) => {
    const cost = givenOf(given[id])["cost"]
    return {
      id,
      cost: typeof cost === "number" && cost >= 0 && cost < 1e12 ? cost : null,
      enabled: Object.hasOwn(given, id)
    }
  })

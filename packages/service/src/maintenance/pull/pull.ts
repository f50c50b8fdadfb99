/**
 * Pulls a whole shop from a server of this API into the store, through the specification's own operations and those companions
 * that the server has. What is stored already and did not change is not read again, so that the same run continues an
 * interrupted one, and a later run brings what changed.
 */
import { collections } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import { all, pages, Storage } from "@bottega/storage"
import { Clock, Effect, Stream } from "effect"
import { PrivateUrls } from "../../outbound/address.ts"
import { Lane } from "../../slow/lane.ts"
import { type Context, type Extra, type Kind, optionally } from "./context.ts"
import { Stopped } from "./failures.ts"
import { Keeper } from "./keeper.ts"
import { attributes, brands, categories, filters, taxes } from "./kinds/catalogue.ts"
import { coupons } from "./kinds/coupons.ts"
import { customers, groups, listings } from "./kinds/customers.ts"
import { images } from "./kinds/images.ts"
import { orders } from "./kinds/orders.ts"
import { products } from "./kinds/products.ts"
import { legalTexts, mailTexts, pages as pagesOfShop, points, snippets } from "./kinds/texts.ts"
import { addresses, b2bAccounts, balances } from "./kinds/users.ts"
import { variants } from "./kinds/variants.ts"
import { type AskPrice, agreed } from "./price.ts"
import { removeAbsent } from "./removal.ts"
import { notGivenBy, type PullReport, reportOf } from "./report.ts"
import { askShop, keepRecord, shopFor } from "./shop.ts"
import { Source, type SourceOptions } from "./source.ts"
import { Tallies } from "./tally.ts"

export type { Extra } from "./context.ts"
export { extras } from "./context.ts"
export { Stopped } from "./failures.ts"
export type { PullPrice } from "./price.ts"
export type { PullReport } from "./report.ts"
export type { Break } from "./source.ts"

/** What to pull, and how. */
export interface PullOptions extends SourceOptions {
  /** What is read of each order besides its detail, for a call each. */
  readonly extras: ReadonlySet<Extra>
  /** The shop of the store to bring it into; by default the one of an earlier pull, or a new one. */
  readonly shop?: string | undefined
  /** Whether documents are removed even if more than half of their kind would go. */
  readonly isRemovalAllowed?: boolean
  /** Whether the hosts that are allowed for pictures may have private addresses. */
  readonly allowPrivateUrls?: boolean
  /** Asked with the price of the extras before anything is brought; by default they are brought at any price. */
  readonly askPrice?: AskPrice
  /** Called with the number of documents of a kind that were looked at so far. */
  readonly onProgress?: (kind: string, done: number) => void
}

/** The kinds in the order in which they are brought: what is named before what names it. */
const kinds: ReadonlyArray<readonly [name: string, work: Kind, collection: Collection]> = [
  ["images", images, collections.images],
  ["brands", brands, collections.brands],
  ["categories", categories, collections.categories],
  ["attributes", attributes, collections.attributes],
  ["tax profiles", taxes, collections.taxes],
  ["filters", filters, collections.filters],
  ["products", products, collections.products],
  ["translations", variants, collections.variantTranslations],
  ["customer groups", groups, collections.customerGroups],
  ["listings", listings, collections.listings],
  ["customers", customers, collections.customers],
  ["B2B accounts", b2bAccounts, collections.accounts],
  ["addresses", addresses, collections.addressBooks],
  ["gift cards", balances, collections.giftCards],
  ["coupons", coupons, collections.coupons],
  ["pages", pagesOfShop, collections.pages],
  ["legal texts", legalTexts, collections.legal],
  ["store locator points", points, collections.storePoints],
  ["snippets", snippets, collections.snippets],
  ["mail texts", mailTexts, collections.emailTemplates],
  ["orders", orders, collections.orders]
]

/** A source, and which shop it says that it has. */
export interface AskedSource {
  readonly source: Source
  readonly found: Effect.Success<ReturnType<typeof askShop>>
}

/** Asks a source for its shop. It needs no store, so that none is made for a source that does not answer. */
export const askSource = Effect.fnUntraced(function* (options: SourceOptions) {
  const source = new Source(options)
  const found = yield* Effect.onError(askShop(source), () => Effect.sync(() => source.close()))
  return { source, found } satisfies AskedSource
})

/** Pulls the shop of a source; the report counts what was brought, also if the source stops answering before the end. */
export const pullShop = Effect.fnUntraced(function* ({ found, source }: AskedSource, options: PullOptions) {
  const storage = yield* Storage
  const lane = new Lane()
  const closing = Effect.sync(() => {
    source.close()
    lane.close()
  })
  const run = Effect.gen(function* () {
    const from = options.from.href
    const { record, shop } = yield* shopFor(storage, { from, asked: options.shop, found })
    const began = source.serverSeconds
    const { extras, onProgress = () => {} } = options
    const tallies = new Tallies()
    let isMissed = false
    const context: Context = {
      ...{ source, storage, tallies, lane, shop, extras, onProgress },
      onMissed: () => void (isMissed = true),
      keeper: new Keeper(storage, shop.id, tallies),
      storedExtras: new Set(record.since === null ? extras : (record.extras as ReadonlyArray<Extra>)),
      since: record.since ?? undefined,
      isFirst: !record.done,
      now: Math.floor((yield* Clock.currentTimeMillis) / 1000),
      imagesByAddress: new Map(),
      listed: []
    }
    // The first run's beginning is where later changes begin, however often it is interrupted.
    if (record.since === null) yield* keepRecord(storage, { ...record, since: began, extras: [...extras] })
    yield* agreed(context, options.rate, options.askPrice)
    yield* summedAgain(context)
    const stopped = yield* broughtAll(context, options.isRemovalAllowed ?? false)
    if (stopped === undefined && !isMissed)
      yield* keepRecord(storage, { ...record, since: began, extras: [...extras], done: true })
    yield* summedAgain(context)
    const stored = yield* storedCounts(context)
    return reportOf(context, { stored, stopped, notGiven: yield* notGivenBy(source, stopped !== undefined) })
  })
  return yield* Effect.provideService(
    Effect.ensuring(run, closing),
    PrivateUrls,
    options.allowPrivateUrls ?? false
  ) as Effect.Effect<PullReport, Effect.Error<typeof run>, Storage>
})

/** Brings all kinds and removes what is gone; answers with why it stopped before the end. */
const broughtAll = Effect.fnUntraced(function* (context: Context, isRemovalAllowed: boolean) {
  const done = yield* Effect.result(
    Effect.gen(function* () {
      for (const [name, work] of kinds) yield* optionally(name, work)(context)
      yield* removeAbsent(context, isRemovalAllowed)
    })
  )
  if (done._tag === "Success") return undefined
  const { failure } = done
  return failure instanceof Stopped ? failure.message : yield* Effect.fail(failure)
})

/** Orders are brought without events, by which their sums by day would follow; without progress the worker makes them again. */
const summedAgain = Effect.fnUntraced(function* ({ keeper, shop }: Context) {
  const collection = collections.orderDaysProgress
  for (const { row } of yield* all(shop.id, collection)) {
    const { key, version } = row
    const write = { shop: shop.id, collection, key, expect: version, before: row, doc: undefined }
    // A worker that writes its progress meanwhile begins again at the next run's end.
    yield* Effect.ignore(keeper.commit([write]))
  }
})

/** The documents of each kind that the shop has in the store now. */
const storedCounts = Effect.fnUntraced(function* ({ shop, storage }: Context) {
  const counts = new Map<string, number>()
  for (const [name, , collection] of kinds) {
    const rows = pages((of, query) => storage.find(shop.id, of, query), collection)
    counts.set(
      name,
      yield* Stream.runFold(
        rows,
        () => 0,
        (sum, page) => sum + page.length
      )
    )
  }
  return counts
})

/** The report of a pull: counts of both sides, refusals by name, and what the API does not give. */
import { Effect } from "effect"
import type { Context } from "./context.ts"
import { shown } from "./given.ts"
import type { Source } from "./source.ts"
import type { KindTally } from "./tally.ts"

/** What happened to a kind, with the counts of both sides. */
interface KindReport extends Readonly<KindTally> {
  readonly stored: number
}

/** The result of a pull. */
export interface PullReport {
  readonly shop: string
  readonly name: string
  readonly calls: number
  /** Whether everything that the source gives was read. */
  readonly isComplete: boolean
  /** Why not. */
  readonly stopped: string | null
  readonly kinds: Readonly<Record<string, KindReport>>
  /** What stays behind, in sentences. */
  readonly notGiven: ReadonlyArray<string>
}

/** What no operation gives, whatever the server. */
const neverGiven = [
  "Key sets and the secrets of webhooks and of real-time endpoints: each application gets new ones.",
  "The payment authorizations of other key sets, and the template package.",
  "Messages that were sent, events and deliveries, and requests.",
  "The ledgers of stock and of gift cards, and the log of consents: they begin with what is there now.",
  "Of customers: tags, notes, and the addresses for electronic invoices.",
  "Of orders: the currency, the invoice, and which lines took stock; the shop's currency and the known SKUs stand for them."
]

/** What stays behind, with the webhooks and real-time endpoints that are to be made again. */
export const notGivenBy = Effect.fnUntraced(function* (source: Source, isStopped: boolean) {
  if (isStopped) return neverGiven
  const left: Array<string> = []
  for (const [noun, path] of listsOfEndpoints) {
    const answer = yield* Effect.orElseSucceed(source.optional(path), () => undefined)
    if (!Array.isArray(answer) || answer.length === 0) continue
    const named = answer
      .slice(0, maxNamed)
      .map((one) => shown(String((one as { readonly name?: unknown } | null)?.name)))
    left.push(
      `${answer.length} ${noun}, to be made again: ${named.join(", ")}${answer.length > maxNamed ? ", …" : ""}.`
    )
  }
  return [...neverGiven, ...left]
})

const listsOfEndpoints = [
  ["webhooks", "/webhook/list.json"],
  ["real-time coupon endpoints", "/realtimecoupons/list.json"],
  ["real-time shipping endpoints", "/realtimeshippings/list.json"]
] as const
const maxNamed = 20

/** The report of a pull that has ended. */
export const reportOf = (
  { extras, shop, source, tallies }: Context,
  {
    notGiven,
    stopped,
    stored
  }: {
    readonly stored: ReadonlyMap<string, number>
    readonly stopped: string | undefined
    readonly notGiven: ReadonlyArray<string>
  }
): PullReport => {
  const names = new Set([...stored.keys(), ...tallies.byKind.keys()])
  const left = [
    ...(extras.has("timeline") ? [] : ["Of orders: the timeline, for one call each; --with timeline fetches it."]),
    ...(extras.has("tracking") ? [] : ["Of orders: the tracking, for one call each; --with tracking fetches it."])
  ]
  return {
    shop: shop.id,
    name: shown(shop.name),
    calls: source.calls,
    isComplete: stopped === undefined,
    stopped: stopped ?? null,
    kinds: Object.fromEntries([...names].map((name) => [name, { ...tallies.of(name), stored: stored.get(name) ?? 0 }])),
    notGiven: [...notGiven, ...left]
  }
}

/**
 * Compares the answers with what is stored: an acknowledged write is present exactly once, a refused one is absent, and
 * an unanswered one is present once and complete, or absent.
 */
import type { Effect, Outcome, Write } from "./load.ts"
import { outcomeOf } from "./load.ts"
import type { Seen } from "./seen.ts"
import { brokenIn } from "./whole.ts"
import { jsonOf } from "./wire.ts"

/** What was found. */
export interface Verdict {
  readonly acknowledged: number
  /** What was acknowledged and is absent. */
  readonly lost: ReadonlyArray<string>
  /** Everything else that is wrong. */
  readonly wrong: ReadonlyArray<string>
}

/** Judges a shop by the journal of its load. */
export const judge = (journal: ReadonlyArray<Write>, seen: Seen): Verdict => {
  const traces = tracesOf(seen)
  const lost = [...statusesOf(journal, seen)]
  const wrong = [...brokenIn(seen)]
  for (const write of journal) {
    wrong.push(...unlike(write), ...misread(write, outcomeOf(write), seen))
    if (write.effect.kind === "status") continue
    const [outcome, count] = [outcomeOf(write), traces(write.effect)]
    const maxCount = outcome === "refused" ? 0 : 1
    if (outcome === "done" && count === 0) lost.push(`lost: ${said(write)}`)
    if (count > maxCount) wrong.push(`${outcome}, and ${count} times there: ${said(write)}`)
  }
  return { acknowledged: journal.filter((write) => outcomeOf(write) === "done").length, lost, wrong }
}

const said = ({ answers, asked, effect }: Write): string =>
  `${JSON.stringify(effect)}, key ${asked.key}, answered ${answers.map(({ status, text }) => `${status} ${text}`)}`

/** How often an effect is found. */
const tracesOf = (seen: Seen) => {
  const traces = new Map<string, number>()
  const count = (name: string) => traces.set(name, (traces.get(name) ?? 0) + 1)
  for (const { detail, orderID, tags = [] } of seen.orders) {
    count(`order ${detail.message}`)
    for (const tag of tags) count(`tag ${orderID} ${tag}`)
  }
  for (const { delta, reason, sku } of seen.ledger) if (reason === "patch") count(`stock ${sku} ${delta}`)
  for (const { code } of seen.coupons) count(`coupon ${code}`)
  for (const { quantity, sku } of seen.inventory) count(`product ${sku} ${quantity}`)
  for (const { email, id, tags } of seen.customers) {
    count(`customer ${email}`)
    for (const tag of tags) count(`tag ${id} ${tag}`)
  }
  return (effect: Lasting): number => traces.get(nameOf(effect)) ?? 0
}

/** Effects that leave a trace of their own; statuses are judged in order. */
type Lasting = Exclude<Effect, { readonly kind: "status" }>

const nameOf = (effect: Lasting): string => {
  if (effect.kind === "order") return `order ${effect.mark}`
  if (effect.kind === "tag") return `tag ${effect.orderID} ${effect.tag}`
  if (effect.kind === "customer") return `customer ${effect.email}`
  if (effect.kind === "customerTag") return `tag ${effect.id} ${effect.tag}`
  if (effect.kind === "stock") return `stock ${effect.sku} ${effect.delta}`
  return effect.kind === "coupon" ? `coupon ${effect.code}` : `product ${effect.sku} ${effect.quantity}`
}

/** A key must have one answer, byte for byte, with a status that the operation may give. */
const unlike = (write: Write): ReadonlyArray<string> => {
  const settled = write.answers.filter(({ status }) => status < 500)
  const [first] = settled
  const others = settled.filter(({ status, text }) => status !== first!.status || text !== first!.text)
  const odd = write.answers.filter(({ status }) => ![200, 409, 503].includes(status))
  return [...(others.length > 0 ? [`two answers: ${said(write)}`] : []), ...odd.map(() => `unexpected: ${said(write)}`)]
}

/** A stored order must be the one that was requested, and its answer must name it. */
const misread = ({ answers, effect }: Write, outcome: Outcome, { orders }: Seen): ReadonlyArray<string> => {
  if (effect.kind !== "order" || outcome === "refused") return []
  const order = orders.find(({ detail }) => detail.message === effect.mark)
  if (order === undefined) return []
  const { billing, cart } = order.detail
  const items = Object.fromEntries(Object.values(cart.items).map(({ count, sku }) => [sku, count]))
  const there = JSON.stringify([billing.email, cart.couponCode, Object.entries(items).sort()])
  const asked = JSON.stringify([effect.email, effect.coupon ?? "", Object.entries(effect.items).sort()])
  const named = answers.find(({ status }) => status === 200)
  return [
    ...(there === asked ? [] : [`order ${effect.mark} is ${there}, not ${asked}`]),
    ...(named === undefined || jsonOf(named).order_id === order.orderID ? [] : [`order ${effect.mark} has another id`])
  ]
}

/** The statuses of an order must be the acknowledged ones in their order, plus perhaps unanswered ones. */
const statusesOf = (journal: ReadonlyArray<Write>, { orders }: Seen): ReadonlyArray<string> =>
  orders.flatMap(({ orderID, timeline }) => {
    const found = timeline.flatMap(({ eventId, status }) => (eventId === 1 ? [status] : []))
    const asked = journal.flatMap((write) =>
      write.effect.kind === "status" && write.effect.orderID === orderID
        ? [{ status: write.effect.status, outcome: outcomeOf(write) }]
        : []
    )
    return explains(asked, found)
      ? []
      : [`lost: order ${orderID} went through ${JSON.stringify(found)}, asked was ${JSON.stringify(asked)}`]
  })

/** Whether an order that began in status 0 can have these statuses: tracks how far each write may have brought it. */
const explains = (
  asked: ReadonlyArray<{ readonly status: number; readonly outcome: Outcome }>,
  found: ReadonlyArray<number>
): boolean => {
  let reached = new Set([0])
  for (const { outcome, status } of asked) {
    if (outcome === "refused") continue
    // Setting a status that the order already has is acknowledged and changes nothing.
    const next = [...reached].flatMap((at) =>
      (found[at - 1] ?? 0) === status ? [at] : found[at] === status ? [at + 1] : []
    )
    reached = new Set(outcome === "done" ? next : [...reached, ...next])
  }
  return reached.has(found.length)
}

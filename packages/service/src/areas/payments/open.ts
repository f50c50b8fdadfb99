/** The external payments that can be used now. */
import { collections } from "@bottega/domain/areas"
import { isOpen, type Payment } from "@bottega/domain/areas/payments"
import { docOf } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { everything } from "../../engine/decide/everything.ts"
import { get, Session } from "../../engine/decide/session.ts"

const { payments } = collections

// An answer that depends on the time is not cached, so the session is asked for it only where a payment expires.
const now = ({ now }: Pick<Session["Service"], "now">) => Math.floor(now / 1000)

/** All usable payments of the shop, by their ids. Each belongs to a key set that the operator issued, so there are few. */
export const openPayments = Effect.gen(function* () {
  const session = yield* Session
  const found = yield* everything(payments)
  const all = yield* Stream.runCollect(Stream.map(found, (row) => docOf(payments, row)))
  return all.filter((payment) => isOpen(payment, () => now(session)))
})

/** The payment with this id; `undefined` if there is none. */
export const openPayment = Effect.fnUntraced(function* (method: string) {
  const session = yield* Session
  const found = yield* get(payments, method)
  const open: Payment | undefined = found && isOpen(found.doc, () => now(session)) ? found.doc : undefined
  return open
})

/**
 * The label of an order's external payment. Its id looks different from every other method, so orders with other
 * methods cost no read.
 */
export const labelOf = (method: string) =>
  isServiceId.test(method) ? Effect.map(openPayment(method), (found) => found?.label) : Effect.succeed(undefined)
const isServiceId = /^[0-9a-f]{24}$/

/** Payment authorizations beside the calls on them: doctor, the sweeper, moving to another store, and the demo shop. */
import { collections } from "@bottega/domain/areas"
import type { KeySet } from "@bottega/domain/areas/keys"
import type { Payment } from "@bottega/domain/areas/payments"
import { dayMs, defaultKeep } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { all, installation, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { afterAll, afterEach, beforeEach, expect, it } from "vitest"
import { sweep as sweepDocuments } from "../src/engine/background/sweeper.ts"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"
import { exportOf, furnish, importOf, type Opened, open, sweep } from "./maintenance/given.ts"

const { keySets, orders, payments } = collections
let store: Opened
let demo: Awaited<ReturnType<typeof furnish>>

beforeEach(async () => {
  store = open("memory")
  demo = await furnish(store, 60)
})
afterEach(() => store.close())
afterAll(sweep)

const paymentsOf = (of = store) => of.run(all(demo.id, payments, { latest: true }))
const own = async () => {
  const [payment] = await paymentsOf()
  const [keySet] = await store.run(
    all(installation, keySets, { where: [{ on: "key", eq: payment!.doc.key_set }], latest: true })
  )
  return { payment: payment!, keySet: keySet! }
}
const reportedOf = async (of: Opened) => {
  const reported: Array<string> = []
  const { checked } = await of.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  expect(checked).toContain("The key set of a payment authorization is not revoked.")
  return reported
}
const write = async (given: { readonly payment?: Partial<Payment>; readonly keySet?: Partial<KeySet> | null }) => {
  const { keySet, payment } = await own()
  const set = { shop: installation, collection: keySets, key: keySet.doc.id, expect: keySet.row.version }
  const writes = [
    {
      ...{ shop: demo.id, collection: payments, key: payment.doc.id, expect: payment.row.version },
      doc: { ...payment.doc, ...given.payment }
    },
    { ...set, doc: given.keySet === null ? undefined : { ...keySet.doc, ...given.keySet } }
  ]
  await store.run(Storage.use(({ commit }) => commit(writes)))
}

it("are examined by doctor, together with the installation's key sets", async () => {
  const { id, key_set } = (await own()).payment.doc
  const named = `Shop ${demo.id}: the payment authorization ${id} belongs to the key set ${key_set}, which`
  expect(await reportedOf(store)).toEqual([])
  await write({ payment: { instance: "0".repeat(24) } })
  expect(await reportedOf(store)).toEqual([`${named} has another instance or expires at another time.`])
  await write({ payment: { instance: (await own()).keySet.doc.instance }, keySet: { expires: 1 } })
  expect(await reportedOf(store)).toEqual([`${named} has another instance or expires at another time.`])
  await write({ keySet: { expires: null, revoked: 1 } })
  expect(await reportedOf(store)).toEqual([`${named} is revoked.`])
  const { pairs } = (await own()).keySet.doc
  await write({ keySet: { revoked: null, pairs: pairs.map((pair) => ({ ...pair, revoked: 1 })) } })
  expect(await reportedOf(store)).toEqual([`${named} is revoked.`])
  await write({ keySet: null })
  expect(await reportedOf(store)).toEqual([`${named.replace("belongs to", "names")} does not exist.`])
})

it("are swept a day after their key set expired", async () => {
  const at = 1_800_000_000
  await write({ payment: { expires: at }, keySet: { expires: at } })
  const sweptAt = (ms: number) =>
    Clock.clockWith((clock) => {
      const stopped: Clock.Clock = Object.assign(Object.create(clock), { currentTimeMillis: Effect.succeed(ms) })
      return Effect.provideService(sweepDocuments({ keep: defaultKeep, policies }, [payments]), Clock.Clock, stopped)
    }).pipe(store.run)
  await sweptAt(at * 1000 + dayMs - 1)
  expect(await paymentsOf()).toHaveLength(1)
  await sweptAt(at * 1000 + dayMs)
  expect(await paymentsOf()).toEqual([])
})

it("move with their shop and its key sets", async () => {
  const target = open("sqlite")
  await importOf(target, await exportOf(store, demo.id))
  expect((await paymentsOf(target)).map(({ doc }) => doc)).toEqual([(await own()).payment.doc])
  expect(await reportedOf(target)).toEqual([])
  await target.close()
})

it("are the fifth method of the demo shop, which some of its orders were paid with", async () => {
  const { id, label } = (await own()).payment.doc
  const transport = inProcessTransport(trusted(await store.run(makeService()), demo), (effect) =>
    Effect.runPromise(effect)
  )
  const call = async (method: string, path: string, given = "") => {
    const [query, body] = method === "GET" ? [given, undefined] : ["", given]
    const { status, text } = await transport({ method, path: `/v1.1${path}`, query, headers: {}, body })
    return { status, json: JSON.parse(await text()) }
  }
  const { json } = await call("GET", "/payments/configured_payment.json")
  expect(json.payments_index).toEqual(["bank_transfer", "cash_on_delivery", "credit_card", "paypal", id])
  const paid = (await store.run(all(demo.id, orders))).map(({ doc }) => doc).filter(({ payment }) => payment === id)
  expect(paid.length).toBeGreaterThan(0)
  const query = `orderID=${paid[0]!.orderID}&nodes=paymentlabel`
  expect((await call("GET", "/orders/order.json", query)).json.paymentlabel).toBe(label)
  expect((await call("GET", "/checkout/payment_redirect.json", query)).json).toEqual({
    redirect_url: `https://www.trerate.example/paga?ordine=${paid[0]!.orderID}`
  })
  // A caller that owns the data has no key set that an authorization could belong to.
  const body = "label=a&callback_url=https://a.example/{orderid}"
  expect((await call("POST", "/payments/payment.json", body)).status).toBe(401)
})

/** Webhooks beside the calls on them: doctor's checks, moving to another store, and what disables one. */
import { collections } from "@bottega/domain/areas"
import { hooksKey, type Webhook } from "@bottega/domain/areas/webhooks"
import type { Collection } from "@bottega/domain/contract"
import { all, get, installation, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, afterEach, beforeEach, expect, it } from "vitest"
import { disabled } from "../../src/areas/webhooks/disabled.ts"
import { digest } from "../../src/engine/ids.ts"
import { records } from "../../src/engine/records.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { examineStore } from "../../src/maintenance/doctor.ts"
import { makeService } from "../../src/service.ts"
import { exportOf, importOf, type Opened, open, sweep } from "../maintenance/given.ts"

const { hooks, keySets, mail, mailQueue, realtimeCoupons, webhooks } = collections
let store: Opened
let shop: string
let webhook: string
let call: (method: string, path: string, body: string) => Promise<Record<string, string>>

beforeEach(async () => {
  store = open("memory")
  const service = await store.run(makeService({ tokenDigest: digest("t") }))
  const transport = inProcessTransport(service, (effect) => Effect.runPromise(effect))
  let headers: Record<string, string> = { authorization: "Bearer t" }
  call = async (method, path, body) => {
    const { status, text } = await transport({ method, path, query: "", headers, body })
    const answer = await text()
    expect(status, answer).toBe(200)
    return JSON.parse(answer)
  }
  const emails = "emails[]=anna@bottega.it&emails[]=bruno@bottega.it"
  shop = (await call("POST", "/control/v1/shops/shop.json", `name=A&${emails}`))["id"]!
  const pair = await call("POST", "/control/v1/keys/key.json", `shop=${shop}&permission=read-write`)
  headers = { key: pair["key"]!, exchange: pair["exchange"]! }
  const given = "url=https://erp.example/hook&type=101&name=Customers"
  webhook = (await call("POST", "/v1.1/webhook/webhook.json", given))["id"]!
})
afterEach(() => store.close())
afterAll(sweep)

const stored = async (of = store) => (await of.run(get(shop, webhooks, webhook, { latest: true })))!.doc
const types = async (of = store) => (await of.run(get(shop, hooks, hooksKey, { latest: true })))?.doc.types
const faults = async (of = store) => {
  const reported: Array<string> = []
  await of.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  return reported
}

/** Changes a document behind the program's back. */
const spoilt = async <Doc>(owner: string, collection: Collection<Doc>, change: (doc: Doc) => Doc) => {
  const [one] = await store.run(all(owner, collection, { latest: true }))
  const write = { shop: owner, collection, key: one!.row.key, expect: one!.row.version, doc: change(one!.doc) }
  await store.run(Storage.use(({ commit }) => commit([write])))
}

it("are examined by doctor, together with the list of their types and the keys of their applications", async () => {
  expect(await faults()).toEqual([])
  const named = `Shop ${shop}: `
  await spoilt(shop, hooks, (list) => ({ ...list, types: [7] }))
  expect((await faults()).sort()).toEqual([
    `${named}events of type 101 are not kept for the webhook ${webhook}.`,
    `${named}events of type 7 are kept, and no webhook is for them.`
  ])
  await spoilt(shop, hooks, (list) => ({ ...list, types: [101] }))
  expect(await faults()).toEqual([])
  await spoilt(installation, keySets, (set) => ({ ...set, revoked: 5 }))
  expect(await faults()).toEqual([
    expect.stringContaining(`the webhook ${webhook} pauses at null, and the keys of its application end at 5.`)
  ])
  await spoilt(shop, webhooks, (one) => ({ ...one, keysEnd: 5 }))
  expect(await faults()).toEqual([])
})

it("move with their shop, and wait there until the operator lets them go on, as real-time endpoints do", async () => {
  const target = open("sqlite")
  const endpoint = "url=https://loyalty.example/coupons&name=Loyalty"
  await call("POST", "/v1.1/realtimecoupons/realtimecoupon.json", endpoint)
  await importOf(target, await exportOf(store, shop))
  const endpoints = await target.run(all(shop, realtimeCoupons))
  expect(endpoints.map(({ doc }) => doc)).toMatchObject([{ name: "Loyalty", paused: true }])
  const before: Webhook = await stored()
  expect(await stored(target)).toEqual({ ...before, state: "paused" })
  expect(await types(target)).toEqual([101])
  expect(await faults(target)).toEqual([])
  await target.close()
})

it("are disabled once, with a mail to each address of the shop, and no event is kept for them then", async () => {
  expect(await types()).toEqual([101])
  const gone = { is: "gone", url: "https://erp.example/hook" } as const
  expect(
    await store.run(Effect.all([disabled(shop, webhook, gone), disabled(shop, webhook, gone)], { concurrency: 2 }))
  ).toEqual(expect.arrayContaining([true, false]))
  expect((await stored()).state).toBe("disabled")
  expect(await types()).toEqual([])
  const messages = (await store.run(all(shop, mail, { latest: true }))).map(({ doc }) => doc)
  expect(messages.map(({ to }) => to).sort()).toEqual(["anna@bottega.it", "bruno@bottega.it"])
  for (const { about, reason, state } of messages)
    expect({ about, reason, state }).toEqual({
      ...{ reason: "webhook_disabled", state: "queued" },
      about: { webhook: { name: "Customers", url: "https://erp.example/hook" } }
    })
  expect(await store.run(all(installation, mailQueue, { latest: true }))).toHaveLength(2)
  await call("POST", "/v1.1/clients/client.json", "email=anna@example.com&fullname=Anna Neri")
  expect((await store.run(all(shop, records.outbox, { latest: true }))).map(({ doc }) => doc.pending)).toEqual([
    undefined
  ])
  expect(await store.run(disabled(shop, "0".repeat(24), gone))).toBe(false)
  expect(await faults()).toEqual([])
})

it("keep events from the commit of their creation on", async () => {
  await call("POST", "/v1.1/clients/client.json", "email=anna@example.com&fullname=Anna Neri")
  await call("DELETE", "/v1.1/webhook/webhook.json", `id=${webhook}`)
  await call("POST", "/v1.1/clients/client.json", "email=bruno@example.com&fullname=Bruno Neri")
  const pending = (await store.run(all(shop, records.outbox, { latest: true }))).map(({ doc }) => doc.pending)
  expect(pending).toEqual([true, undefined])
})

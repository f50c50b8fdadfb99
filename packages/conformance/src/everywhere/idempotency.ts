/** What an idempotency key promises, for every operation that changes something. */
import type { Entry } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { changes, everything, least, request } from "../sample.ts"
import { type Answer, type Request, type Store, suite } from "../surface.ts"

let keys = 0
/** A key that no other call has. */
const fresh = (): string => `key ${++keys}`

const ask = ({ send }: Store, entry: Entry, key: string, more: object = {}): Promise<Answer> => {
  const as: NonNullable<Request["as"]> = entry.endpoint.surface === "control" ? "operator" : "api"
  return send({ ...request(entry, { ...least(entry.endpoint), ...more }), as, headers: { "idempotency-key": key } })
}

/** The part of an answer that is stored: everything but the headers of limits and of the request. */
const kept = ({ status, text }: Answer): string => `${status} ${text}`
const isReplayed = ({ headers }: Answer): boolean => headers["idempotent-replayed"] === "true"

/** Answers with these statuses belong to the operation, and are repeated. */
const given = [200, 400, 404, 409]

/** A change that needs no existing resource. */
const maker = changes.find(({ endpoint }) => endpoint.example !== undefined && endpoint.method === "POST")!
const secrets = everything.filter(({ endpoint }) => endpoint.secret && endpoint.method === "POST")

export const idempotency = suite("an idempotency key", (open) => {
  it("gives the first answer again, byte for byte, whatever it was", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"], partner_owned: true })
    const wrong: Array<string> = []
    for (const entry of changes.filter(({ endpoint }) => !endpoint.secret)) {
      const key = fresh()
      const [first, second] = [await ask(store, entry, key), await ask(store, entry, key)]
      const same = kept(first) === kept(second) && !isReplayed(first) && isReplayed(second)
      const fromReader = first.status === 400
      if (given.includes(first.status) && !same && !fromReader)
        wrong.push(`${entry.id}: ${kept(first)}, ${kept(second)}`)
    }
    expect(wrong).toEqual([])
  })

  it("has one effect for fifty callers at once, in two processes", async () => {
    const store = await (await open()).withShop()
    const other = await store.twin()
    const key = fresh()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, caller) => ask(caller % 2 === 0 ? store : other, maker, key))
    )
    expect(new Set(answers.map(kept)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1)
  })

  it("is refused with other parameters, and with another operation", async () => {
    const store = await (await open()).withShop()
    const key = fresh()
    expect((await ask(store, maker, key)).status).toBe(200)
    const [name] = Object.entries(maker.endpoint.example as object).find(([, value]) => typeof value === "string")!
    const changed = await ask(store, maker, key, { [name]: "ANOTHER" })
    expect([changed.status, changed.json.error.type]).toEqual([422, "idempotency_key_reused"])
    const elsewhere = changes.find(({ endpoint }) => endpoint.path !== maker.endpoint.path && endpoint.example)!
    expect((await ask(store, elsewhere, key)).status).toBe(422)
    expect(kept(await ask(store, maker, key))).toMatch(/^200/)
  })

  it("is another one for another key set, and for the same one after a day", async () => {
    const store = await (await open()).withShop()
    const key = fresh()
    const first = await ask(store, maker, key)
    expect(isReplayed(await ask(await store.withShop(), maker, key))).toBe(false)
    store.clock.advance(24 * 3600 * 1000 - 60_000)
    expect(isReplayed(await ask(store, maker, key))).toBe(true)
    store.clock.advance(60_001)
    const later = await ask(store, maker, key)
    expect(isReplayed(later)).toBe(false)
    expect(kept(later)).not.toBe(kept(first))
  })

  it("never gives a secret again", async () => {
    const store = await open()
    const wrong: Array<string> = []
    for (const entry of secrets) {
      const key = fresh()
      const first = await ask(store, entry, key, { shop: store.shop.id })
      const second = await ask(store, entry, key, { shop: store.shop.id })
      const refused = second.status === 409 && second.json.error.type === "already_answered"
      if (first.status === 200 && !refused) wrong.push(`${entry.id}: ${kept(second)}`)
    }
    expect(wrong).toEqual([])
  })

  it("is at most 255 characters", async () => {
    const store = await open()
    expect((await ask(store, maker, "k".repeat(256))).json.error).toMatchObject({
      type: "invalid",
      details: [{ path: "Idempotency-Key" }]
    })
  })
})

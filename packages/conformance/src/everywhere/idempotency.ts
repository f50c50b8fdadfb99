/** The promises of an idempotency key, for every operation that changes something. */
import { type Entry, fieldsOf } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { everything } from "../sample.ts"
import { type Answer, type Store, suite, suiteOfEmbeddedStores } from "../surface.ts"
import { call, given, unlimited, watching } from "./calls.ts"

let keys = 0
/** A key that no other call has. */
const fresh = (): string => `key ${++keys}`

const send = ({ send }: Store, entry: Entry, key: string, parameters: object): Promise<Answer> =>
  send({ ...call(entry, parameters), headers: { "idempotency-key": key } })
/** Sends a new valid call. */
const ask = async (store: Store, entry: Entry, key: string): Promise<Answer> =>
  send(store, entry, key, await given(store, entry))

/** The part of an answer that is stored: everything but the headers of limits and of the request. */
const kept = ({ status, text }: Answer): string => `${status} ${text}`
const isReplayed = ({ headers }: Answer): boolean => headers["idempotent-replayed"] === "true"
const typeOf = ({ json, status }: Answer): string => `${status} ${json.error?.type}`

const changing = everything.filter(({ endpoint }) => endpoint.method !== "GET")
const repeatable = changing.filter(({ endpoint }) => !endpoint.secret)
const ofOneShop = repeatable.filter(({ endpoint }) => endpoint.surface === "shop")

/** On every store: an answer is kept in the commit of its change, and found by every later call. */
export const atOnce = suite("an idempotency key of callers at once", (open) => {
  it("has one effect for fifty callers at once, in two processes", async () => {
    const store = await unlimited(open)
    const other = await store.twin()
    for (const entry of repeatable.filter(({ endpoint }) => endpoint.method === "POST")) {
      const [key, parameters] = [fresh(), await given(store, entry)]
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, caller) => send(caller % 2 === 0 ? store : other, entry, key, parameters))
      )
      expect([entry.id, new Set(answers.map(kept)).size, answers[0]?.status]).toEqual([entry.id, 1, 200])
      expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    }
  })
})

/**
 * The answers of each operation to its repetition. A server's store is asked for them as for any other document, and its races are in
 * {@link atOnce}.
 */
export const idempotency = suiteOfEmbeddedStores("an idempotency key", (open) => {
  it("gives the first answer of every operation again, byte for byte, and no secret twice; and changes nothing twice", async () => {
    const store = await unlimited(open)
    const changed = await watching(store)
    const firsts: Array<readonly [entry: Entry, key: string, parameters: object, first: Answer]> = []
    for (const entry of changing) {
      const [key, parameters] = [fresh(), await given(store, entry)]
      const first = await send(store, entry, key, parameters)
      expect([entry.id, first.status, first.text]).toEqual([entry.id, 200, expect.any(String)])
      firsts.push([entry, key, parameters, first])
    }
    await changed()
    for (const [entry, key, parameters, first] of firsts) {
      const second = await send(store, entry, key, parameters)
      if (entry.endpoint.secret) expect([entry.id, typeOf(second)]).toEqual([entry.id, "409 already_answered"])
      else expect([entry.id, kept(second), isReplayed(second)]).toEqual([entry.id, kept(first), true])
    }
    expect(await changed()).toEqual([])
  })

  it("is refused with other parameters, and with another operation", async () => {
    const store = await unlimited(open)
    const others = new Map<Entry, object>()
    for (const entry of repeatable) others.set(entry, await given(store, entry))
    for (const [at, entry] of repeatable.entries()) {
      const [key, parameters] = [fresh(), await given(store, entry)]
      expect([entry.id, (await send(store, entry, key, parameters)).status]).toEqual([entry.id, 200])
      const ofSurface = repeatable.filter(({ endpoint }) => endpoint.surface === entry.endpoint.surface)
      const elsewhere = ofSurface.find((one) => one !== entry) ?? ofSurface[at]!
      // An operation without parameters, or with the shop alone, has no others.
      const isOnly = fieldsOf(entry.endpoint).every(({ names }) => names === "shops")
      for (const other of isOnly ? [elsewhere] : [entry, elsewhere]) {
        const again = await send(store, other, key, others.get(other)!)
        expect([entry.id, typeOf(again)]).toEqual([entry.id, "422 idempotency_key_reused"])
      }
      expect([entry.id, (await send(store, entry, key, parameters)).status]).toEqual([entry.id, 200])
    }
  })

  it("is another one for another key set, and for the same one after a day", async () => {
    const store = await unlimited(open)
    const other = await unlimited(open)
    const asked: Array<readonly [Entry, string, object]> = []
    for (const entry of ofOneShop) {
      const [key, parameters] = [fresh(), await given(store, entry)]
      expect([entry.id, (await send(store, entry, key, parameters)).status]).toEqual([entry.id, 200])
      expect([entry.id, isReplayed(await ask(other, entry, key))]).toEqual([entry.id, false])
      asked.push([entry, key, parameters])
    }
    const replayed = async () => {
      const found: Array<string> = []
      for (const one of asked) if (isReplayed(await send(store, ...one))) found.push(one[0].id)
      return found
    }
    store.clock.advance(24 * 3600 * 1000 - 60_000)
    expect(await replayed()).toEqual(ofOneShop.map(({ id }) => id))
    store.clock.advance(60_001)
    expect(await replayed()).toEqual([])
  })

  it("is at most 255 characters", async () => {
    const store = await unlimited(open)
    for (const entry of changing) {
      const { json } = await ask(store, entry, "k".repeat(256))
      expect([entry.id, json.error]).toMatchObject([
        entry.id,
        { type: "invalid", details: [{ path: "Idempotency-Key" }] }
      ])
    }
  })
})

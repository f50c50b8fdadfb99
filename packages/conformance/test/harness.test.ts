/** Checks that the harness finds what it is meant to find. */
import { contract } from "@bottega/domain/areas"
import {
  collection,
  entries,
  get,
  Int,
  Text,
  type Transport,
  type TransportResponse,
  withDefault
} from "@bottega/domain/contract"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import * as memory from "@bottega/storage/memory"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { subjectOf, suitesOf } from "../src/areas.ts"
import { checked, NotAsDeclared } from "../src/checked.ts"
import { compare } from "../src/compared.ts"
import { ground } from "../src/ground.ts"
import { surfaces } from "../src/surfaces.ts"
import { faithful } from "../src/written.ts"

describe("the comparison with the table", () => {
  it("finds nothing in an endpoint that matches", () => {
    expect(compare({ coupons: { remove: contract.coupons.remove } }).differences).toEqual({})
  })

  it("finds every kind of difference", () => {
    const read = get("/orders/orders_filter.json", {
      summary: "Otherwise than the table says in every way.",
      input: { updated_from: Schema.optionalKey(Text), nodes: Text, other: withDefault(Int, 1) },
      output: Schema.Struct({
        count: Schema.optionalKey(Int),
        filter: Schema.Struct({ updated_from: Int, more: Int }),
        orders: Schema.Array(Schema.Struct({ orderID: Text, short_id: Text }))
      }),
      stability: "beta",
      requires: "b2b"
    })
    expect(compare({ orders: { read } }).differences["GET /v1.1/orders/orders_filter.json"]).toEqual(
      expect.arrayContaining([
        "stability is beta, not stable",
        "throttle is none, not updates",
        "requires is b2b, not none",
        "other is a parameter of its own",
        "updated_to is missing",
        "updated_from is string, not unix",
        "updated_from required is false, not true",
        "nodes is string, not commaList",
        "answers sometimes count",
        "answers no filter.updated_to",
        "answers filter.more too",
        "answers always orders[].short_id",
        "answers no orders[].events[].eventId"
      ])
    )
  })

  it("identifies an operation by its method and path", () => {
    const list = get("/coupons/lists.json", { summary: "None.", output: Text })
    const { missing, unknown } = compare({ coupons: { list } })
    expect(unknown).toEqual(["GET /v1.1/coupons/lists.json"])
    expect(missing).toContain("GET /v1.1/coupons/list.json")
  })
})

describe("a store under test", () => {
  const Note = Schema.Struct({ id: Int, text: Schema.optionalKey(Text), lines: Schema.Array(Int) })
  const notes = collection("notes", Note, { key: ({ id }) => id })
  const store = faithful(memory.make([notes]))
  const write = (doc: typeof Note.Type) =>
    Effect.runPromise(
      Effect.suspend(() => store.commit([{ shop: "", collection: notes, key: doc.id, expect: 0, doc }]))
    )

  it("refuses a document that its text does not decode to", async () => {
    await expect(write({ id: 1, lines: [], text: undefined } as never)).rejects.toThrow("notes is read otherwise")
    await expect(write({ id: 2, lines: [-0] })).rejects.toThrow("notes is read otherwise")
  })

  it("freezes the documents that are written to it", async () => {
    const doc = { id: 3, lines: [1] }
    await write(doc)
    expect([doc, doc.lines].map(Object.isFrozen)).toEqual([true, true])
  })
})

it("an installation opens its store for the first two twins, and no more often", async () => {
  const adapter = adapters.find(({ needs }) => needs === "nothing")!
  let opens = 0
  const open: AdapterEntry["open"] = (...given) => {
    opens++
    return adapter.open(...given)
  }
  const { close, open: opened } = await ground({ ...adapter, open, sharable: true }, surfaces["embedded"]!)
  const store = await opened()
  for (let twins = 0; twins < 5; twins++) await store.twin()
  expect(opens).toBe(3)
  await close()
})

describe("the suites", () => {
  it("of areas are chosen by name, each once", () => {
    const names = (...areas: ReadonlyArray<string>) => suitesOf(areas).map(({ name }) => name)
    expect(names("coupons")).toEqual(["coupons"])
    expect(names("ledger", "inventory")).toEqual(["ledger", "inventory"])
    expect(suitesOf()).toHaveLength(Object.keys(contract).length)
  })

  it("of an unknown area are refused", () => {
    expect(() => suitesOf(["coupon"])).toThrow("There is no area coupon: ")
  })
})

it("an operation without a subject is named", () => {
  const [entry] = entries(contract)
  expect(subjectOf(entry!).given).toBeInstanceOf(Function)
  const unknown = { ...entry!, name: "unknown", id: "authorizations.unknown" }
  expect(() => subjectOf(unknown)).toThrow("declares no subject for authorizations.unknown.")
})

describe("an answer", () => {
  const path = "/control/v1/shops/shop.json"
  const made = { id: "5f".repeat(12), group_number: 1 }
  const error = { code: 1006, type: "not_found", message: "No.", details: [], requestId: "r1" }
  const refused = { ok: 0, err: "No.", error, message: "No." }

  const answering = (status: number, body: unknown): Transport => {
    const text = JSON.stringify(body)
    const received: TransportResponse = {
      status,
      headers: { "x-request-id": "r1" },
      text: async () => text,
      pieces: async function* () {
        yield text
      },
      bytes: async function* () {
        yield Buffer.from(text)
      }
    }
    return checked(async () => received)
  }
  const ask = async (method: string, status: number, body: unknown): Promise<string> => {
    const answer = await answering(status, body)({ method, path, query: "", headers: {} })
    return answer.text()
  }

  it("passes if it matches its declaration", async () => {
    expect(JSON.parse(await ask("POST", 200, made))).toEqual(made)
    expect(JSON.parse(await ask("PUT", 404, refused))).toEqual(refused)
  })

  it.each([
    ["a key too many", "POST", 200, { ...made, name: "x" }],
    ["a key too few", "POST", 200, { id: made.id }],
    ["another type", "POST", 200, { ...made, group_number: "1" }],
    ["nothing of the kind", "POST", 200, "made"],
    ["a refusal that is not declared", "POST", 404, refused],
    ["a refusal of another body", "PUT", 404, { error: "No." }],
    ["a refusal that says two things", "PUT", 404, { ...refused, err: "Yes." }],
    ["a refusal of another request", "PUT", 404, { ...refused, error: { ...error, requestId: "r2" } }],
    ["a defect", "PUT", 500, { ...refused, error: { ...error, type: "internal_error" } }]
  ])("fails with %s", async (_, method, status, body) => {
    await expect(ask(method, status, body)).rejects.toBeInstanceOf(NotAsDeclared)
  })

  it("is also checked when it is streamed, after its last piece", async () => {
    const { pieces } = await answering(200, { id: 1 })({ method: "POST", path, query: "", headers: {} })
    const read = async () => {
      for await (const _ of pieces());
    }
    await expect(read()).rejects.toBeInstanceOf(NotAsDeclared)
  })
})

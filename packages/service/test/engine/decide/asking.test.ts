/** A decision that needs an answer from outside asks once per call, holds no document meanwhile, and goes on without one. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { Conflict, get, Int, NotFound, post, reader } from "@bottega/domain/contract"
import { type Adapter, OnApplied, Stale, Storage, sequences } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect, Schema } from "effect"
import { beforeEach, expect, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { insert } from "../../../src/engine/decide/change.ts"
import { type Asking, asking, type Handler, type Inquiry, Unasked } from "../../../src/engine/decide/handler.ts"
import type { Operation } from "../../../src/engine/decide/operation.ts"
import { digest } from "../../../src/engine/ids.ts"
import { shops, trusted } from "../../../src/engine/trusted.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { makeService } from "../../../src/service.ts"

const endpoint = post("/tests/thing.json", {
  summary: "Make a thing.",
  input: { uid: Int },
  output: Schema.Struct({ answered: Schema.String }),
  refusals: [NotFound, Conflict]
})

/** How many commits fail as stale before the next one succeeds. */
let conflicts: number
let steps: Array<string>
let send: (
  inquiry?: Partial<Inquiry<typeof endpoint, number, string>>,
  more?: { readonly key?: string; readonly uid?: number; readonly signal?: AbortSignal }
) => Promise<{ readonly status: number; readonly json: { answered?: string } }>
let others = 0

beforeEach(async () => {
  ;[conflicts, steps] = [0, []]
  const whole = memory([...allCollections, sequences])
  const commit: Adapter["commit"] = (writes, guards) =>
    writes.some(({ collection }) => collection === collections.shops) && conflicts-- > 0
      ? Effect.fail(new Stale({ shop: "", collection: "shops", key: "" }))
      : whole.commit(writes, guards)
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, { ...whole, commit }))
  const service = await run(makeService({ tokenDigest: digest("t") }))
  await inProcessTransport(
    service,
    run
  )({
    ...{ method: "POST", path: "/control/v1/shops/shop.json", query: "", body: "name=Tests" },
    headers: { authorization: "Bearer t" }
  })
  const shop = (await run(shops))[0]!
  send = async (inquiry, { key, signal, uid = 7 } = {}) => {
    const whole: Inquiry<typeof endpoint, number, string> = {
      deadlineMs: 60_000,
      ask: (question) =>
        Effect.sync(() => {
          steps.push(`ask ${question}`)
          return `answer ${question}`
        }),
      late: () => "nobody",
      decide: Effect.fnUntraced(function* ({ uid }, answer) {
        steps.push(`decide ${answer}`)
        // Odd numbers need an answer.
        if (uid % 2 === 1 && answer === undefined) return yield* new Unasked({ question: uid })
        const another: Shop = { ...({} as Shop), id: `other ${++others}`, group_number: 1000 + others }
        return { answer: { answered: answer ?? "unasked" }, writes: [insert(collections.shops, another)] }
      }),
      ...inquiry
    }
    const operation: Operation = {
      ...{ area: "tests", name: "thing", id: "tests.thing", endpoint },
      ...reader((endpoint.input as unknown as Schema.Top).ast),
      handle: asking(whole) as unknown as Operation["handle"]
    }
    const transport = inProcessTransport({ ...trusted(service, shop), operations: [operation] }, (effect) =>
      Effect.runPromise(effect)
    )
    const { status, text } = await transport({
      ...{ method: "POST", path: "/v1.1/tests/thing.json", query: "", body: `uid=${uid}` },
      headers: key === undefined ? {} : { "idempotency-key": key },
      ...(signal && { signal })
    })
    return { status, json: JSON.parse(await text()) }
  }
})

it("does not ask if the decision needs no answer", async () => {
  expect(await send({}, { uid: 8 })).toMatchObject({ status: 200, json: { answered: "unasked" } })
  expect(steps).toEqual(["decide undefined"])
})

it("asks once, however often the decision is retried, and each later decision gets the answer", async () => {
  conflicts = 3
  expect(await send()).toMatchObject({ status: 200, json: { answered: "answer 7" } })
  expect(steps).toEqual(["decide undefined", "ask 7", ...Array.from({ length: 4 }, () => "decide answer 7")])
})

it("asks outside the attempts of the call", async () => {
  const applied: Array<unknown> = []
  const ask = () =>
    Effect.as(
      Effect.map(OnApplied, (one) => applied.push(one)),
      "answer"
    )
  expect((await send({ ask })).status).toBe(200)
  expect(applied).toEqual([undefined])
})

it("goes on without an answer after the deadline, and interrupts who asks", async () => {
  let ended = ""
  const ask = () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => (ended = "interrupted")))
  expect(await send({ ask, deadlineMs: 5 })).toMatchObject({ status: 200, json: { answered: "nobody" } })
  expect(ended).toBe("interrupted")
})

it("is not asked for a repeated answer, and the answer is kept with the change", async () => {
  const first = await send({}, { key: "one" })
  expect(await send({}, { key: "one" })).toEqual(first)
  expect(steps.filter((one) => one.startsWith("ask"))).toHaveLength(1)
})

it("refuses as any decision does", async () => {
  const decide = (_: unknown, answer: string | undefined) =>
    answer === undefined
      ? Effect.fail(new Unasked({ question: 1 }))
      : Effect.fail(new Conflict({ message: `no: ${answer}` }))
  expect(await send({ decide })).toMatchObject({ status: 409, json: { err: "no: answer 1" } })
})

it("only a change may ask", () => {
  const reading = get("/tests/read.json", { summary: "Read.", output: Schema.Struct({}) })
  const inquiry = { deadlineMs: 1, ask: () => Effect.succeed(""), late: () => "", decide: () => Effect.succeed({}) }
  // @ts-expect-error: a read is decided once.
  const wrong: Handler<typeof reading> = asking(inquiry as never) as Asking<typeof reading>
  expect(wrong).toBeDefined()
})

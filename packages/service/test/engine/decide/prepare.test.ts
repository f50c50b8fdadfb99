/** The stage before a decision runs once per call, within its deadline, until its caller leaves. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { Conflict, get, Int, invalid, NotFound, post, reader } from "@bottega/domain/contract"
import { type Adapter, OnApplied, Stale, Storage, sequences } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Deferred, Effect, Schema } from "effect"
import { beforeEach, expect, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { type Change, insert } from "../../../src/engine/decide/change.ts"
import { type Handler, type Staged, type Stages, staged } from "../../../src/engine/decide/handler.ts"
import type { Operation } from "../../../src/engine/decide/operation.ts"
import { digest } from "../../../src/engine/ids.ts"
import { shops, trusted } from "../../../src/engine/trusted.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { makeService } from "../../../src/service.ts"

const endpoint = post("/tests/thing.json", {
  summary: "Make a thing.",
  input: { uid: Int },
  output: Schema.Struct({ made: Schema.Number }),
  refusals: [NotFound, Conflict]
})
type Made = Change<{ readonly made: number }>

let store: Adapter
/** How many commits fail as stale before the next one succeeds. */
let conflicts: number
let prepared: number
let decided: number
let send: (
  stages: Partial<Stages<typeof endpoint, number>>,
  more?: { readonly key?: string; readonly form?: string; readonly signal?: AbortSignal }
) => Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly json: { err?: string } }>

const made = (answer: number): Made => ({ answer: { made: answer }, writes: [insert(collections.shops, another())] })
let others = 0
const another = (): Shop => ({ ...({} as Shop), id: `other ${++others}`, group_number: 1000 + others })
const kept = async () => (await Effect.runPromise(store.find(shop.id, collections.shops, { limit: 1000 }))).length
let shop: Shop

beforeEach(async () => {
  ;[conflicts, prepared, decided] = [0, 0, 0]
  const whole = memory([...allCollections, sequences])
  const commit: Adapter["commit"] = (writes, guards) =>
    writes.some(({ collection }) => collection === collections.shops) && conflicts-- > 0
      ? Effect.fail(new Stale({ shop: "", collection: "shops", key: "" }))
      : whole.commit(writes, guards)
  store = { ...whole, commit }
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, store))
  const service = await run(makeService({ tokenDigest: digest("t") }))
  await inProcessTransport(
    service,
    run
  )({
    ...{ method: "POST", path: "/control/v1/shops/shop.json", query: "", body: "name=Tests" },
    headers: { authorization: "Bearer t" }
  })
  shop = (await run(shops))[0]!
  send = async (stages, { form = "uid=7", key, signal } = {}) => {
    const all: Stages<typeof endpoint, number> = {
      deadlineMs: 60_000,
      prepare: ({ uid }) => Effect.sync(() => ++prepared * 100 + uid),
      decide: (_, value) =>
        Effect.map(
          Effect.sync(() => ++decided),
          () => made(value)
        ),
      ...stages
    }
    const operation: Operation = {
      ...{ area: "tests", name: "thing", id: "tests.thing", endpoint },
      ...reader((endpoint.input as unknown as Schema.Top).ast),
      handle: staged<typeof endpoint, number>(all) as unknown as Operation["handle"]
    }
    const transport = inProcessTransport({ ...trusted(service, shop), operations: [operation] }, (effect) =>
      Effect.runPromise(effect)
    )
    const { headers, status, text } = await transport({
      ...{ method: "POST", path: "/v1.1/tests/thing.json", query: "", body: form },
      headers: key === undefined ? {} : { "idempotency-key": key },
      ...(signal && { signal })
    })
    return { status, headers, json: JSON.parse(await text()) }
  }
})

it("runs once, however often the decision is retried, and each decision gets its value", async () => {
  conflicts = 5
  expect(await send({})).toMatchObject({ status: 200, json: { made: 107 } })
  expect([prepared, decided, await kept()]).toEqual([1, 6, 1])
  conflicts = 5
  expect(await send({}, { key: "again" })).toMatchObject({ status: 200, json: { made: 207 } })
  expect([prepared, decided, await kept()]).toEqual([2, 12, 2])
})

it("does not run for a repeated answer, nor for a key that was used for another call", async () => {
  const first = await send({}, { key: "one" })
  const second = await send({}, { key: "one" })
  expect([second.json, second.headers["idempotent-replayed"]]).toEqual([first.json, "true"])
  expect((await send({}, { key: "one", form: "uid=8" })).status).toBe(422)
  expect([prepared, decided]).toEqual([1, 1])
})

it("runs once for several callers with one key, who all get the first one's answer", async () => {
  const slow = Effect.delay(
    Effect.sync(() => ++prepared),
    20
  )
  const answers = await Promise.all([1, 2, 3].map(() => send({ prepare: () => slow }, { key: "shared" })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.filter(({ headers }) => headers["idempotent-replayed"] === "true")).toHaveLength(2)
  expect([prepared, await kept()]).toEqual([1, 1])
})

it("is interrupted at its deadline; the call is a 503 that changes nothing and is not kept", async () => {
  let ended = ""
  const endless = Effect.onInterrupt(Effect.never, () => Effect.sync(() => (ended = "interrupted")))
  const late = await send({ deadlineMs: 5, prepare: () => endless }, { key: "late" })
  expect(late.status).toBe(503)
  expect(late.headers["retry-after"]).toBe("5")
  expect(late.json.err).toContain("5 ms")
  expect([ended, decided, await kept()]).toEqual(["interrupted", 0, 0])
  expect((await send({}, { key: "late" })).status).toBe(200)
})

it("is interrupted when its caller leaves, and the next caller with the key prepares again", async () => {
  const begun = Effect.runSync(Deferred.make<void>())
  const ended: Array<string> = []
  const endless = Effect.acquireRelease(Effect.asVoid(Deferred.succeed(begun, undefined)), () =>
    Effect.sync(() => ended.push("released"))
  ).pipe(
    Effect.andThen(Effect.never),
    Effect.onInterrupt(() => Effect.sync(() => ended.push("interrupted")))
  )
  const controller = new AbortController()
  const left = send({ prepare: () => endless }, { key: "left", signal: controller.signal })
  const waits = send({}, { key: "left" })
  await Effect.runPromise(Deferred.await(begun))
  controller.abort()
  await expect(left).rejects.toThrow()
  expect((await waits).status).toBe(200)
  expect(ended).toEqual(["interrupted", "released"])
  expect([prepared, decided, await kept()]).toEqual([1, 1, 1])
})

it("completes a decision that had begun when its caller left", async () => {
  const controller = new AbortController()
  const decide: Stages<typeof endpoint, number>["decide"] = () =>
    Effect.suspend(() => {
      controller.abort()
      return Effect.delay(Effect.succeed(made(1)), 1)
    })
  expect((await send({ decide }, { signal: controller.signal })).status).toBe(200)
  expect(await kept()).toBe(1)
})

it("raises its problems in the order of refusals: parameters, the addressed resource, then all rules at once", async () => {
  const wrong = { path: "image", message: "is not a picture" }
  const finds = { prepare: () => Effect.sync(() => ++prepared) }
  expect((await send(finds, { form: "uid=x" })).status).toBe(400)
  expect(prepared).toBe(0)
  const absent = await send({ ...finds, decide: () => new NotFound({ message: "Not here." }) })
  expect([absent.status, prepared]).toEqual([404, 1])
  const other = { path: "title", message: "is taken" }
  const refused = await send({ ...finds, decide: () => Effect.fail(invalid([wrong, other])) }, { key: "wrong" })
  expect(refused).toMatchObject({ status: 400, json: { err: "image is not a picture. title is taken." } })
  // The refusal is the operation's own answer, so it is kept and repeated without another preparation.
  expect((await send(finds, { key: "wrong" })).json).toEqual(refused.json)
  expect(prepared).toBe(2)
})

it("keeps its scope open until the call is answered, whatever the answer", async () => {
  const ended: Array<number> = []
  const prepare = () =>
    Effect.acquireRelease(Effect.succeed(1), () => Effect.promise(async () => ended.push(await kept())))
  conflicts = 2
  expect((await send({ prepare })).status).toBe(200)
  expect((await send({ prepare, decide: () => new Conflict({ message: "No." }) })).status).toBe(409)
  expect(ended).toEqual([1, 1])
})

it("is not part of the call's commit, and its own writes do not count as that commit", async () => {
  const apart: Array<unknown> = []
  const prepare = () =>
    Effect.gen(function* () {
      apart.push(yield* OnApplied)
      yield* Effect.orDie((yield* Storage).commit([]))
      return 1
    })
  expect((await send({ prepare }, { key: "apart" })).status).toBe(200)
  expect(apart).toEqual([undefined])
})

it("gives a decision only the prepared value, and a read no stages", () => {
  const change: Handler<typeof endpoint> = staged({
    deadlineMs: 1,
    prepare: ({ uid }) => Effect.succeed({ size: uid }),
    // @ts-expect-error the preparation makes no `width`
    decide: (_, { width }) => Effect.succeed(made(width))
  })
  const read = get("/tests/thing.json", { summary: "", output: Schema.Number })
  // @ts-expect-error only a change has stages
  const reads: Handler<typeof read> = change as unknown as Staged<typeof read>
  expect([change, reads]).toHaveLength(2)
})

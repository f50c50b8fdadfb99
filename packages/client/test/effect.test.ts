import type { Shop, shops } from "@bottega/domain/areas/shops"
import { Effect, Fiber, Stream } from "effect"
import { expect, expectTypeOf, it } from "vitest"
import { type Failure, make, Store } from "../src/effect.ts"
import { ok, type Reply, refused, server, silent } from "./server.ts"

const start = (...replies: ReadonlyArray<Reply>) => {
  const { requests, fetch } = server(...replies)
  return { requests, layer: Store.layer({ url: "http://store.test", fetch, retries: 0 }) }
}

it("succeeds with the answer, and fails with refusals that can be caught by their tags", async () => {
  const { layer } = start(ok([]), refused(404, "not_found"), refused(400, "invalid"))
  const program = Effect.gen(function* () {
    const { shops } = yield* Store
    const listed = yield* shops.list()
    const absent = yield* shops
      .read({ id: "x" })
      .pipe(Effect.catchTag("NotFound", ({ status }) => Effect.succeed(status)))
    const wrong = yield* Effect.flip(shops.read({ id: "x" }))
    return [listed, absent, wrong._tag]
  })
  expect(await Effect.runPromise(Effect.provide(program, layer))).toEqual([[], 404, "Invalid"])
})

it("sends a request each time it runs and none before", async () => {
  const { requests, layer } = start(ok([]))
  const call = Store.use(({ shops }) => shops.list())
  expect(requests).toHaveLength(0)
  await Effect.runPromise(Effect.provide(Effect.andThen(call, call), layer))
  expect(requests).toHaveLength(2)
})

it("aborts its request when it is interrupted", async () => {
  const { requests, layer } = start(silent)
  const program = Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Store.use(({ shops }) => shops.list()))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
  })
  await Effect.runPromise(Effect.provide(program, layer))
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true])
})

it("streams every item of a list, and reads no page that is not requests for", async () => {
  const link = '<http://store.test/v1.1/coupons/list.json?cursor=c1>; rel="next"'
  const { requests, layer } = start(ok([{ orderID: "1_a" }, { orderID: "1_b" }], { link }), ok([{ orderID: "1_c" }]))
  const ids = (limit: number) =>
    Store.use(({ orders }) =>
      orders.list.all().pipe(
        Stream.map(({ orderID }) => orderID),
        Stream.take(limit),
        Stream.runCollect
      )
    ).pipe(Effect.provide(layer), Effect.runPromise)
  expect(await ids(2)).toEqual(["1_a", "1_b"])
  expect(requests).toHaveLength(1)
  expect(await ids(9)).toEqual(["1_c"])
})

it("can leave a list whose next item never arrives", async () => {
  const begun = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('[{"code":"A"},'))
  })
  const { requests, layer } = start(({ signal }) => {
    const body = begun.pipeThrough(new TransformStream(), { signal })
    return new Response(body)
  })
  const program = Effect.gen(function* () {
    const seen: Array<string> = []
    const { coupons } = yield* Store
    const fiber = yield* Effect.forkChild(
      Stream.runForEach(coupons.list.all(), ({ code }) => Effect.sync(() => void seen.push(code)))
    )
    while (seen.length === 0) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* Fiber.interrupt(fiber)
    return seen
  })
  expect(await Effect.runPromise(Effect.provide(program, layer))).toEqual(["A"])
  expect(requests[0]?.signal.aborted).toBe(true)
})

it("has the failures of its endpoint in its type", () => {
  const { shops: store } = make({ url: "http://store.test" })
  type Read = Failure<typeof shops.endpoints.read>
  const read = () => store.read({ id: "x" })
  expectTypeOf(read).returns.toEqualTypeOf<Effect.Effect<Shop, Read>>()
  expectTypeOf<"NotFound">().toExtend<Read["_tag"]>()
  expectTypeOf<"Duplicate" | "KeyReused">().not.toExtend<Read["_tag"]>()
})

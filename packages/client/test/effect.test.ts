import type { Shop, shops } from "@bottega/domain/areas/shops"
import { Effect, Fiber, Stream } from "effect"
import { expect, expectTypeOf, it } from "vitest"
import { type Failure, make, Store } from "../src/effect.ts"
import { ok, type Reply, refused, server, silent } from "./server.ts"

const start = (...replies: ReadonlyArray<Reply>) => {
  const { asked, fetch } = server(...replies)
  return { asked, layer: Store.layer({ url: "http://store.test", fetch, retries: 0 }) }
}

it("answers, and fails with refusals that are caught by their tags", async () => {
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

it("sends nothing before it runs, and again each time it does", async () => {
  const { asked, layer } = start(ok([]))
  const call = Store.use(({ shops }) => shops.list())
  expect(asked).toHaveLength(0)
  await Effect.runPromise(Effect.provide(Effect.andThen(call, call), layer))
  expect(asked).toHaveLength(2)
})

it("ends its request when it is interrupted", async () => {
  const { asked, layer } = start(silent)
  const program = Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Store.use(({ shops }) => shops.list()))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
  })
  await Effect.runPromise(Effect.provide(program, layer))
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true])
})

it("streams every item of a list, and reads no page that is not asked for", async () => {
  const link = '<http://store.test/v1.1/coupons/list.json?cursor=c1>; rel="next"'
  const { asked, layer } = start(ok([{ orderID: "1_a" }, { orderID: "1_b" }], { link }), ok([{ orderID: "1_c" }]))
  const ids = (most: number) =>
    Store.use(({ orders }) =>
      orders.list.all().pipe(
        Stream.map(({ orderID }) => orderID),
        Stream.take(most),
        Stream.runCollect
      )
    ).pipe(Effect.provide(layer), Effect.runPromise)
  expect(await ids(2)).toEqual(["1_a", "1_b"])
  expect(asked).toHaveLength(1)
  expect(await ids(9)).toEqual(["1_c"])
})

it("leaves a list whose next item does not come", async () => {
  const begun = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('[{"code":"A"},'))
  })
  const { asked, layer } = start(({ signal }) => {
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
  expect(asked[0]?.signal.aborted).toBe(true)
})

it("has the failures of its endpoint in its type", () => {
  const { shops: store } = make({ url: "http://store.test" })
  type Read = Failure<typeof shops.endpoints.read>
  const read = () => store.read({ id: "x" })
  expectTypeOf(read).returns.toEqualTypeOf<Effect.Effect<Shop, Read>>()
  expectTypeOf<"NotFound">().toExtend<Read["_tag"]>()
  expectTypeOf<"Duplicate" | "KeyReused">().not.toExtend<Read["_tag"]>()
})

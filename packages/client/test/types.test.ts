import { expectTypeOf, it } from "vitest"
import { Bottega, type PendingCall } from "../src/index.ts"

const client = new Bottega({ url: "http://store.test" })

it("derives the types of parameters and answers from the contract", () => {
  const create = () => client.shops.create({ name: "x" })
  expectTypeOf(create).returns.toEqualTypeOf<PendingCall<{ readonly id: string; readonly group_number: number }>>()
  expectTypeOf(client.shops.list).toBeCallableWith()
  expectTypeOf(client.orders.list).toBeCallableWith({ status: 3, "billing.email": "a@b.example" })
  // @ts-expect-error: a required parameter is missing
  void (() => client.shops.create({}))
  // @ts-expect-error: the required id is missing
  void (() => client.shops.read())
  // @ts-expect-error: no parameter has this name
  void (() => client.shops.create({ name: "x", nmae: "y" }))
  // @ts-expect-error: no policy has this name
  void (() => client.shops.create({ name: "x", stock: "guess" }))
})

it("offers `all` for lists only", () => {
  expectTypeOf(client.orders.list.all).returns.toExtend<AsyncIterable<{ readonly orderID: string }>>()
  // @ts-expect-error: a single shop is not a list
  void (() => client.shops.read.all)
})

import { collections as shopCollections, shopDefaults } from "@bottega/domain/shops"
import { adapters } from "@bottega/storage/adapters"
import { list } from "@bottega/storage/derived"
import { installation, Storage } from "@bottega/storage/storage"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { keptFor } from "../src/answered.ts"
import { insert } from "../src/change.ts"
import { collections as all } from "../src/collections.ts"
import { sweep } from "../src/janitor.ts"
import { collections } from "../src/records.ts"

const now = 1_800_000_000_000
const shop = "0123456789abcdef01234567"
const answer = (id: string, at: number) => ({ id, fingerprint: "", status: 200, body: "{}", at })

it.effect("answers of a day and older go, in every shop and however many; younger ones stay", () =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const old = Array.from({ length: 230 }, (_, index) => answer(`old ${index}`, now - keptFor - index))
    const young = answer("young", now - keptFor + 1)
    yield* storage.commit([
      {
        shop: installation,
        ...insert(shopCollections.shops, { ...shopDefaults, id: shop, group_number: 1, name: "" })
      },
      ...[shop, installation].flatMap((owner) =>
        [...old, young].map((doc) => ({ shop: owner, ...insert(collections.answered, doc) }))
      )
    ])
    yield* TestClock.setTime(now)
    const sweeping = yield* Effect.forkChild(sweep)
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(sweeping)
    for (const owner of [shop, installation]) {
      const left = yield* list(owner, collections.answered, { limit: 1000 })
      expect(left.map(({ doc }) => doc.id)).toEqual(["young"])
    }
  }).pipe(Effect.provide(adapters[0]!.open("", all)))
)

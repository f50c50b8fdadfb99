/** Races of webhooks: with the keys of their application, and with events that happen while they are made. */
import { BottegaError } from "@bottega/client"
import { collections } from "@bottega/domain/areas"
import { records } from "@bottega/service"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { relation, type Side, succeeds } from "../../relations/relation.ts"

const url = "https://erp.example/bottega"

/** A shop of its own, because a shop has few webhooks. */
const shopMade = async ({ as, operator }: Side) => {
  const { id } = await operator.shops.create({ name: "Race" })
  const pair = await operator.keys.create({ shop: id, permission: "read-write" })
  return { shop: id, pair, api: as(pair) }
}

/** A webhook that is made while the last key set of its application is revoked is refused, or pauses with it. */
const webhookOfKeys = relation({
  name: "a webhook and the keys of its application",
  target: shopMade,
  make: async ({ as }, { pair }) => {
    try {
      return await succeeds(as(pair).webhooks.create({ url, type: 0, name: "Race" }))
    } catch (error) {
      if (error instanceof BottegaError && error.status === 401) return false
      throw error
    }
  },
  remove: ({ operator }, { pair: { key } }) => succeeds(operator.keys.revoke({ key, all: 1 })),
  clears: true,
  references: (_, { shop }) =>
    Effect.map(
      all(shop, collections.webhooks, { latest: true }),
      (found) => found.filter(({ doc }) => doc.keysEnd === null).length
    )
})

/** Once a webhook was made, every event of its type that is committed waits for it. */
const eventOfWebhook = relation({
  name: "an event that nobody waits for and a webhook",
  target: async (side) => {
    const { pair, shop, api } = await shopMade(side)
    // From the first event on, the shop has a list of types for commits to guard.
    await api.customers.create({ email: "first@example.com", fullname: "Anna Neri" })
    return { pair, shop, isMade: false }
  },
  make: async ({ as }, target) => {
    await as(target.pair).customers.create({ email: "second@example.com", fullname: "Bruno Neri" })
    return !target.isMade
  },
  remove: async ({ as }, target) => {
    await as(target.pair).webhooks.create({ url, type: 101, name: "Race" })
    target.isMade = true
    return true
  },
  references: (_, { shop }) =>
    Effect.map(
      all(shop, records.outbox, { latest: true }),
      (found) => found.filter(({ doc: { outcomes, parked, pending } }) => !pending && !outcomes && !parked).length
    )
})

export const relations = [webhookOfKeys, eventOfWebhook]

/**
 * Races of many callers for what one user has: the balance of its gift card, and its primary address. `races.ts` runs them.
 */
import { addressesOf, newAddress } from "../areas/addresses/sample.ts"
import { clientOf, operatorOf, type Shop } from "./shop.ts"
import type { Race, Track } from "./track.ts"
import { number, post, put, remove, tallied } from "./track.ts"
import { differs } from "./whole.ts"

/** The maximum number of addresses that a user may have. */
const maxAddresses = 100

/** A user of a new shop. */
const userOf = async (track: Track) => {
  const shop = await track.open({ products: {} })
  const api = clientOf(track.servers[0]!, shop)
  const { client } = await api.customers.create({ fullname: "Anna Rossi", email: "anna@example.com", register: 1 })
  return { shop, uid: (await api.customers.read({ id: client.id })).userUID }
}

/** A quarter as much credit as callers want: each cent is taken once, and every load and unload is in the ledger. */
export const credits: Race = async (track, callers) => {
  const { shop, uid: userUID } = await userOf(track)
  const there = Math.floor(callers / 4)
  const loads = await track.atOnce(shop, there, () => post("/giftcards/loadCredit.json", { userUID, credit: 0.1 }))
  const unloads = await track.atOnce(shop, callers, () =>
    remove("/giftcards/unloadCredit.json", { userUID, credit: 0.1 })
  )
  const taken = unloads.filter(({ status }) => status === 200).length
  const { balances, entries } = await creditIn(track, shop)
  return {
    said: `${number(callers)} callers, took ${number(taken)} of ${number(there)} credits`,
    wrong: [
      ...tallied(loads, { 200: there }),
      ...tallied(unloads, { 200: there, "409 conflict": callers - there }),
      ...differs(
        "balances, as each server shows them",
        balances,
        track.servers.map(() => [{ userUID, amount: 0 }])
      ),
      ...differs("entries of the ledger", entries.length, 2 * there),
      ...(await track.whole(shop))
    ]
  }
}

const creditIn = async (track: Track, shop: Shop) => {
  const balances = await Promise.all(track.servers.map((server) => clientOf(server, shop).giftcards.list()))
  const entries = await operatorOf(track.servers[0]!).giftcards.ledger({ shop: shop.id, limit: 1000 })
  return { balances, entries }
}

/** Every caller adds a primary address, and then makes one of them the primary: exactly one is, in any order. */
export const primaries: Race = async (track, callers) => {
  const { shop, uid } = await userOf(track)
  const count = Math.min(callers, maxAddresses)
  const given = newAddress(uid, { default: 1 })
  const added = await track.atOnce(shop, count, () => post("/useraccount/address.json", given))
  const reader = clientOf(track.servers[0]!, shop)
  const ids = (await addressesOf({ reader }, uid)).map(({ id }) => id)
  const marked = await track.atOnce(shop, count, (n) =>
    put("/useraccount/address.json", { ...given, address_id: ids[n % ids.length] })
  )
  const seen = await Promise.all(track.servers.map((server) => addressesOf({ reader: clientOf(server, shop) }, uid)))
  const found = seen.map((all) => all.filter(({ principalAddress }) => principalAddress).length)
  return {
    said: `${number(count)} callers who add a primary address and choose another, ${Math.max(...found)} primary`,
    wrong: [
      ...tallied(added, { 200: count }),
      ...tallied(marked, { 200: count }),
      ...differs("addresses", ids.length, count),
      ...differs(
        "primary addresses, as each server shows them",
        found,
        track.servers.map(() => 1)
      ),
      ...(await track.whole(shop))
    ]
  }
}

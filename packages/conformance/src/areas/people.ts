/** People: who may sign in to a shop, and until when. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../relations/relation.ts"
import { personOf, signedInAs, signedInWith, signIn } from "../signed-in.ts"
import { type Covered, noId, unique } from "../subjects.ts"
import { suite } from "../surface.ts"
import { refused } from "./orders/sample.ts"
import { races } from "./people/races.ts"

const list = "/control/v1/people/list.json"

const promises = suite("people", (open) => {
  races(open)

  it("are listed with their role, and with the hour of their last call", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const { id, email, code } = await personOf(store, "reads")
    const own = { id, email, name: "Anna Rossi", role: "reads" }
    expect(await operator.people.list({ shop: shop.id })).toEqual([{ ...own, last_seen_at: null }])
    const { send } = await signedInWith(store, code)
    store.clock.advance(2 * 3_600_000)
    expect((await send({ method: "GET", path: list, query: { shop: shop.id } })).status).toBe(200)
    const [seen] = await operator.people.list({ shop: shop.id })
    expect(Date.parse(seen!.last_seen_at!)).toBe(Math.floor(store.clock.now() / 1000) * 1000)
  })

  it("are named by their address unless a name is sent", async () => {
    const { operator, shop } = await (await open()).withShop()
    await operator.people.create({ shop: shop.id, email: "anna@example.com", role: "reads" })
    expect(await operator.people.list({ shop: shop.id })).toMatchObject([{ name: "anna@example.com" }])
  })

  it("have an address of their own in a shop, and are at most a hundred", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const { email } = await personOf(store, "owner")
    const same = { shop: shop.id, email: email.toUpperCase(), name: "Another", role: "reads" } as const
    const refusal = await refused(operator.people.create(same))
    expect([refusal.type, refusal.details.map(({ path }) => path)]).toEqual(["duplicate", ["email"]])
    const other = await (await open()).withShop()
    await operator.people.create({ ...same, shop: other.shop.id })
    for (let n = 1; n < 100; n++) await personOf(store, "reads")
    expect((await refused(personOf(store, "reads"))).type).toBe("conflict")
    await personOf(other, "reads")
  })

  it("lose their sessions and links at once when they are removed", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const { id, code } = await personOf(store, "owner")
    const { send } = await signedInWith(store, code)
    const printed = await operator.session.code({ shop: shop.id, person: id })
    expect((await send({ method: "GET", path: list, query: { shop: shop.id } })).status).toBe(200)
    await operator.people.remove({ shop: shop.id, id })
    expect((await send({ method: "GET", path: list, query: { shop: shop.id } })).status).toBe(401)
    expect((await signIn(store, printed.code)).status).toBe(401)
    expect((await refused(operator.session.code({ shop: shop.id, person: id }))).status).toBe(404)
  })

  it("are invited by an owner, and not by one who only reads", async () => {
    const store = await (await open()).withShop()
    const [owner, reader] = [await signedInAs(store, "owner"), await signedInAs(store, "reads")]
    const body = () => ({ shop: store.shop.id, email: `new${unique()}@example.com`, name: "New", role: "reads" })
    const invite = (by: typeof owner) =>
      by.send({ method: "POST", path: "/control/v1/people/person.json", body: body() })
    expect((await invite(owner)).status).toBe(200)
    expect((await invite(reader)).status).toBe(403)
  })
})

const codeOfPerson = relation({
  name: "a code and its person",
  target: async ({ operator, shop }) =>
    operator.people.create({ shop, email: `race${unique()}@example.com`, name: "Race", role: "reads" }),
  make: ({ operator, shop }, { id }) => succeeds(operator.session.code({ shop, person: id })),
  remove: ({ operator, shop }, { id }) => succeeds(operator.people.remove({ shop, id })),
  references: (shop, { id }) =>
    Effect.map(
      all(shop, collections.signInCodes, { where: [{ on: "person", eq: id }], latest: true }),
      ({ length }) => length
    )
})

const linkOfPerson = relation({
  name: "a message with a link and its person",
  target: async ({ operator, shop }) => {
    const email = `race${unique()}@example.com`
    return { email, ...(await operator.people.create({ shop, email, name: "Race", role: "reads" })) }
  },
  make: async ({ operator, shop }, { email, url }) => {
    await operator.session.link({ code: url.split("#")[1]! })
    // The answer does not say it. The first message is that of the invitation.
    return (await operator.mail.list({ shop, to: email })).length === 2
  },
  remove: ({ operator, shop }, { id }) => succeeds(operator.people.remove({ shop, id })),
  references: (shop, { id }) =>
    Effect.map(
      all(shop, collections.mail, { where: [{ on: "person", eq: id }], latest: true }),
      ({ length }) => length
    ),
  withoutGuards: "the message is in a commit that writes the person"
})

export const people: Covered<"people"> = {
  suite: promises,
  relations: [codeOfPerson, linkOfPerson],
  subjects: {
    list: { given: ({ shop }) => ({ shop: shop.id }), absent: () => ({ shop: noId }) },
    create: {
      given: ({ shop }) => ({ shop: shop.id, email: `made${unique()}@example.com`, name: "Made", role: "owner" }),
      absent: (given) => ({ ...given, shop: noId })
    },
    remove: {
      given: async (store) => ({ shop: store.shop.id, id: (await personOf(store, "reads")).id }),
      absent: (given) => ({ ...given, id: noId })
    }
  }
}

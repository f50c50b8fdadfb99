/** Every operation that addresses a resource treats one of another shop as nonexistent, byte for byte. */
import { type Entry, NotFound } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { fieldsOf, least, ofShops, request, requiredOf } from "../sample.ts"
import { type Answer, type Store, suite } from "../surface.ts"

/** Operations that address a resource by a parameter. */
const addressing = ofShops.filter(
  ({ endpoint }) => endpoint.refusals.includes(NotFound) && requiredOf(endpoint).length > 0
)

/** The address of a resource: the first of its parameters with the name of an identity, required ones first. */
const identities = ["orderID", "uid", "id", "userUID", "sku", "filter_key", "brandUID"]
const identityOf = ({ endpoint }: Entry): string | undefined => {
  const names = [...requiredOf(endpoint), ...fieldsOf(endpoint).map(({ name }) => String(name))]
  return (
    identities.find((name) => requiredOf(endpoint).includes(name)) ?? identities.find((name) => names.includes(name))
  )
}

/** The names under which a creation's parameters or answer may show the identity of the new resource. */
const shownAs: Readonly<Record<string, ReadonlyArray<string>>> = {
  orderID: ["orderID", "order_id"],
  sku: ["sku", "code"]
}
/** Areas whose resources another area creates. */
const madeBy: Readonly<Record<string, string>> = { inventory: "products" }

/** Operations on resources that no operation creates yet. */
const unmade = ["customergroups.read"]

/** Creates resources from their areas' own examples, once, and returns their addresses. */
const maker = ({ send }: Store) => {
  const made = new Map<string, ReadonlyArray<Record<string, unknown>>>()
  const make = async (area: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
    const shown: Array<Record<string, unknown>> = []
    for (const entry of ofShops) {
      if (entry.area !== area || entry.endpoint.method !== "POST") continue
      const given = least(entry.endpoint)
      const { json, status } = await send(request(entry, given))
      if (status === 200) shown.push({ ...given, ...json })
    }
    return shown
  }
  return async (entry: Entry, identity: string): Promise<string | undefined> => {
    const area = madeBy[entry.area] ?? entry.area
    const known = made.get(area) ?? (await make(area))
    made.set(area, known)
    const names = shownAs[identity] ?? [identity]
    const found = known.flatMap((one) => names.map((name) => one[name])).find((value) => value !== undefined)
    return found === undefined ? undefined : String(found)
  }
}

/** An identity of the same form that no resource has. */
const absent = (id: string): string => (/^\d+$/.test(id) ? "987654321" : id.replaceAll(/[0-9a-f]/g, "0"))

/** An answer without what differs between requests, and without the identity itself. */
const told = ({ status, text }: Answer, id: string): string =>
  `${status} ${text.replaceAll(/"requestId":"[^"]*"/g, "").replaceAll(new RegExp(`(?<!\\w)${id}(?!\\w)`, "g"), "<id>")}`

export const isolation = suite("a resource of another shop", (open) => {
  it("is answered for as one that does not exist", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"], partner_owned: true })
    const foreign = await store.withShop({ modules: ["b2b"], partner_owned: true })
    const made = maker(store)
    const leaks: Array<string> = []
    const probed: Array<string> = []
    for (const entry of addressing) {
      const identity = identityOf(entry)
      const id = identity === undefined ? undefined : await made(entry, identity)
      if (identity === undefined || id === undefined) continue
      const ask = (value: string) => foreign.send(request(entry, { ...least(entry.endpoint), [identity]: value }))
      const [theirs, nothing] = [told(await ask(id), id), told(await ask(absent(id)), absent(id))]
      if (theirs !== nothing) leaks.push(`${entry.id}: ${theirs}\n${nothing}`)
      if (nothing.startsWith("404")) probed.push(entry.id)
    }
    expect(leaks).toEqual([])
    expect(addressing.map(({ id }) => id).filter((id) => !probed.includes(id))).toEqual(unmade)
  })
})

/** Every operation that addresses a resource treats one of another shop as nonexistent, byte for byte. */
import { type Entry, NotFound } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { subjectOf } from "../areas.ts"
import { everything, ofShops } from "../sample.ts"
import { inShop, signedInAs } from "../signed-in.ts"
import { noId } from "../subjects.ts"
import { type Answer, type Store, suiteOfEmbeddedStores } from "../surface.ts"
import { call, given, unlimited, watching } from "./calls.ts"

const refusesAbsent = ({ endpoint }: Entry): boolean => endpoint.refusals.includes(NotFound)

/** The values that a call is given, and the names that the caller chooses, in order. */
const valuesIn = (value: unknown, depth = 0): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(depth === 0 || Array.isArray(value) ? [] : [name]),
    ...valuesIn(inner, depth + 1)
  ])
}

/** An answer without what differs between requests, and without the values that the call was given. */
const masked = ({ status, text }: Answer, asked: object): string => {
  const without = text.replaceAll(/"(requestId|batchId)":"[^"]*"/g, "")
  const values = valuesIn(asked).map((value) => value.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return values.reduce(
    (rest, value, at) => rest.replaceAll(new RegExp(`(?<!\\w)${value}(?!\\w)`, "g"), `<${at}>`),
    `${status} ${without}`
  )
}

/** Whether a call addresses a resource of a shop. An operator's call does if it also names the shop. */
const isOfShop = ({ endpoint }: Entry, { shop }: Store, nothing: object): boolean =>
  endpoint.surface === "shop" || ("shop" in nothing && nothing.shop === shop.id)

/** The same parameters for another shop, if they name a shop. */
const within = ({ shop }: Store, parameters: object): object =>
  "shop" in parameters ? { ...parameters, shop: shop.id } : parameters

/**
 * A handler decides what it answers for another shop. On a server's store, `resources` follows what each area keeps, in its shop and in
 * another one.
 */
export const isolation = suiteOfEmbeddedStores("a resource of another shop", (open) => {
  it("is declared by every operation that may not find it", () => {
    const undeclared = ofShops.filter((entry) => refusesAbsent(entry) && subjectOf(entry).absent === undefined)
    expect(undeclared.map(({ id }) => id)).toEqual([])
  })

  it("is answered for as one that does not exist, and is not changed", async () => {
    const [store, foreign] = [await unlimited(open), await unlimited(open)]
    const asked: Array<readonly [entry: Entry, theirs: object, nothing: object]> = []
    for (const entry of everything) {
      const { absent, isOfEveryShop = false } = subjectOf(entry)
      if (absent === undefined || isOfEveryShop) continue
      const theirs = await given(store, entry)
      const nothing = absent(theirs)
      if (isOfShop(entry, store, nothing)) asked.push([entry, theirs, nothing])
    }
    const changed = await watching(store)
    await changed()
    for (const [entry, theirs, nothing] of asked) {
      const ask = async (parameters: object) => {
        const asked = within(foreign, parameters)
        return masked(await foreign.send(call(entry, asked)), asked)
      }
      const expected = await ask(nothing)
      expect([entry.id, await ask(theirs)]).toEqual([entry.id, expected])
      if (entry.endpoint.surface === "shop" && refusesAbsent(entry))
        expect([entry.id, expected]).toEqual([entry.id, expect.stringMatching(/^404 /)])
    }
    expect(await changed()).toEqual([])
  })

  it("is answered for as a shop that does not exist, to a person who has signed in to another one", async () => {
    const [store, foreign] = [await unlimited(open), await unlimited(open)]
    const { send } = await signedInAs(foreign, "owner")
    const asked: Array<readonly [entry: Entry, parameters: object]> = []
    for (const entry of everything)
      if (entry.endpoint.audience === "shop" && !entry.endpoint.endless) asked.push([entry, await given(store, entry)])
    const changed = await watching(store)
    await changed()
    for (const [entry, parameters] of asked) {
      const ask = async (shop: string) => {
        const named =
          "shop" in parameters
            ? { ...parameters, shop }
            : "id" in parameters && entry.area === "shops"
              ? { id: shop }
              : parameters
        const asked = entry.endpoint.surface === "shop" ? inShop(call(entry, named), shop) : call(entry, named)
        return masked(await send(asked), named)
      }
      const [theirs, nothing] = [await ask(store.shop.id), await ask(noId)]
      expect([entry.id, theirs]).toEqual([entry.id, nothing])
      expect([entry.id, theirs]).toEqual([entry.id, expect.stringMatching(/^404 /)])
    }
    expect(await changed()).toEqual([])
  })

  it("is answered for as one that does not exist, to a person of another shop", async () => {
    const [store, foreign] = [await unlimited(open), await unlimited(open)]
    const { send } = await signedInAs(foreign, "owner")
    for (const entry of ofShops) {
      const { absent, isOfEveryShop = false } = subjectOf(entry)
      if (absent === undefined || isOfEveryShop) continue
      const theirs = await given(store, entry)
      const ask = async (asked: object) => masked(await send(inShop(call(entry, asked), foreign.shop.id)), asked)
      expect([entry.id, await ask(theirs)]).toEqual([entry.id, await ask(absent(theirs))])
    }
  })

  it("is in no answer to another shop's own calls", async () => {
    const [store, foreign] = [await unlimited(open), await unlimited(open)]
    const theirs = new Set<string>()
    for (const entry of ofShops) {
      const parameters = await given(store, entry)
      const { json } = await store.send(call(entry, parameters))
      for (const value of [...valuesIn(parameters), ...valuesIn(json)]) if (isIdentity(value)) theirs.add(value)
    }
    const leaks: Array<string> = []
    for (const entry of ofShops) {
      const parameters = await given(foreign, entry)
      const own = new Set(valuesIn(parameters))
      const { text } = await foreign.send(call(entry, parameters))
      for (const value of theirs)
        if (!own.has(value) && text.includes(`"${value}"`)) leaks.push(`${entry.id} shows ${value}`)
    }
    expect(theirs.size).toBeGreaterThan(20)
    expect(leaks).toEqual([])
  })
})

/** Whether a value identifies one resource: an id of a document or an order, or a name with a unique number. */
const isIdentity = (value: string): boolean =>
  /^([0-9a-f]{24}|\d+_[0-9a-f]{13}|(buyer|Code |Made |P\.)\d+.*)$/.test(value)

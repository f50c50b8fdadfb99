/** The places of followers are shared by shops and, within a shop, by its people. */
import type { Owner } from "@bottega/storage"
import { expect, it } from "vitest"
import { operator } from "../../../src/engine/admit/owners.ts"
import { Followers, maxFollowers, maxReserved } from "../../../src/engine/decide/followers.ts"

const person = (shop: string, keySet: string): Owner => ({ shop, keySet })

/** Enters as often as there is a place; gives how often that was, up to as many as there are places. */
const filled = (followers: Followers, owner: Owner): number => {
  let entered = 0
  while (entered < maxFollowers && followers.enter(owner) !== undefined) entered++
  return entered
}

it("one caller has all places, until another one wants some, and then half", () => {
  const followers = new Followers()
  expect(filled(followers, person("A", "anna"))).toBe(maxFollowers)
  expect(followers.enter(person("A", "anna"))).toBeUndefined()
  expect(filled(followers, operator)).toBe(maxFollowers / 2)
  expect(followers.hasRoom(person("A", "anna"))).toBe(false)
})

it("people of one shop, however many, leave the places of other shops", () => {
  const followers = new Followers()
  for (let n = 0; n < maxFollowers; n++) followers.enter(person("A", `person ${n}`))
  expect(filled(followers, operator)).toBe(maxFollowers / 2)
  expect(filled(followers, person("B", "bea"))).toBe(33)
  expect(followers.hasRoom(person("A", "another"))).toBe(false)
})

it("any number of shops with one follower each leave the operator its places, and it keeps them", () => {
  const followers = new Followers()
  for (let n = 0; n < maxFollowers; n++) followers.enter(person(`shop ${n}`, "anna"))
  expect(followers.hasRoom(person("another", "anna"))).toBe(false)
  expect(filled(followers, operator)).toBe(maxReserved)
  expect(followers.hasRoom(person("another", "anna"))).toBe(false)
})

it("a person of a shop leaves places to its others", () => {
  const followers = new Followers()
  expect(filled(followers, operator)).toBe(maxFollowers)
  expect(filled(followers, person("A", "anna"))).toBe(maxFollowers / 2)
  expect(filled(followers, person("A", "bea"))).toBe(maxFollowers / 4)
})

it("the newest follower of the one who has most loses its place", () => {
  const followers = new Followers()
  const first = followers.enter(person("A", "bea"))!
  const places = Array.from({ length: maxFollowers - 1 }, () => followers.enter(person("A", "anna"))!)
  followers.enter(operator)
  const isLost = ({ lost }: typeof first) => lost.effect !== undefined
  expect([first, ...places].map(isLost).lastIndexOf(true)).toBe(maxFollowers - 1)
  expect([first, ...places].filter(isLost)).toHaveLength(1)
  // A place that is lost is not given back a second time.
  followers.leave(places.at(-1)!)
  expect(followers.enter(person("A", "anna"))).toBeUndefined()
})

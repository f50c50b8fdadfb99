/** The names of those who make calls. */
import { words } from "../words/words.ts"
import { useAnswer } from "./asked.ts"
import { call, operationsById } from "./client.ts"
import { mayCall } from "./session.ts"

/** The name behind a key: the label of a key set, the name of a person for `person:<id>`, the operator for null. */
export const whoHas = async (key: string | null): Promise<string> => {
  if (key === null) return words.value.operator
  const isPerson = key.startsWith("person:")
  const list = operationsById.get(isPerson ? "people.list" : "keys.list")!
  if (!mayCall(list)) return key
  const { data } = await call(list, {}, { retries: 0 }).catch(() => ({ data: [] }))
  const all = data as ReadonlyArray<Readonly<Record<string, string | null>>>
  const own = all.find((one) => (isPerson ? `person:${one["id"]}` === key : one["key"] === key))
  return own?.["name"] || own?.["email"] || own?.["label"] || (isPerson ? key.slice(7) : key.slice(0, 8))
}

const people = operationsById.get("people.list")!

/** The names of the people of the shop, by their ids; empty for someone who may not see them. */
export const usePeople = (isWanted = true): ReadonlyMap<string, string> => {
  const { data } = useAnswer(people, {}, { isWanted: isWanted && mayCall(people) })
  const all = (data ?? []) as ReadonlyArray<{ readonly id: string; readonly name: string; readonly email: string }>
  return new Map(all.map(({ email, id, name }) => [id, name || email]))
}

/** An author as people read it: an instance, a person's name, the operator. */
export const authorOf = (by: string, people: ReadonlyMap<string, string>): string => {
  if (by === "operator") return words.value.operator
  const person = /^person:(.*)$/.exec(by)?.[1]
  return person === undefined ? by : (people.get(person) ?? words.value.someone)
}

/** Valid calls of every operation, and the answers of a shop's reads, by which a change is noticed. */
import type { Entry } from "@bottega/domain/contract"
import { subjectOf } from "../areas.ts"
import { callerOf, everything, request } from "../sample.ts"
import type { Request, Store } from "../surface.ts"

/** A shop that lacks nothing that an operation may require. */
export const unlimited = async (open: () => Promise<Store>): Promise<Store> =>
  (await open()).withShop({ modules: ["b2b"], partner_owned: true })

/** Parameters with which an operation answers 200; what has to exist for it is made. */
export const given = async (store: Store, entry: Entry): Promise<object> => subjectOf(entry).given(store)

/** A request of an operation by a permitted caller. */
export const call = (entry: Entry, parameters: string | object): Request => ({
  ...request(entry, parameters),
  as: callerOf(entry)
})

/** Returns the reading operations of a shop whose answers changed since the last call of this function. */
export type Changed = () => Promise<ReadonlyArray<string>>

/** Watches what a shop shows, by one call of every operation that reads. */
export const watching = async (store: Store): Promise<Changed> => {
  const last = new Map<Request, string>()
  for (const entry of everything.filter(({ endpoint }) => endpoint.method === "GET"))
    if (subjectOf(entry).unmade === undefined) last.set(call(entry, await given(store, entry)), "")
  return async () => {
    const changed: Array<string> = []
    for (const [one, before] of last) {
      const { text } = await store.send(one)
      if (text !== before) changed.push(`${one.path}: ${text.slice(0, 500)}`)
      last.set(one, text)
    }
    return changed
  }
}

/** The documents that a parameter can name, to choose one by its name. */
import { listed } from "../call/client.ts"
import { fieldsOf, listOfCollection } from "../fold/area.ts"
import { sentFor, valueAt } from "../fold/columns.ts"
import { titles } from "../fold/titles.ts"
import { views } from "../views/views.ts"

/** A document that can be named. */
export interface Target {
  readonly key: string
  readonly title: string
}

/** At most so many are offered; others are named by their id. */
const maxTargets = 500

/** The documents of a collection. */
export const targetsOf = async (collection: string, signal: AbortSignal): Promise<ReadonlyArray<Target>> => {
  const list = listOfCollection(collection)!
  const fields = fieldsOf(list.output.item)
  const key = fields.find(({ names }) => names === collection)?.name ?? "id"
  const title = views[list.area]?.title ?? titles.find((name) => fields.some((one) => one.name === name)) ?? key
  const targets: Array<Target> = []
  for await (const entry of listed(list, sentFor(list, {}, [title]), signal)) {
    targets.push({ key: String(valueAt(entry, key)), title: String(valueAt(entry, title) ?? "") })
    if (targets.length === maxTargets) break
  }
  return targets
}

/** The targets in whose name or id each word of a text is. */
export const matching = (targets: ReadonlyArray<Target>, text: string): ReadonlyArray<Target> => {
  const wanted = text.toLowerCase().split(/\s+/)
  return targets.filter(({ key, title }) => wanted.every((word) => `${title} ${key}`.toLowerCase().includes(word)))
}

/** Shared parts of the suites of categories: a category, a path of them, and what the list shows. */
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

type Callers = Pick<Store, "api">
type NewCategory = Parameters<Store["api"]["categories"]["create"]>[0]
/** A category as it is listed. */
export type Listed = Awaited<ReturnType<Store["api"]["categories"]["list"]>>[number]

/** Creates a category and returns its uid. */
export const categoryMade = async ({ api }: Callers, given: Partial<NewCategory> = {}): Promise<number> =>
  (await api.categories.create({ name: `Category ${unique()}`, ...given })).uid

/** Creates categories that lie below each other, the top one first, and returns their uids. */
export const pathMade = async (
  store: Callers,
  levels: number,
  parent: number | null = null
): Promise<ReadonlyArray<number>> => {
  const path: Array<number> = []
  for (let level = 0; level < levels; level++) path.push(await categoryMade(store, { parent: path.at(-1) ?? parent }))
  return path
}

/** The categories by their uids, as the list shows them. */
export const listedByUid = async ({ api }: Callers): Promise<ReadonlyMap<number, Listed>> =>
  new Map((await api.categories.list()).map((one) => [one.uid, one]))

/** Creates a product in some categories, and returns its uid. */
export const productIn = async ({ api }: Callers, categories: ReadonlyArray<number>): Promise<number> =>
  (await api.products.create({ code: `IN-${unique()}`, title: "x", price: 1, categories })).uid

/** The uids of the products that a list finds by a category. */
export const productsOf = async ({ api }: Callers, categoryUID: number): Promise<ReadonlyArray<number>> =>
  (await api.products.list({ categoryUID })).map(({ uid }) => uid)

/** Every reason why a list of categories is not a tree of at most ten levels, or shows a wrong parent. */
export const faultsOf = (listed: ReadonlyArray<Listed>): ReadonlyArray<string> => {
  const byUid = new Map(listed.map((one) => [one.uid, one]))
  return listed.flatMap(({ parent, parentUID, uid }) => {
    const above = parentUID === null ? undefined : byUid.get(parentUID)
    if (parentUID !== null && above === undefined) return [`${uid} is below ${parentUID}, which is not listed`]
    if (parent !== (above?.name ?? null)) return [`${uid} shows the parent ${parent}`]
    const seen = new Set<number>()
    for (let one: number | null = uid; one !== null; one = byUid.get(one)?.parentUID ?? null) {
      if (seen.has(one)) return [`${uid} is in a circle`]
      seen.add(one)
    }
    return seen.size > 10 ? [`${uid} is on level ${seen.size}`] : []
  })
}

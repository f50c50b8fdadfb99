/** New pages, and what a refusal names. */
import type { Bottega } from "@bottega/client"
import { unique } from "../../subjects.ts"
import type { Answer, Store } from "../../surface.ts"

type NewPage = Parameters<Bottega["pages"]["create"]>[0]

/** Creates a page and returns its id. */
export const pageMade = async ({ api }: Pick<Store, "api">, more: Partial<NewPage> = {}): Promise<string> =>
  (await api.pages.create({ title: `Page ${unique()}`, content: "<p>Text</p>", ...more })).id

/** Creates pages at the top, some at a time. */
export const pagesMade = async (store: Pick<Store, "api">, count: number): Promise<void> => {
  for (let made = 0; made < count; made += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - made) }, () => pageMade(store)))
}

/** Creates a page at the top, another one below it, and so on; returns their ids, the top first. */
export const branchMade = async (store: Pick<Store, "api">, levels: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  while (ids.length < levels) ids.push(await pageMade(store, { parent: ids.at(-1) ?? null }))
  return ids
}

/** The status, and the parameters that a refusal names. */
export const detailsOf = ({ json, status }: Answer): ReadonlyArray<number | string> => [
  status,
  ...(json.error?.details ?? []).map(({ path }: { readonly path: string }) => path).sort()
]

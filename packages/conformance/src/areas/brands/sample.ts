/** Shared parts of the suite of brands: new brands, products of them, and the order in which they are listed. */
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

type NewBrand = Parameters<Store["api"]["brands"]["create"]>[0]

/** Makes a brand and gives its uid. */
export const brandMade = async ({ api }: Pick<Store, "api">, given: Partial<NewBrand> = {}): Promise<number> =>
  (await api.brands.create({ name: `Brand ${unique()}`, ...given })).uid

/** Makes brands one after the other, so that their uids are in the order of their positions. */
export const brandsMade = async (store: Pick<Store, "api">, count: number): Promise<Array<number>> => {
  const uids: Array<number> = []
  while (uids.length < count) uids.push(await brandMade(store))
  return uids
}

/** The uids of a shop's brands as the list shows them. */
export const listedUids = async ({ reader }: Pick<Store, "reader">): Promise<Array<number>> =>
  (await reader.brands.list()).map(({ uid }) => uid)

/** Makes a product of a brand and gives its uid. */
export const productOf = async ({ api }: Pick<Store, "api">, brandUID: number): Promise<number> =>
  (await api.products.create({ code: `BRANDED-${unique()}`, title: "Bag", price: 90, brandUID })).uid

/** Sends raw parameters, and gives the status with the names of the parameters that a refusal names. */
export const refusalOf = async (
  { send }: Store,
  method: string,
  path: string,
  body: string | object
): Promise<Array<number | string>> => {
  const { json, status } = await send({ method, path: `/v1.1/brands/${path}.json`, body })
  return [status, ...(json.error?.details ?? []).map((detail: { readonly path: string }) => detail.path)]
}

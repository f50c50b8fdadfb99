/** Shared parts of the suites of attributes: an attribute of each type, and a product. */
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

type NewAttribute = Parameters<Store["api"]["attributes"]["create"]>[0]

/** Creates an attribute, of type text by default, and returns its id. */
export const attributeMade = async ({ api }: Pick<Store, "api">, given: Partial<NewAttribute> = {}): Promise<string> =>
  (await api.attributes.create({ label: `Label ${unique()}`, type: "text", ...given })).id

/** Creates a product with values of attributes, and returns its uid. */
export const productWith = async (
  { api }: Pick<Store, "api">,
  attributes: Readonly<Record<string, string>> = {}
): Promise<number> =>
  (await api.products.create({ code: `With ${unique()}`, title: "With attributes", price: 1, attributes })).uid

/** The values of a product's attributes, by their ids. */
export const valuesOf = async ({ api }: Pick<Store, "api">, uid: number) =>
  (await api.products.read({ uid })).attributes

/** The names of the parameters that a refusal lists. */
export const pathsOf = (json: { error: { details: ReadonlyArray<{ path: string }> } }) =>
  json.error.details.map(({ path }) => path).sort()

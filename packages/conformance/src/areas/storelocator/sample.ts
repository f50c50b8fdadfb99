/** Points for the store locator's suites. */
import type { Bottega } from "@bottega/client"
import type { Store } from "../../surface.ts"

/** The parameters of a new point. */
export type NewPoint = Parameters<Bottega["storelocator"]["create"]>[0]

/** Coordinates in degrees. */
export type Geo = NewPoint["geo"]

/** The parameters of a point in Milan, with some of its own. */
export const newPoint = (more: Partial<NewPoint> = {}): NewPoint => ({
  name: "Bottega Brera",
  address: "Via Solferino 11, 20121 Milano MI",
  geo: { lat: 45.474096, long: 9.187543 },
  ...more
})

/** Creates a point and returns its id. */
export const added = async ({ api }: Pick<Store, "api">, more: Partial<NewPoint> = {}): Promise<string> =>
  (await api.storelocator.create(newPoint(more))).id

/** The path of a point. */
export const pointPath = "/v1.1/storelocator/point.json"

/** The parameters that a refusal names. */
export const pathsOf = (json: { error: { details: ReadonlyArray<{ path: string }> } }): ReadonlyArray<string> =>
  json.error.details.map(({ path }) => path)

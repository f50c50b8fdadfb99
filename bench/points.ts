/**
 * Measures a search around a place in a shop with 100,000 store locator points: few of them within the radius, against the
 * list of a shop that has ten, and all of them within the radius.
 */
import { collections } from "@bottega/domain/areas"
import { distanceKm, type Geo, pointFrom, type StorePoint } from "@bottega/domain/areas/storelocator"
import { ask } from "./calls.ts"
import { fill, type Kind } from "./fill.ts"
import { alternate } from "./latency.ts"
import { table } from "./report.ts"
import { type Server, type StoreName, startServer } from "./server.ts"
import { wholeList, wholeListHead } from "./whole-list.ts"

/** DocumentDB takes minutes to store 100,000. */
const sizes: Readonly<Record<StoreName, number>> = { memory: 100_000, sqlite: 100_000, mongo: 25_000 }
const few = 10
const orders = 10
const list = "/v1.1/storelocator/list.json"

/** Searches around these places find up to ten points of a shop. */
const centres: ReadonlyArray<Geo> = [
  { lat: 45.46, long: 9.19 },
  { lat: 43.77, long: 11.26 },
  { lat: 41.9, long: 12.5 },
  { lat: 40.85, long: 14.27 }
]

/** Measures each store; `work in a turn` and memory are those of a search that finds every point. */
export const points = async (): Promise<void> => {
  const costs: Array<ReadonlyArray<string>> = []
  const wholes: Array<ReadonlyArray<string>> = []
  for (const store of Object.keys(sizes) as ReadonlyArray<StoreName>) {
    const [small, large] = await Promise.all([few, sizes[store]].map((size) => filled(store, size)))
    costs.push(...(await compared(store, small!, large!)))
    for (const [name, path] of [
      ["list of all", `${list}?`],
      ["search with all in the radius", `${list}?near[lat]=42.5&near[long]=12.5&radius_km=1000`]
    ] as const)
      wholes.push([`${store}, ${sizes[store].toLocaleString("en")}: ${name}`, ...(await wholeList(large!, path))])
    for (const server of [small!, large!]) await server.stop()
  }
  table(
    "a search with at most 10 points in its radius: its cost against a list of 10",
    ["store", "points", "ratio", "each"],
    costs
  )
  table("many points", ["store", ...wholeListHead], wholes)
}

const filled = async (store: StoreName, size: number): Promise<Server> => {
  const server = await startServer(store, orders, ["--no-throttle"], true)
  const known = (await (await ask(server, list)).json()) as ReadonlyArray<StorePoint>
  for (const { id } of known)
    await (await ask(server, `/v1.1/storelocator/point.json?id=${id}`, { method: "DELETE" })).text()
  await fill(server, store, size, kind)
  return server
}

const compared = async (
  store: StoreName,
  small: Server,
  large: Server
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const places = Array.from({ length: sizes[store] }, (_, n) => geoOf(n))
  const searches = centres.map((centre) => {
    const tenth = places.map((geo) => distanceKm(centre, geo)).sort((one, other) => one - other)[few - 1]!
    return `${list}?near[lat]=${centre.lat}&near[long]=${centre.long}&radius_km=${tenth.toFixed(6)}`
  })
  const [base = 1, ...each] = await alternate([[small, `${list}?`], ...searches.map((path) => [large, path] as const)])
  return each.map((cost, n) => [
    store,
    `around ${Object.values(centres[n]!).join(", ")}`,
    (cost / base).toFixed(2),
    `${(cost * 1000).toFixed(0)} µs against ${(base * 1000).toFixed(0)} µs`
  ])
}

/** Half of the points lie evenly over Italy and its surroundings, and half of them around its towns. */
const geoOf = (n: number): Geo => {
  const [one, other] = [(n * 0.754877666) % 1, (n * 0.569840291) % 1]
  if (n % 2 === 0) return { lat: 37 + 10 * one, long: 7 + 11 * other }
  const town = { lat: 37 + ((n * 7) % 500) / 50, long: 7 + ((n * 13) % 1100) / 100 }
  return { lat: town.lat + (one - 0.5) ** 3, long: town.long + (other - 0.5) ** 3 }
}

const kind: Kind<StorePoint> = {
  collection: collections.storePoints,
  docOf: (n) =>
    pointFrom(`f${n.toString(16).padStart(23, "0")}`, {
      ...{ name: `Bottega ${n}`, address: `Via Dante ${n}, 20121 Milano MI`, geo: geoOf(n), disabled: 0 },
      ...{ tags: ["parking"], contact_phone: "02 1234567", custom: { "1": "Closed on Mondays" } }
    }),
  path: "/v1.1/storelocator/point.json",
  bodyOf: ({ address, custom, data, geo, name, tags }) => ({
    ...{ address, custom, geo, name, tags },
    contact_phone: data.phone
  })
}

/** Points around a place: exactly those within the radius, nearest first, also at the date line and at the poles. */
import { distanceKm } from "@bottega/domain/areas/storelocator"
import { expect, it } from "vitest"
import type { Store, Suite } from "../../surface.ts"
import { added, type Geo, newPoint } from "./sample.ts"

/** Adds points at these places, at once, and returns their names. */
const placed = (store: Store, places: Readonly<Record<string, Geo>>) =>
  Promise.all(Object.entries(places).map(([name, geo]) => added(store, { name, geo })))

const namesNear = async ({ reader }: Store, near: Geo, radius_km: number) =>
  (await reader.storelocator.list({ near, radius_km })).map(({ name }) => name)

/** Registers the promises of searches. */
export const near: Suite["register"] = (open) => {
  it("are found within a radius, nearest first, disabled ones too", async () => {
    const store = await (await open()).withShop()
    const milan = { lat: 45.4642, long: 9.19 }
    await placed(store, {
      Rome: { lat: 41.9028, long: 12.4964 },
      Monza: { lat: 45.5845, long: 9.2744 },
      Milan: milan,
      Turin: { lat: 45.0703, long: 7.6869 }
    })
    await added(store, { name: "Pavia", geo: { lat: 45.1847, long: 9.1582 }, disabled: 1 })
    expect(await namesNear(store, milan, 0)).toEqual(["Milan"])
    expect(await namesNear(store, milan, 14)).toEqual(["Milan"])
    expect(await namesNear(store, milan, 15)).toEqual(["Milan", "Monza"])
    expect(await namesNear(store, milan, 200)).toEqual(["Milan", "Monza", "Pavia", "Turin"])
    expect(await namesNear(store, milan, 1000)).toEqual(["Milan", "Monza", "Pavia", "Turin", "Rome"])
    expect(await namesNear(store, { lat: -45.4642, long: 9.19 }, 1000)).toEqual([])
    expect(await store.stranger.storelocator.list({ near: milan, radius_km: 0 })).toEqual([])
  })

  it("are found across the date line, where 180 and -180 are the same longitude", async () => {
    const store = await (await open()).withShop()
    await placed(store, {
      east: { lat: -17, long: 179.9 },
      line: { lat: -17, long: 180 },
      west: { lat: -17, long: -179.8 },
      antipode: { lat: 17, long: 0 }
    })
    for (const long of [180, -180]) {
      expect(await namesNear(store, { lat: -17, long }, 0)).toEqual(["line"])
      expect(await namesNear(store, { lat: -17, long }, 50)).toEqual(["line", "east", "west"])
    }
    expect(await namesNear(store, { lat: -17, long: 179.9 }, 50)).toEqual(["east", "line", "west"])
    expect(await namesNear(store, { lat: -17, long: -179.8 }, 30)).toEqual(["west", "line"])
  })

  it.each([90, -90])("are found around the pole at %s degrees, whatever their longitude", async (lat) => {
    const store = await (await open()).withShop()
    const away = (degrees: number) => lat - Math.sign(lat) * degrees
    await placed(store, {
      pole: { lat, long: 123.4 },
      first: { lat: away(1), long: 10 },
      second: { lat: away(2.1), long: -170 },
      third: { lat: away(3), long: 95 },
      tenth: { lat: away(10), long: 0 }
    })
    for (const long of [0, 77, -180])
      expect(await namesNear(store, { lat, long }, 1000)).toEqual(["pole", "first", "second", "third"])
    expect(await namesNear(store, { lat, long: -5 }, 0)).toEqual(["pole"])
    expect(await namesNear(store, { lat: away(1), long: 10 }, 350)).toEqual(["first", "pole", "third", "second"])
    expect(await namesNear(store, { lat: away(1), long: -170 }, 130)).toEqual(["pole", "second"])
  })

  it("are found where they are now, and no longer where they were", async () => {
    const store = await (await open()).withShop()
    const [here, there] = [
      { lat: 10, long: 10 },
      { lat: -60, long: -120 }
    ]
    const id = await added(store, { name: "mover", geo: here })
    expect(await namesNear(store, here, 1)).toEqual(["mover"])
    await store.api.storelocator.update({ ...newPoint({ name: "mover", geo: there }), id })
    expect(await namesNear(store, here, 1)).toEqual([])
    expect(await namesNear(store, there, 1)).toEqual(["mover"])
  })

  it("are those that a comparison with every point finds, in its order, also where they take several pages", async () => {
    const store = await (await open()).withShop()
    const places = Array.from({ length: 260 }, (_, n): Geo => {
      // Most lie on a spiral within 1,000 km of the centre, some of them at one place, and the rest around the earth.
      const [turn, share] = [n * 2.4, (n % 120) / 120]
      return n < 230
        ? { lat: 44 + 8 * share * Math.sin(turn), long: 11 + 11 * share * Math.cos(turn) }
        : { lat: -80 + 5 * (n % 30), long: -170 + 11 * (n % 30) }
    })
    for (let from = 0; from < places.length; from += 50)
      await Promise.all(places.slice(from, from + 50).map((geo) => added(store, { geo })))
    const all = await store.reader.storelocator.list()
    expect(all).toHaveLength(places.length)
    for (const [centre, radius] of [
      [{ lat: 44, long: 11 }, 1000],
      [{ lat: 44, long: 11 }, 75.5],
      [{ lat: 51, long: 20 }, 640],
      [{ lat: 0, long: 0 }, 1000]
    ] as const) {
      const wanted = all
        .map((point) => ({ point, km: distanceKm(centre, point.geo) }))
        .filter(({ km }) => km <= radius)
        .sort((one, other) => one.km - other.km || (one.point.id < other.point.id ? -1 : 1))
      expect(await store.reader.storelocator.list({ near: centre, radius_km: radius })).toEqual(
        wanted.map(({ point }) => point)
      )
    }
    expect(await namesNear(store, { lat: 44, long: 11 }, 1000)).toHaveLength(230)
  })

  it("are found once each while they move", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const centre = { lat: 44, long: 11 }
    const still = await Promise.all(
      Array.from({ length: 20 }, (_, n) => added(store, { geo: { lat: 44 + n / 50, long: 11 } }))
    )
    const movers = await Promise.all(Array.from({ length: 4 }, () => added(store, { geo: centre })))
    const move = async (id: string, n: number) => {
      for (let step = 0; step < 8; step++) {
        const geo = { lat: 40 + ((n + step) % 9), long: 6 + ((2 * n + 5 * step) % 9) }
        await (n % 2 === 0 ? store : twin).api.storelocator.update({ ...newPoint({ geo }), id })
      }
    }
    const search = async () => {
      const found = await store.reader.storelocator.list({ near: centre, radius_km: 1000 })
      const distances = found.map(({ geo }) => distanceKm(centre, geo))
      expect(distances).toEqual([...distances].sort((one, other) => one - other))
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      expect(found.filter(({ id }) => still.includes(id))).toHaveLength(still.length)
    }
    const searches = async () => {
      for (let round = 0; round < 8; round++) await search()
    }
    await Promise.all([searches(), ...movers.map(move)])
  })
}

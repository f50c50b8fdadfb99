/** Properties of distances and of the cells that a search reads. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  cellOf,
  collections,
  covering,
  distanceKm,
  earthRadiusKm,
  type Geo,
  geoIn,
  maxRanges,
  pointAfter,
  pointFrom
} from "../../src/areas/storelocator.ts"

const halfwayKm = Math.PI * earthRadiusKm
/** The longest distance by which rounding may change one of some thousand kilometres. */
const roundingKm = 1e-6

const within = (max: number) => fc.double({ min: -max, max, noNaN: true })
const exact = fc.constantFrom(-180, -135, -90, -45, 0, 45, 90, 135, 180)
const atEdges = fc.constantFrom(-90, -89.9999999, -45, 0, 35.264389682754654, 45, 89.9999999, 90)
/** Places, many of them at the poles, the date line, and the edges and corners of the cube's faces. */
const place: fc.Arbitrary<Geo> = fc.record({
  lat: fc.oneof(within(90), atEdges),
  long: fc.oneof(within(180), exact, fc.constantFrom(-179.9999999, 179.9999999))
})
/** From 1 mm to 1,000 km, evenly by their size, and 0. */
const radius = fc.oneof(
  fc.double({ min: -6, max: 3, noNaN: true }).map((size) => 10 ** size),
  fc.constantFrom(0, 1000)
)

/** The place at a distance from another one, in a direction in radians. */
const placeAt = ({ lat, long }: Geo, km: number, direction: number): Geo => {
  const [north, arc] = [(lat * Math.PI) / 180, km / earthRadiusKm]
  const sine = Math.sin(north) * Math.cos(arc) + Math.cos(north) * Math.sin(arc) * Math.cos(direction)
  const up = Math.asin(Math.max(-1, Math.min(1, sine)))
  const turn = Math.atan2(
    Math.sin(direction) * Math.sin(arc) * Math.cos(north),
    Math.cos(arc) - Math.sin(north) * Math.sin(up)
  )
  const east = long + (turn * 180) / Math.PI
  return { lat: (up * 180) / Math.PI, long: east > 180 ? east - 360 : east < -180 ? east + 360 : east }
}

const directionOf = ({ lat, long }: Geo): ReadonlyArray<number> => {
  const [north, east] = [(lat * Math.PI) / 180, (long * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

const isRead = (centre: Geo, radiusKm: number, point: Geo): boolean => {
  const cell = cellOf(point)
  return covering(centre, radiusKm).some(({ below, from }) => cell >= from && cell < below)
}

describe("a distance", () => {
  it("is the length of the great circle", () => {
    // Both cathedrals; the distance on the ellipsoid is 0.2 % longer.
    expect(distanceKm({ lat: 45.46417, long: 9.19194 }, { lat: 43.77317, long: 11.25609 })).toBeCloseTo(249.03, 1)
    expect(distanceKm({ lat: 90, long: 0 }, { lat: -90, long: 77 })).toBeCloseTo(halfwayKm, 6)
    expect(distanceKm({ lat: 0, long: 179.5 }, { lat: 0, long: -179.5 })).toBeCloseTo(halfwayKm / 180, 9)
    expect(distanceKm({ lat: 89, long: 0 }, { lat: 89, long: 180 })).toBeCloseTo(halfwayKm / 90, 9)
  })

  it("is 0 from a place to itself, however its longitude is written", () => {
    fc.assert(
      fc.property(place, place, fc.constantFrom(-90, 90), (one, other, pole) => {
        expect(distanceKm(one, one)).toBe(0)
        expect(distanceKm({ ...one, long: 180 }, { ...one, long: -180 })).toBe(0)
        expect(distanceKm({ ...one, lat: pole }, { ...other, lat: pole })).toBe(0)
      })
    )
  })

  it("is the angle between two directions from the earth's centre", () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [a, b] = [directionOf(one), directionOf(other)]
        const [x, y, z] = [0, 1, 2].map((n) => {
          const [next, last] = [(n + 1) % 3, (n + 2) % 3]
          return a[next]! * b[last]! - a[last]! * b[next]!
        })
        const angle = Math.atan2(Math.hypot(x!, y!, z!), a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!)
        // The haversine formula is least exact for the far side of the earth.
        expect(Math.abs(distanceKm(one, other) - earthRadiusKm * angle)).toBeLessThan(1e-3)
      })
    )
  })

  it("is the same back, from 180 and from -180 east, and from a pole at any longitude", () => {
    fc.assert(
      fc.property(place, place, fc.constantFrom(-90, 90), (one, other, pole) => {
        expect(distanceKm(one, other)).toBe(distanceKm(other, one))
        const [east, west] = [180, -180].map((long) => distanceKm({ lat: one.lat, long }, other))
        expect(east).toBeCloseTo(west!, 9)
        expect(distanceKm({ lat: pole, long: one.long }, other)).toBe(distanceKm({ lat: pole, long: 0 }, other))
      })
    )
  })

  it("is at most half the circumference, and no detour is shorter", () => {
    fc.assert(
      fc.property(place, place, place, (one, other, third) => {
        const direct = distanceKm(one, other)
        expect(direct).toBeLessThanOrEqual(halfwayKm + roundingKm)
        expect(direct).toBeLessThanOrEqual(distanceKm(one, third) + distanceKm(third, other) + 1e-3)
      })
    )
  })
})

describe("the cells of a search", () => {
  it("contain every point within the radius", () => {
    fc.assert(
      fc.property(
        ...[
          place,
          radius,
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
        ],
        (centre, km, share, direction) => {
          const point = placeAt(centre, km * Math.sqrt(share), direction)
          fc.pre(distanceKm(centre, point) <= km)
          expect(isRead(centre, km, point)).toBe(true)
        }
      ),
      { numRuns: 20_000 }
    )
  })

  it("contain those of some thousand points that are within the radius", () => {
    const points = fc.sample(place, { numRuns: 3000, seed: 1 })
    fc.assert(
      fc.property(place, radius, (centre, km) => {
        const ranges = covering(centre, km)
        const near = points.filter((point) => distanceKm(centre, point) <= km)
        for (const point of near) {
          const cell = cellOf(point)
          expect(ranges.some(({ below, from }) => cell >= from && cell < below)).toBe(true)
        }
      }),
      { numRuns: 300 }
    )
  })

  it("are the same for 180 and -180 east", () => {
    fc.assert(
      fc.property(place, radius, ({ lat }, km) => {
        for (const [one, other] of [
          [180, -180],
          [-180, 180]
        ] as const)
          expect(isRead({ lat, long: one }, km, { lat, long: other })).toBe(true)
      })
    )
  })

  it("are few ascending ranges with a gap between them", () => {
    fc.assert(
      fc.property(place, radius, (centre, km) => {
        const ranges = covering(centre, km)
        expect(ranges.length).toBeGreaterThan(0)
        expect(ranges.length).toBeLessThanOrEqual(maxRanges)
        ranges.forEach(({ below, from }, at) => {
          expect(from).toBeLessThan(below)
          expect(below).toBeLessThanOrEqual(6 * 4 ** 25)
          if (at > 0) expect(ranges[at - 1]!.below).toBeLessThan(from)
        })
      }),
      { numRuns: 3000 }
    )
  })

  it("contain no point that is far outside the radius", () => {
    fc.assert(
      fc.property(
        ...[
          place,
          radius,
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
        ],
        (centre, km, share, direction) => {
          // Cells of the last level are not smaller for a smaller radius.
          const far = 4 * km + 0.002
          const point = placeAt(centre, far + share * (halfwayKm / 2 - far), direction)
          fc.pre(distanceKm(centre, point) > far)
          expect(isRead(centre, km, point)).toBe(false)
        }
      ),
      { numRuns: 20_000 }
    )
  })
})

describe("a point", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"geo":{"lat":1,"long":2}', '","geo":{"lat":1,"long":2},"', '\\"geo":{')
  )

  it("has its place in its stored text, whatever its other texts are", () => {
    fc.assert(
      fc.property(place, text, text, fc.array(text), (geo, name, address, tags) => {
        const point = pointFrom("0".repeat(24), { name, address, geo, disabled: 0, tags, custom: { "1": name } })
        // JSON has no -0.
        expect(geoIn(collections.storePoints.encode(point))).toEqual({ lat: geo.lat + 0, long: geo.long + 0 })
      })
    )
    expect(geoIn("{}")).toBeUndefined()
  })

  it("is the same object after a change to what it is", () => {
    const given = {
      name: "a",
      address: "b",
      geo: { lat: 1, long: 2 },
      tags: ["x", "y"],
      custom: { "2": "c", "1": "d" }
    }
    const point = pointFrom("0".repeat(24), { ...given, disabled: 1, contact_email: "a@example.com" })
    expect(pointAfter(point, { ...given, tags: ["x", "y", "x"], custom: { "3": "", "1": "d" } })).toBe(point)
    expect(pointAfter(point, { ...given, custom: { "1": "" } }).custom).toEqual({ "2": "c" })
    expect(pointAfter(point, { ...given, contact_email: "" }).data.email).toBe("")
  })
})

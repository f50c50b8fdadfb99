/** Distances on the earth, taken as a sphere; see docs/decisions/0403. All functions are pure. */

/** A place on the earth, in degrees. At a pole every longitude is the same place, and so are longitudes -180 and 180. */
export interface Geo {
  readonly lat: number
  readonly long: number
}

/** The mean radius of the earth (IUGG), in kilometres. */
export const earthRadiusKm = 6371.0088

/** The great-circle distance between two places by the haversine formula, in kilometres; 0 for the same place. */
export const distanceKm = (one: Geo, other: Geo): number => {
  const apart = Math.abs(one.long - other.long)
  const across = halfSine(Math.min(apart, 360 - apart)) ** 2
  const haversine = halfSine(one.lat - other.lat) ** 2 + fromAxis(one.lat) * fromAxis(other.lat) * across
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** The sine of half an angle. */
const halfSine = (degrees: number): number => Math.sin((degrees * Math.PI) / 360)

/** The cosine of a latitude, as the sine of the angle from the pole: the cosine of 90 degrees is not exactly 0. */
const fromAxis = (lat: number): number => Math.sin(((90 - Math.abs(lat)) * Math.PI) / 180)

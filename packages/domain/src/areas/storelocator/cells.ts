/**
 * Divides the earth into cells, so that a search near a place reads few points; see docs/decisions/0403. Each face of a
 * cube around the earth, seen from its centre, is a cell of level 0, and every cell consists of four of the next level. The
 * cells of the last level are numbered so that those within any one cell have consecutive numbers. All functions are pure.
 */
import { earthRadiusKm, type Geo } from "./distance.ts"

/** Numbers of cells, `from` included and `below` excluded. */
export interface CellRange {
  readonly from: number
  readonly below: number
}

/** The cells of the last level are 13 to 38 cm wide, and their numbers are below 2^53. */
const lastLevel = 25

/** The maximum number of ranges that a search reads. More ranges cover a circle more closely, and each costs a read. */
export const maxRanges = 8

/** The maximum number of cells that a search examines on one level. */
const maxCells = 64

/** Longer than the rounding errors of a distance and of a cell, in radians: 6 mm. */
const slack = 1e-9

type Vector = readonly [x: number, y: number, z: number]

const directionOf = ({ lat, long }: Geo): Vector => {
  const [north, east] = [(lat * Math.PI) / 180, (long * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

/** The number of the cell of the last level in which a place lies. */
export const cellOf = (place: Geo): number => {
  const direction = directionOf(place)
  const sizes = direction.map(Math.abs)
  const axis = sizes.indexOf(Math.max(...sizes))
  const [across, up] = [direction[(axis + 1) % 3]! / sizes[axis]!, direction[(axis + 2) % 3]! / sizes[axis]!]
  const face = 2 * axis + (direction[axis]! < 0 ? 1 : 0)
  return numberOf(face, stepOf(across, lastLevel), stepOf(up, lastLevel), lastLevel)
}

/** The number of a cell among those of its level, from its steps across and up its face. */
const numberOf = (face: number, across: number, up: number, level: number): number => {
  let number = face
  for (let bit = level - 1; bit >= 0; bit--) number = 4 * number + 2 * ((across >> bit) & 1) + ((up >> bit) & 1)
  return number
}

/** The step of a level in which a position from -1 to 1 lies. */
const stepOf = (position: number, level: number): number =>
  Math.min(2 ** level - 1, Math.floor(((position + 1) / 2) * 2 ** level))

/** A part of a face: positions from -1 to 1. */
interface Part {
  readonly face: number
  readonly across: Span
  readonly up: Span
}
type Span = readonly [from: number, to: number]

/**
 * Ranges of cells, ascending and apart, that contain every place within a distance of up to 1,000 km: those of the finest
 * level that needs at most {@link maxRanges}.
 */
export const covering = (centre: Geo, radiusKm: number): ReadonlyArray<CellRange> => {
  const parts = partsWithin(directionOf(centre), Math.sin(radiusKm / earthRadiusKm + slack))
  const widest = Math.max(...parts.flatMap(({ across, up }) => [across[1] - across[0], up[1] - up[0]]))
  let level = Math.min(lastLevel, Math.floor(Math.log2(2 / widest)))
  let ranges = rangesOf(parts, level)
  while (level < lastLevel) {
    const finer = rangesOf(parts, ++level)
    if (finer.length === 0 || finer.length > maxRanges) break
    ranges = finer
  }
  return ranges
}

const faces = [0, 1, 2, 3, 4, 5]

/** The parts of the faces that enclose the places within a radius, of which this is the sine. */
const partsWithin = (centre: Vector, sine: number): ReadonlyArray<Part> =>
  faces.flatMap((face) => {
    const axis = face >> 1
    const toward = face % 2 === 0 ? centre[axis]! : -centre[axis]!
    const across = spanWithin(toward, centre[(axis + 1) % 3]!, sine)
    const up = spanWithin(toward, centre[(axis + 2) % 3]!, sine)
    return across === undefined || up === undefined ? [] : [{ face, across, up }]
  })

/** The positions in one direction on a face; the angle around the other direction is bounded as a longitude is. */
const spanWithin = (toward: number, aside: number, sine: number): Span | undefined => {
  const middle = Math.atan2(aside, toward)
  const half = Math.asin(Math.min(1, sine / Math.hypot(aside, toward)))
  const [from, to] = [Math.max(middle - half, -Math.PI / 4), Math.min(middle + half, Math.PI / 4)]
  return from > to ? undefined : [Math.tan(from), Math.tan(to)]
}

/** The cells of a level that some parts touch, as ranges; none if there are too many cells to look at. */
const rangesOf = (parts: ReadonlyArray<Part>, level: number): ReadonlyArray<CellRange> => {
  const blocks = parts.map(({ across, face, up }) => ({
    face,
    across: across.map((position) => stepOf(position, level)) as [number, number],
    up: up.map((position) => stepOf(position, level)) as [number, number]
  }))
  const count = blocks.reduce((sum, { across, up }) => sum + (across[1] - across[0] + 1) * (up[1] - up[0] + 1), 0)
  if (count > maxCells) return []
  const numbers: Array<number> = []
  for (const { across, face, up } of blocks)
    for (let x = across[0]; x <= across[1]; x++)
      for (let y = up[0]; y <= up[1]; y++) numbers.push(numberOf(face, x, y, level))
  return merged(
    numbers.sort((one, other) => one - other),
    4 ** (lastLevel - level)
  )
}

/** Cells of a level as ranges of cells of the last level, of which each has so many; neighbours share a range. */
const merged = (numbers: ReadonlyArray<number>, size: number): ReadonlyArray<CellRange> => {
  const ranges: Array<CellRange> = []
  for (const number of numbers) {
    const [before, from] = [ranges.at(-1), number * size]
    if (before?.below === from) ranges[ranges.length - 1] = { from: before.from, below: from + size }
    else ranges.push({ from, below: from + size })
  }
  return ranges
}

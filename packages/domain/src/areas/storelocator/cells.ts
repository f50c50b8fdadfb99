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

/** The cells of the last level are 20 to 40 cm wide, and their numbers are below 2^53. */
const lastLevel = 25
const perSide = 2 ** lastLevel

/** The most ranges that a search reads. More ranges cover a circle more closely, and each costs a read. */
export const maxRanges = 8

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
  const [across, up] = [1, 2].map((turn) => sideOf(direction[(axis + turn) % 3]! / sizes[axis]!)) as [number, number]
  let number = 2 * axis + (direction[axis]! < 0 ? 1 : 0)
  for (let half = perSide / 2; half >= 1; half /= 2)
    number = 4 * number + 2 * (across & half ? 1 : 0) + (up & half ? 1 : 0)
  return number
}

/** Where a position from -1 to 1 across a face lies among its cells of the last level. */
const sideOf = (position: number): number => Math.min(perSide - 1, Math.floor(((position + 1) / 2) * perSide))

/** A cell of any level: its number among those of its level, and its place on its face. */
interface Cell {
  readonly number: number
  readonly face: number
  readonly across: number
  readonly up: number
}

const faces: ReadonlyArray<Cell> = [0, 1, 2, 3, 4, 5].map((face) => ({ number: face, face, across: 0, up: 0 }))

/**
 * Ranges of cells, ascending and apart, that contain every place within a distance: of the finest level that needs at most
 * {@link maxRanges}.
 */
export const covering = (centre: Geo, radiusKm: number): ReadonlyArray<CellRange> => {
  const around = directionOf(centre)
  const radius = radiusKm / earthRadiusKm + slack
  let ranges: ReadonlyArray<CellRange> = []
  for (let [level, cells] = [0, faces]; level <= lastLevel; level++, cells = cells.flatMap(quarters)) {
    cells = cells.filter(reachedFrom(around, radius, level))
    const finer = merged(cells, level)
    if (finer.length > maxRanges) break
    ranges = finer
  }
  return ranges
}

const quarters = ({ across, face, number, up }: Cell): ReadonlyArray<Cell> =>
  [0, 1, 2, 3].map((quarter) => ({
    number: 4 * number + quarter,
    face,
    across: 2 * across + (quarter >> 1),
    up: 2 * up + (quarter & 1)
  }))

/** Tells whether a cell of a level may have a part within a radius, in radians; never denies it of one that has. */
const reachedFrom = (around: Vector, radius: number, level: number) => {
  const width = 2 / 2 ** level
  const halfDiagonal = width / Math.SQRT2
  return ({ across, face, up }: Cell): boolean => {
    const [u, v] = [(across + 0.5) * width - 1, (up + 0.5) * width - 1]
    const length = Math.sqrt(1 + u * u + v * v)
    // The angle of half a diagonal is at most its length by its distance from the earth's centre.
    if (halfDiagonal >= length) return true
    const axis = face >> 1
    const x = around[axis]! - (face & 1 ? -1 : 1) / length
    const y = around[(axis + 1) % 3]! - u / length
    const z = around[(axis + 2) % 3]! - v / length
    // A chord is shorter than its angle.
    return Math.sqrt(x * x + y * y + z * z) <= radius + halfDiagonal / (length - halfDiagonal)
  }
}

/** The cells of a level, in ascending order, as ranges; neighbours share one. */
const merged = (cells: ReadonlyArray<Cell>, level: number): ReadonlyArray<CellRange> => {
  const size = 4 ** (lastLevel - level)
  const ranges: Array<CellRange> = []
  for (const { number } of cells) {
    const range = { from: number * size, below: (number + 1) * size }
    const before = ranges.at(-1)
    if (before?.below === range.from) ranges[ranges.length - 1] = { from: before.from, below: range.below }
    else ranges.push(range)
  }
  return ranges
}

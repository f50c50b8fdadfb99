/** Lettering in strokes of our own, so that no font's licence is needed: labels, and the names on the logos. */
import { n1 } from "./kit.ts"

/** The strokes of each letter in a box 6 high, and how wide it is. */
const letters: Readonly<Record<string, readonly [width: number, strokes: string]>> = {
  A: [4, "M0 6L2 0L4 6M.8 4H3.2"],
  B: [3.4, "M0 0V6H2A1.5 1.5 0 0 0 2 2.9H0M0 0H1.8A1.4 1.4 0 0 1 1.8 2.9"],
  C: [4, "M4 1.2A2.4 3 0 1 0 4 4.8"],
  D: [3.8, "M0 0V6H1.2A2.6 3 0 0 0 1.2 0Z"],
  E: [3, "M3 0H0V6H3M0 2.9H2.5"],
  È: [3, "M3 0H0V6H3M0 2.9H2.5M.9 -2L1.9 -1"],
  F: [3, "M3 0H0V6M0 2.9H2.4"],
  G: [4.2, "M4 1.2A2.4 3 0 1 0 4.2 4.4V3.2H2.6"],
  H: [3.8, "M0 0V6M3.8 0V6M0 2.9H3.8"],
  I: [0, "M0 0V6"],
  J: [2.4, "M2.4 0V4.4A1.3 1.5 0 0 1 0 4.6"],
  K: [3.6, "M0 0V6M3.5 0L0 3.6M1.2 2.5L3.6 6"],
  L: [2.8, "M0 0V6H2.8"],
  M: [4.8, "M0 6V0L2.4 4L4.8 0V6"],
  N: [4, "M0 6V0L4 6V0"],
  O: [4.8, "M2.4 0A2.4 3 0 1 0 2.4 6A2.4 3 0 1 0 2.4 0Z"],
  P: [3.2, "M0 6V0H1.7A1.6 1.6 0 0 1 1.7 3.3H0"],
  Q: [4.8, "M2.4 0A2.4 3 0 1 0 2.4 6A2.4 3 0 1 0 2.4 0ZM3 4.4L4.8 6.4"],
  R: [3.4, "M0 6V0H1.7A1.6 1.6 0 0 1 1.7 3.2H0M1.7 3.2L3.4 6"],
  S: [3.4, "M3.2 1A1.6 1.5 0 0 0 .2 1.5C.2 3.2 3.4 2.6 3.4 4.5A1.7 1.6 0 0 1 0 4.9"],
  T: [3.8, "M0 0H3.8M1.9 0V6"],
  U: [3.8, "M0 0V4.1A1.9 1.9 0 0 0 3.8 4.1V0"],
  V: [4, "M0 0L2 6L4 0"],
  Z: [3.6, "M0 0H3.6L0 6H3.6"],
  "0": [3.6, "M1.8 0A1.8 3 0 1 0 1.8 6A1.8 3 0 1 0 1.8 0Z"],
  "2": [3.4, "M.1 1.6A1.7 1.6 0 0 1 3.4 1.6C3.4 3.2 0 4.6 0 6H3.4"],
  "4": [3.6, "M2.8 6V0L0 4.2H3.6"],
  "5": [3.4, "M3.2 0H.5L.2 2.7A1.8 1.75 0 1 1 0 5.1"],
  " ": [1.2, ""]
}

/** How a line of text stands: its middle, its top, the height of its letters, and the most that it may be wide. */
export interface Standing {
  readonly x: number
  readonly y: number
  readonly height: number
  readonly maxWidth?: number
  readonly weight?: number
}

/** A line of text in capitals, centred; what would be too wide is made smaller. */
export const lettering = (text: string, colour: string, standing: Standing): string => {
  const { height, maxWidth = 360, weight = 0.9, x, y } = standing
  const spacing = 1.8
  const signs = [...text].map((sign) => letters[sign] ?? missing(sign))
  const width = signs.reduce((sum, [own]) => sum + own + spacing, -spacing)
  const scale = Math.min(height / 6, maxWidth / width)
  let at = x - (width * scale) / 2
  const strokes = signs.map(([own, d]) => {
    const from = at
    at += (own + spacing) * scale
    return d === "" ? "" : `<path transform="translate(${n1(from)} ${n1(y)}) scale(${scale.toFixed(3)})" d="${d}"/>`
  })
  return `<g fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${strokes.join("")}</g>`
}

const missing = (sign: string): never => {
  throw new Error(`There are no strokes of ${sign}.`)
}

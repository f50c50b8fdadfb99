/** The parts that every picture of the demo shop is drawn with: shapes, shades and shadows of an SVG of 400 × 400. */

/** A colour of a thing, and how it looks in light and in shade. */
export interface Tone {
  readonly light: string
  readonly main: string
  readonly dark: string
}

/** A filled path. */
export const path = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}"${spaced(more)}/>`

/** A line along a path, with round ends. */
export const line = (d: string, colour: string, width = 3, more = ""): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${spaced(more)}/>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ""): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${spaced(more)}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = ""): string =>
  oval(x, y, radius, radius, fill, more)

/** The outline of an ellipse. */
export const ring = (x: number, y: number, rx: number, ry: number, colour: string, width = 3): string =>
  oval(x, y, rx, ry, "none", `stroke="${colour}" stroke-width="${width}"`)

/** How light falls on a thing: from the left on something round, from above, or on a ball. */
export type Shade = "round" | "down" | "ball"

/** A path with light and shade on it. */
export const body = (d: string, fill: string, shade: Shade = "round"): string =>
  path(d, fill) + path(d, `url(#${shade})`)

/** An ellipse with light and shade on it. */
export const ball = (x: number, y: number, rx: number, ry: number, fill: string, shade: Shade = "ball"): string =>
  oval(x, y, rx, ry, fill) + oval(x, y, rx, ry, `url(#${shade})`)

/** A rectangle with light and shade on it. */
export const block = (
  [x, y, width, height]: readonly [number, number, number, number],
  fill: string,
  radius = 0,
  shade: Shade = "round"
): string => rect(x, y, width, height, fill, radius) + rect(x, y, width, height, `url(#${shade})`, radius)

/** The soft shadow of a thing on the ground. */
export const shadow = (x: number, y: number, rx: number, ry = rx * 0.13): string =>
  oval(x, y, rx, ry, "#3b2f22", 'opacity=".26" filter="url(#soft)"')

/** Parts turned around a point, in degrees. */
export const turned = (degrees: number, x: number, y: number, ...parts: ReadonlyArray<string>): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${parts.join("")}</g>`

/** Parts moved, and scaled from their top left. */
export const placed = (x: number, y: number, scale: number, ...parts: ReadonlyArray<string>): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${parts.join("")}</g>`

/** Parts that show only inside a path; `name` is the only one in its picture. */
export const inside = (name: string, d: string, ...parts: ReadonlyArray<string>): string =>
  `<clipPath id="${name}"><path d="${d}"/></clipPath><g clip-path="url(#${name})">${parts.join("")}</g>`

/** The same part at each number from 0 to `count`. */
export const times = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join("")

/** A number with one decimal, as SVG has it. */
export const n1 = (value: number): string => String(Math.round(value * 10) / 10)

/** A point at an angle in degrees from a centre. */
export const around = (x: number, y: number, rx: number, ry: number, degrees: number): readonly [number, number] => {
  const angle = (degrees * Math.PI) / 180
  return [Math.round((x + rx * Math.cos(angle)) * 10) / 10, Math.round((y + ry * Math.sin(angle)) * 10) / 10]
}

/** Petals in a ring around a point. */
export const petals = (
  x: number,
  y: number,
  [rx, ry]: readonly [number, number],
  colour: string,
  count: number,
  size: number
) =>
  times(count, (n) => {
    const [px, py] = around(x, y, rx, ry, (n * 360) / count)
    return oval(px, py, size, size * 0.5, colour, `transform="rotate(${n1((n * 360) / count + 90)} ${px} ${py})"`)
  })

/** A whole picture: parts on a ground of one soft colour. */
export const picture = (ground: string, parts: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">${defs}` +
  `<rect width="400" height="400" fill="${ground}"/><rect width="400" height="400" fill="url(#glow)"/>${parts}</svg>`

const spaced = (more: string): string => (more === "" ? "" : ` ${more}`)

const stop = (offset: number, colour: string, opacity: number): string =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`

const defs = `<defs><linearGradient id="round">${stop(0, "#000", 0.12)}${stop(0.25, "#fff", 0.26)}${stop(0.55, "#fff", 0)}${stop(1, "#000", 0.24)}</linearGradient><linearGradient id="down" x2="0" y2="1">${stop(0, "#fff", 0.24)}${stop(0.5, "#fff", 0)}${stop(1, "#000", 0.2)}</linearGradient><radialGradient id="ball" cx=".36" cy=".3" r=".8">${stop(0, "#fff", 0.42)}${stop(0.5, "#fff", 0)}${stop(1, "#000", 0.26)}</radialGradient><radialGradient id="glow" cx=".5" cy=".42" r=".7">${stop(0, "#fff", 0.6)}${stop(1, "#fff", 0)}</radialGradient><filter id="soft" x="-.3" y="-1.5" width="1.6" height="4"><feGaussianBlur stdDeviation="7"/></filter></defs>`

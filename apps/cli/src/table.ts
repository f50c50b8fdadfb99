/** Lays out values as text for people: lists as tables cut to a width, single objects as names with their values. */
import { stripVTControlCharacters } from "node:util"

/** How a text is laid out. */
export interface Layout {
  /** Columns of the terminal; `Infinity` to cut nothing. */
  readonly width: number
  /** Formats the headings. */
  readonly heading: (text: string) => string
  /** The columns of a list, in their order; all of them by default. */
  readonly columns?: ReadonlyArray<string> | undefined
  /** Formats the value at a path. */
  readonly format?: (path: string, value: unknown) => unknown
}

/** The text, and the columns that did not fit. */
export interface LaidOut {
  readonly text: string
  readonly omitted: ReadonlyArray<string>
}

/** Any answer as text, which ends with a line break unless it is empty. */
export const layOut = (value: unknown, layout: Layout): LaidOut => {
  if (isObject(value)) return layOutObject(value, layout)
  if (!Array.isArray(value)) return { text: `${cellOf(value)}\n`, omitted: [] }
  if (!value.some(isObject)) return { text: value.map((item) => `${cellOf(item)}\n`).join(""), omitted: [] }
  return table(value, layout)
}

/** A list within an object is a table below the other fields. */
const layOutObject = (value: Record<string, unknown>, layout: Layout): LaidOut => {
  const [list, ...more] = Object.entries(value).filter(([, inner]) => Array.isArray(inner) && inner.some(isObject))
  if (layout.columns === undefined || list === undefined || more.length > 0)
    return { text: pairs(value, layout), omitted: [] }
  const [name, rows] = list as [string, ReadonlyArray<unknown>]
  const rest = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
  const prefixed = layout.format && ((path: string, cell: unknown) => layout.format!(`${name}.${path}`, cell))
  const { omitted, text } = table(rows, { ...layout, ...(prefixed && { format: prefixed }) })
  return { text: `${pairs(rest, layout)}\n${text}`, omitted }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const pairs = (value: Record<string, unknown>, { format = (_, cell) => cell, heading }: Layout): string => {
  const cells = [...flat(value, true)].map(([name, cell]) => [sanitized(name), cellOf(format(name, cell))] as const)
  const widest = Math.max(0, ...cells.map(([name]) => widthOf(name)))
  return cells.map(([name, cell]) => `${heading(padded(name, widest))}  ${cell}`.trimEnd().concat("\n")).join("")
}

interface Column {
  readonly name: string
  readonly cells: ReadonlyArray<string>
  readonly numeric: boolean
  readonly width: number
}

const gapColumns = 2
/** Columns are left out before any is made narrower than this, because a truncated id is useless. */
const minColumns = 24

const table = (rows: ReadonlyArray<unknown>, layout: Layout): LaidOut => {
  const { heading, width } = layout
  const columns = columnsOf(rows, layout)
  const { fitting, omitted } = fit(columns, width)
  const line = (cells: ReadonlyArray<string>) =>
    fitting
      .map((column, index) => padded(cut(cells[index]!, column.width), column.width, column.numeric))
      .join(" ".repeat(gapColumns))
      .trimEnd()
  const lines = rows.map((_, row) => line(fitting.map(({ cells }) => cells[row]!)))
  return { text: [heading(line(fitting.map(({ name }) => name))), ...lines, ""].join("\n"), omitted }
}

const columnsOf = (
  rows: ReadonlyArray<unknown>,
  { columns, format = (_, cell) => cell }: Layout
): ReadonlyArray<Column> => {
  const flattened = rows.map((row) => new Map(isObject(row) ? flat(row, false) : [["value", row]]))
  const names = [...new Set(flattened.flatMap((row) => [...row.keys()]))]
  return chosen(names, columns).map((path) => {
    const values = flattened.map((row) => format(path, row.get(path)))
    const cells = values.map(cellOf)
    const name = sanitized(path)
    const numeric = values.every((value) => value === undefined || value === null || typeof value === "number")
    return {
      name,
      cells,
      numeric,
      width: cells.reduce((widest, cell) => Math.max(widest, widthOf(cell)), widthOf(name))
    }
  })
}

/** A chosen name is a field, or all fields within it; names that no row has are left out. */
const chosen = (names: ReadonlyArray<string>, columns: ReadonlyArray<string> | undefined): ReadonlyArray<string> => {
  const found = columns?.flatMap((column) => names.filter((name) => name === column || name.startsWith(`${column}.`)))
  return found === undefined || found.length === 0 ? names : [...new Set(found)]
}

/** Makes the widest columns narrower, then leaves out the last ones, until the rest fits. */
const fit = (columns: ReadonlyArray<Column>, width: number) => {
  for (let count = columns.length; count > 1; count--) {
    const kept = columns.slice(0, count)
    const room = width - gapColumns * (count - 1)
    const minimum = kept.reduce((sum, column) => sum + Math.min(column.width, minColumns), 0)
    if (minimum > room) continue
    const limit = limitFor(kept, room)
    const fitting = kept.map((column) => ({ ...column, width: Math.min(column.width, limit) }))
    return { fitting, omitted: columns.slice(count).map(({ name }) => name) }
  }
  const fitting = columns.slice(0, 1).map((column) => ({ ...column, width: Math.min(column.width, width) }))
  return { fitting, omitted: columns.slice(1).map(({ name }) => name) }
}

/** The largest column width at which all columns fit. */
const limitFor = (columns: ReadonlyArray<Column>, room: number): number => {
  let limit = Math.max(...columns.map(({ width }) => width))
  while (limit > minColumns && columns.reduce((sum, { width }) => sum + Math.min(width, limit), 0) > room) limit--
  return limit
}

/** The leaves of an object by their paths, such as `billing.email`; `deep` also opens lists of objects. */
function* flat(value: Record<string, unknown>, deep: boolean, path = ""): Generator<readonly [string, unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    const name = path === "" ? key : `${path}.${key}`
    if (isObject(inner) && Object.keys(inner).length > 0) yield* flat(inner, deep, name)
    else if (deep && Array.isArray(inner) && inner.some(isObject)) yield* flatList(inner, name)
    else yield [name, inner]
  }
}

function* flatList(list: ReadonlyArray<unknown>, name: string): Generator<readonly [string, unknown]> {
  for (const [index, item] of list.entries()) {
    if (isObject(item)) yield* flat(item, true, `${name}[${index}]`)
    else yield [`${name}[${index}]`, item]
  }
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.some(isObject) ? `(${value.length})` : value.map(cellOf).join(", ")
  return typeof value === "object" ? "" : sanitized(String(value))
}

/**
 * Removes escape sequences, line breaks and marks that reverse the text direction, so data cannot control the terminal.
 */
export const sanitized = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")

/** JSON whose control characters and direction marks are escaped, so that data cannot control the terminal; its value is the same. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

const padded = (text: string, width: number, right = false): string => {
  const space = " ".repeat(Math.max(0, width - widthOf(text)))
  return right ? space + text : text + space
}

const cut = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  let kept = ""
  let used = 0
  for (const { segment } of graphemes().segment(text)) {
    used += widthOf(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

let segmenter: Intl.Segmenter | undefined
const graphemes = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter())
const wide =
  /^(?:\p{Emoji_Presentation}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/u

/** The columns that a text takes on a terminal. */
const widthOf = (text: string): number => {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes().segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

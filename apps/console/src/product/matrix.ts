/** The rows of a product's variants: one for each combination of the values of its options. */
import type { Draft, Option, Row } from "./draft.ts"

/** A product has at most so many variants. */
export const maxRows = 1000

/** The combinations of the options' values; undefined if they are too many. An option without a name or value adds none. */
const combinationsOf = (options: ReadonlyArray<Option>): ReadonlyArray<Row["attributes"]> | undefined => {
  const named = options.filter(({ name, values }) => name.trim() !== "" && values.length > 0)
  if (named.length === 0) return []
  if (named.reduce((count, { values }) => count * values.length, 1) > maxRows) return undefined
  return named.reduce<ReadonlyArray<Row["attributes"]>>(
    (all, { name, values }) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}]
  )
}

/** Equal for rows with the same values. */
const keyOf = (attributes: Row["attributes"]): string =>
  JSON.stringify(Object.entries(attributes).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/**
 * The rows for other options: each combination has the row that it had, or a new one. A stored variant whose values the
 * options do not have any more is not sold any more.
 */
export const rowsFor = (options: ReadonlyArray<Option>, rows: ReadonlyArray<Row>): ReadonlyArray<Row> | undefined => {
  const combinations = combinationsOf(options)
  if (combinations === undefined) return undefined
  const known = new Map(rows.map((row) => [keyOf(row.attributes), row]))
  const made = combinations.map((attributes) => {
    const key = keyOf(attributes)
    const found = known.get(key)
    known.delete(key)
    if (found?.isLeft) return { ...found, isSold: true, isLeft: false }
    return found ?? { ...emptyRow, key, attributes }
  })
  const left = [...known.values()].filter(({ isStored }) => isStored)
  return [...made, ...left.map((row) => (row.isSold ? { ...row, isSold: false, isLeft: true } : row))]
}

/** The options and rows after an option that no stored variant has got another name. */
export const renamed = ({ options, rows }: Pick<Draft, "options" | "rows">, at: number, name: string) => {
  const former = options[at]!.name
  return {
    options: options.with(at, { ...options[at]!, name }),
    rows: rows.map((row) => {
      const pairs = Object.entries(row.attributes).map(([one, value]) => [one === former ? name : one, value] as const)
      const attributes = Object.fromEntries(pairs)
      return former in row.attributes && !row.isStored ? { ...row, attributes, key: keyOf(attributes) } : row
    })
  }
}

const emptyRow = { sku: undefined, price: "", quantity: "", isStored: false, isSold: true } as const

/** The number of combinations that the product has no row for. */
export const missingIn = ({ options, rows }: Draft): number => {
  const known = new Set(rows.map(({ attributes }) => keyOf(attributes)))
  return (combinationsOf(options) ?? []).filter((one) => !known.has(keyOf(one))).length
}

/** The SKUs of the rows by their keys: those that were typed, and for the others the product's with their values. */
export const skusOf = ({ code, rows }: Pick<Draft, "code" | "rows">): ReadonlyMap<string, string> => {
  const taken = new Set(rows.flatMap(({ sku }) => sku ?? []))
  const made = rows.map(({ attributes, key, sku }) => {
    if (sku !== undefined) return [key, sku] as const
    const base = [code.trim(), ...Object.values(attributes).map(short)].filter((part) => part !== "").join("-")
    let free = base
    for (let at = 2; taken.has(free); at++) free = `${base}-${at}`
    taken.add(free)
    return [key, free] as const
  })
  return new Map(made)
}

/** A value in a SKU: `Light blue` is `LIGHTBLU`. */
const short = (value: string): string =>
  value
    .normalize("NFD")
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "")
    .toUpperCase()
    .slice(0, 8)

/** What a person calls a row: its values. */
export const nameOf = ({ attributes, sku }: Pick<Row, "attributes" | "sku">): string =>
  Object.values(attributes).join(" / ") || (sku ?? "")

/** The values that are typed for an option, separated by commas, each once. */
export const valuesIn = (text: string): ReadonlyArray<string> => [
  ...new Set(
    text
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "")
  )
]

/** The columns that a pasted table fills, from left to right. */
export const columns = ["price", "quantity", "sku"] as const
export type ColumnName = (typeof columns)[number]

/** The rows after a table from a spreadsheet was pasted, beginning at a row and a column. What is beyond the rows is left out. */
export const pasted = (
  all: ReadonlyArray<Row>,
  shown: ReadonlyArray<Row>,
  at: { readonly key: string; readonly column: ColumnName },
  text: string
): ReadonlyArray<Row> => {
  const first = shown.findIndex(({ key }) => key === at.key)
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/)
  const from = columns.indexOf(at.column)
  const changes = new Map<string, Partial<Row>>()
  for (const [index, line] of lines.entries()) {
    const row = shown[first + index]
    if (row === undefined) break
    const cells = line.split("\t").map((cell, to) => [columns[from + to], cell.trim()] as const)
    const fits = cells.filter(([column]) => column !== undefined && !(column === "sku" && row.isStored))
    changes.set(row.key, Object.fromEntries(fits))
  }
  return all.map((row) => (changes.has(row.key) ? { ...row, ...changes.get(row.key) } : row))
}

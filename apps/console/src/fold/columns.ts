/** The columns and the filters of a list, and the values in them. */
import type { Named, Operation, Part } from "../contract/operation.ts"
import type { View } from "../views/view.ts"
import { fieldsOf, paging } from "./area.ts"
import { titles } from "./titles.ts"

/** A column: where its value is in an entry, and what it is. */
export interface Column {
  /** `billing.fullname` */
  readonly path: string
  readonly part: Named
}

const plain = new Set<Part["kind"]>(["object", "record", "list", "either", "any", "html", "null", "never"])
const maxPlain = 6

/** All columns that a list can have: its fields, and those of the objects in them. */
export const columnsOf = ({ output }: Operation): ReadonlyArray<Column> =>
  fieldsOf(output.item).flatMap(
    (field): ReadonlyArray<Column> =>
      field.kind === "object"
        ? fieldsOf(field).map((part) => ({ path: `${field.name}.${part.name}`, part }))
        : [{ path: field.name, part: field }]
  )

/** The columns that are shown until a person chooses others. */
export const firstColumns = (list: Operation, view: View | undefined): ReadonlyArray<string> => {
  const all = columnsOf(list)
  const isColumn = (path: string) => all.some((one) => one.path === path)
  if (view !== undefined) return view.columns.filter(isColumn)
  if (list.columns !== undefined) return titleFirst(list.columns.filter(isColumn))
  return titleFirst(all.filter(({ part }) => !plain.has(part.kind)).map(({ path }) => path)).slice(0, maxPlain)
}

/** What people call an entry comes first, and then its id says nothing. */
const titleFirst = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const title = titles.find((one) => paths.includes(one))
  return title === undefined ? paths : [title, ...paths.filter((path) => path !== title && path !== "id")]
}

/** The parameters that choose what is in a list; those of its view come first. */
export const filtersOf = ({ input }: Operation, view: View | undefined): ReadonlyArray<Named> => {
  const all = input.filter(({ name }) => !paging.has(name))
  const first = view?.filters ?? []
  const rank = ({ name }: Named) => (first.includes(name) ? first.indexOf(name) : first.length)
  return all.toSorted((one, other) => rank(one) - rank(other))
}

/** The parameters of a list's call: the filters in the address, and the fields that its columns need. */
export const sentFor = (
  list: Operation,
  query: Readonly<Record<string, string>>,
  columns: ReadonlyArray<string>
): Readonly<Record<string, string>> => {
  const known = new Set(list.input.map(({ name }) => name))
  const filters = Object.entries(query).filter(([name, value]) => known.has(name) && !paging.has(name) && value !== "")
  const nodes = list.input.find(({ name }) => name === "nodes")?.choices?.map(String) ?? []
  const wanted = nodes.filter((node) => columns.some((path) => path === node || path.startsWith(`${node}.`)))
  return {
    ...Object.fromEntries(filters),
    ...(wanted.length === 0 ? {} : { nodes: wanted.join(",") }),
    ...(list.answer === "page" && known.has("limit") ? { limit: "100" } : {})
  }
}

/** The value at a path within an entry. */
export const valueAt = (entry: unknown, path: string): unknown => {
  if (typeof entry !== "object" || entry === null) return undefined
  if (path in entry) return (entry as Record<string, unknown>)[path]
  const dot = path.indexOf(".")
  return dot < 0 ? undefined : valueAt((entry as Record<string, unknown>)[path.slice(0, dot)], path.slice(dot + 1))
}

/** The statements that write a collection, as text, put together once. */
import { column, type Layout, quoted, type Side } from "./tables.ts"

/** The statements of a collection. */
export interface Texts {
  /** `shop, key` to `id, version` and every column. */
  readonly find: string
  readonly insert: string
  /** Sets these columns and the text of an id, and counts its version on. */
  readonly update: (columns: ReadonlyArray<number>) => string
  readonly remove: string
  readonly sides: ReadonlyArray<SideTexts>
}

/** The statements of a table beside it. */
export interface SideTexts {
  /** `id` to its values, in order. */
  readonly values: string
  readonly insert: string
  readonly remove: string
}

/** The statements that write a collection. */
export const textsOf = (layout: Layout): Texts => {
  const known = texts.get(layout)
  if (known !== undefined) return known
  const made = compose(layout)
  texts.set(layout, made)
  return made
}

const texts = new WeakMap<Layout, Texts>()

const compose = ({ columns, name, sides }: Layout): Texts => {
  const table = quoted(name)
  const updates = new Map<string, string>()
  const update = (moved: ReadonlyArray<number>): string => {
    const sets = ["version = version + 1", ...moved.map((at) => `${column(columns[at]!)} = ?`), "doc = ?"]
    return `update ${table} set ${sets.join(", ")} where id = ?`
  }
  return {
    find: `select ${["id", "version", ...columns.map(column)].join(", ")} from ${table} where shop = ? and key = ?`,
    insert: inserting(table, ["shop", "key", "version", ...columns.map(column), "doc"]),
    update: (moved) => {
      const known = updates.get(`${moved}`) ?? update(moved)
      updates.set(`${moved}`, known)
      return known
    },
    remove: `delete from ${table} where id = ?`,
    sides: sides.map(besides)
  }
}

const besides = ({ carried, name }: Side): SideTexts => ({
  values: `select value from ${quoted(name)} where id = ? order by value`,
  insert: inserting(quoted(name), ["id", "shop", "key", "value", ...carried.map(column)]),
  remove: `delete from ${quoted(name)} where id = ?`
})

const inserting = (table: string, into: ReadonlyArray<string>): string =>
  `insert into ${table} (${into.join(", ")}) values (${into.map(() => "?").join(", ")})`

/** Builds the SQL statements that write a collection, once. */
import { collected } from "./sorting.ts"
import { column, columnOf, type Layout, quoted, type Side } from "./tables.ts"

/** The statements of a collection. A document's place is `shop, key`; the parameters have the order given here. */
export interface Texts {
  /** From the place to `id, version, doc, key`. */
  readonly find: string
  /** From the place to the id. */
  readonly id: string
  /** From the id to `id, version, doc, key`. */
  readonly byId: string
  /** For each unique lookup, from shop and value to the ids. */
  readonly ids: ReadonlyMap<string, string>
  /** Id or null, place, version, every column and the text; inserts nothing if the place is taken. */
  readonly insert: string
  /** The same with an id, for a document that moves to a new table. */
  readonly move: string
  /** Version, these columns and the text, then the place, version and text that must exist. */
  readonly update: (columns: ReadonlyArray<number>) => string
  /** Place, version and text that must exist. */
  readonly remove: string
  readonly sides: ReadonlyArray<SideTexts>
}

/**
 * The statements of an index's own table; the parameters are its columns, with shop first and key last, and for an
 * insert the id.
 */
interface SideTexts {
  readonly insert: string
  /** The same, into the table in which an upgrade collects the entries. */
  readonly collect: string
  readonly remove: string
  /** The id of an entry. */
  readonly find: string
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

// A version may occur again when a document was removed and created again; the text shows that it is the same.
const there = "where shop = ? and key = ? and version = ? and doc = ?"

const compose = (layout: Layout): Texts => {
  const { collection, columns, name, sides } = layout
  const table = quoted(name)
  const all = ["id", "shop", "key", "version", ...columns.map(column), "doc"]
  const updates = new Map<string, string>()
  const update = (moved: ReadonlyArray<number>): string => {
    const sets = ["version", ...moved.map((at) => column(columns[at]!)), "doc"]
    return `update ${table} set ${sets.map((set) => `${set} = ?`).join(", ")} ${there}`
  }
  return {
    find: `select id, version, doc, key from ${table} where shop = ? and key = ?`,
    id: `select id from ${table} where shop = ? and key = ?`,
    byId: `select id, version, doc, key from ${table} where id = ?`,
    ids: new Map(collection.unique.map((lookup) => [lookup, idOf(layout, lookup)])),
    insert: `${inserting(table, all)} on conflict (shop, key) do nothing`,
    move: inserting(table, all),
    update: (moved) => {
      const shape = moved.join()
      const known = updates.get(shape) ?? update(moved)
      updates.set(shape, known)
      return known
    },
    remove: `delete from ${table} ${there}`,
    sides: sides.map(besides)
  }
}

const idOf = ({ name, sides }: Layout, lookup: string): string => {
  const side = sides.find(({ index }) => index.unique && index.columns[0] === lookup)
  return side === undefined
    ? `select id from ${quoted(name)} where shop = ? and ${column(lookup)} = ?`
    : `select id from ${quoted(side.name)} where shop = ? and value = ?`
}

const besides = (side: Side): SideTexts => {
  const { index, name } = side
  const place = ["shop", ...index.columns.map((lookup) => columnOf(index, lookup)), "key"]
  const at = `from ${quoted(name)} where ${place.map((one) => `${one} = ?`).join(" and ")}`
  return {
    insert: inserting(quoted(name), [...place, "id"]),
    collect: inserting(quoted(collected(side)), [...place, "id"]),
    remove: `delete ${at}`,
    find: `select id ${at}`
  }
}

const inserting = (table: string, into: ReadonlyArray<string>): string =>
  `insert into ${table} (${into.join(", ")}) values (${into.map(() => "?").join(", ")})`

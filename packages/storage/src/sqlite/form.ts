/** Reads what a file says about its own form: its format, how each collection is stored, and whether it is being upgraded. */
import { type Format, useOf, whyChanged } from "../format.ts"
import type { Connection } from "./connection.ts"
import { FileReplaced } from "./errors.ts"
import { fingerprint, indices, type Layout } from "./tables.ts"

/** The form of a file. */
export interface FileForm {
  readonly format: Format
  /** How each collection is stored, by its name. */
  readonly collections: ReadonlyMap<string, string>
  /** The collections whose upgrade has begun and not ended. */
  readonly upgrading: ReadonlyArray<string>
}

/** The form of a file as a connection sees it; undefined if it contains no store. */
export const formOf = (connection: Connection): FileForm | undefined => {
  const names = new Set(connection.all("select name from sqlite_schema where name like 'bottega%'").flat())
  if (!names.has("bottega_collections")) return undefined
  const collections = connection.all("select name, fingerprint from bottega_collections")
  const stored = names.has("bottega_format")
    ? connection.get("select number, writers, readers from bottega_format")
    : []
  const [number, writers, readers] = stored ?? []
  return {
    format: number === undefined ? formerly(connection) : { number, writers, readers },
    collections: new Map(collections.map(([name, is]) => [name, is])),
    upgrading: names.has("bottega_upgrade") ? connection.all("select collection from bottega_upgrade").flat() : []
  }
}

/** Whether a file contains a store, even one whose form cannot be read. */
export const hasStore = (connection: Connection): boolean =>
  connection.get("select 1 from sqlite_schema where name = 'bottega_collections'") !== undefined

/** Files of before the table have a number only. */
const formerly = (connection: Connection): Format => {
  const number = Math.max(1, connection.get("pragma user_version")![0])
  return { number, writers: number, readers: number }
}

/** Detects that another program has changed the tables of a file while it was open. */
export class FormWatch {
  readonly #layouts: ReadonlyArray<Layout>
  readonly #own: Format
  /** SQLite's count of schema changes when the form was last found to fit. */
  #fitting = -1

  constructor(layouts: ReadonlyArray<Layout>, own: Format) {
    this.#layouts = layouts
    this.#own = own
  }

  /** Why this process must not use the file any more, as a connection sees it. */
  changed(connection: Connection): FileReplaced | undefined {
    const schema: number = connection.get("pragma schema_version")![0]
    if (schema === this.#fitting) return undefined
    const what = this.#difference(connection)
    if (what !== undefined) return new FileReplaced(whyChanged(what))
    this.#fitting = schema
    return undefined
  }

  #difference(connection: Connection): string | undefined {
    const form = formOf(connection)
    if (form === undefined) return "The tables of the data file were removed"
    if (useOf(form.format, this.#own) !== "write") return `The data file was upgraded to format ${form.format.number}`
    const names = new Set(connection.all("select name from sqlite_schema").flat())
    const other = this.#layouts.find(
      (layout) => form.upgrading.includes(layout.name) || form.collections.get(layout.name) !== fingerprint(layout)
    )
    const lacking = this.#layouts.flatMap((layout) => namesOf(layout)).find((name) => !names.has(name))
    if (other !== undefined) return `The tables of ${other.name} in the data file were changed`
    return lacking === undefined ? undefined : `${lacking} was removed from the data file`
  }
}

/** The tables and indexes of a layout. */
export const namesOf = (layout: Layout): ReadonlyArray<string> => [
  layout.name,
  ...layout.sides.map(({ name }) => name),
  ...indices(layout).map(({ name }) => name)
]

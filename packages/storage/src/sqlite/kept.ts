/** Determines what an upgrade can keep of a collection's tables, by the file's description of them. */
import { fingerprint, type Layout } from "./tables.ts"

/** What stays unchanged: the collection's own table with the indexes of its columns, and the indexes' own tables. */
export interface Kept {
  readonly table: boolean
  readonly sides: ReadonlySet<string>
}

/** Everything is made again. */
export const nothingKept: Kept = { table: false, sides: new Set() }

/** What a layout has in common with the stored description of another one. */
export const kept = (layout: Layout, stored: string): Kept => {
  const [was, is] = [described(stored), described(fingerprint(layout))!]
  if (was === undefined || was.format !== is.format || columnsOf(was) !== columnsOf(is)) return nothingKept
  const same = (columns: ReadonlyArray<string>) =>
    columns.every(
      (name) => lookupOf(was, name) === lookupOf(is, name) && isDeferred(was, name) === isDeferred(is, name)
    )
  const before = new Set(was.indexes.map((index) => JSON.stringify(index)))
  const stays = layout.indexes.filter((index) => before.has(JSON.stringify(index)) && same(index.columns))
  const sides = layout.sides.filter(({ index }) => stays.includes(index))
  return { table: true, sides: new Set(sides.map(({ name }) => name)) }
}

interface Description {
  readonly format: number
  readonly lookups: ReadonlyArray<readonly [name: string, type: string, many: boolean]>
  readonly indexes: ReadonlyArray<object>
  readonly deferred?: ReadonlyArray<string>
}

const described = (text: string): Description | undefined => {
  try {
    const { deferred = [], format, indexes, lookups } = JSON.parse(text)
    return Array.isArray(lookups) && Array.isArray(indexes) ? { deferred, format, indexes, lookups } : undefined
  } catch {
    return undefined
  }
}

const columnsOf = ({ lookups }: Description): string => JSON.stringify(lookups.filter(([, , many]) => !many))

const lookupOf = ({ lookups }: Description, name: string): string =>
  JSON.stringify(lookups.find(([own]) => own === name))

const isDeferred = ({ deferred }: Description, name: string): boolean => deferred?.includes(name) === true

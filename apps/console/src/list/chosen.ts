/** The columns that a person chose for a list, and the views of it that they saved. Both are kept in this browser. */
import { signal } from "@preact/signals"
import { read, write } from "../kept.ts"

/** A saved view: a name, the query of its address, and its columns. */
export interface SavedView {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
}

const changes = signal(0)
const kept = <A>(name: string): A | undefined => (changes.value >= 0 ? read<A>(name) : undefined)
const keep = (name: string, value: unknown): void => {
  write(name, value)
  changes.value++
}

export const columnsChosen = (area: string): ReadonlyArray<string> | undefined => kept(`columns.${area}`)
export const chooseColumns = (area: string, paths: ReadonlyArray<string> | null): void => keep(`columns.${area}`, paths)

export const savedViews = (area: string): ReadonlyArray<SavedView> => kept(`views.${area}`) ?? []
export const saveView = (area: string, view: SavedView): void =>
  keep(`views.${area}`, [...savedViews(area).filter(({ name }) => name !== view.name), view].slice(-maxViews))
export const dropView = (area: string, name: string): void =>
  keep(
    `views.${area}`,
    savedViews(area).filter((one) => one.name !== name)
  )
const maxViews = 20

/** Whether two queries choose the same. */
export const isSame = (one: SavedView["query"], other: SavedView["query"]): boolean =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? "") === (other[name] ?? ""))

/** The rows of a list that are in view, whatever was read. */

import type { ComponentChildren } from "preact"
import { isNumber } from "../contract/number.ts"
import { Value } from "../detail/value.tsx"
import { type Column, valueAt } from "../fold/columns.ts"
import { fieldLabel } from "../fold/spoken.ts"
import { words } from "../words/words.ts"
import { Space, useRowsInView } from "./in-view.tsx"
import type { Picked, Picks } from "./picked.ts"

/** Draws values by the paths of their columns. */
export type Cells = Readonly<Record<string, (entry: unknown) => ComponentChildren>>

interface Properties {
  readonly cells?: Cells | undefined
  readonly area: string
  readonly columns: ReadonlyArray<Column>
  readonly entries: ReadonlyArray<unknown>
  readonly caption: string
  readonly linkOf: (entry: unknown) => string | undefined
  /** The checkboxes of rows, where something can be done with several. */
  readonly picking?: Picking | undefined
  /** Called with the number of the last row in view. */
  readonly onShow: (last: number) => void
}

/** How rows are picked. */
interface Picking {
  readonly picks: Picks
  /** All rows that were read. */
  readonly all: ReadonlyArray<Picked>
  readonly rowOf: (entry: unknown) => Picked
}

const overscan = 12

export const Table = ({ area, caption, cells, columns, entries, linkOf, onShow, picking }: Properties) => {
  const { first, last, rowHeight, table } = useRowsInView(entries.length, overscan, onShow)
  const shown = entries.slice(first, last)
  const below = entries.length - first - shown.length
  return (
    <table
      ref={table}
      class={columns.length > maxRoomy ? "list" : "list roomy"}
      aria-rowcount={entries.length}
      onKeyDown={moveFocus}
    >
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ part, path }, at) => (
            <th key={path} scope="col" class={widthOf(part, at === 0)}>
              {at === 0 && picking !== undefined && <PickAll {...picking} />}
              {fieldLabel(part, area, path)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Space rows={first} height={rowHeight} />
        {shown.map((entry, at) => (
          <Row key={first + at} entry={entry} link={linkOf(entry)} {...{ area, cells, columns, picking }} />
        ))}
        <Space rows={below} height={rowHeight} />
      </tbody>
    </table>
  )
}

/** A list with more columns has no room for whole times. */
const maxRoomy = 6

/** Columns of one kind are as wide in all lists, and a title that leads has a third; texts and names of events share the rest. */
const widthOf = (part: Column["part"], isFirst: boolean): string | undefined => {
  if (isFirst && part.name === "title") return "lead"
  if (isNumber(part)) return "number"
  if (Object.values(part.labels ?? {}).some((label) => label.includes("."))) return undefined
  if (part.kind === "unix" || part.kind === "instant" || /(?:_at|Date)$/.test(part.name)) return "time"
  if (part.kind === "flag" || part.kind === "boolean") return "flag"
  return part.kind === "choice" ? "few" : undefined
}

interface RowProperties extends Pick<Properties, "area" | "cells" | "columns" | "picking"> {
  readonly entry: unknown
  readonly link: string | undefined
}

const Row = ({ cells, columns, entry, link, picking }: RowProperties) => (
  <tr>
    {columns.map(({ part, path }, at) => {
      const value = cells?.[path]?.(entry) ?? <Value value={valueAt(entry, path)} part={part} linked={at > 0} />
      return (
        <td key={path} class={isNumber(part) ? "number" : undefined}>
          {at === 0 && picking !== undefined && <Pick {...picking} row={picking.rowOf(entry)} />}
          {at === 0 && link !== undefined ? <a href={link}>{value}</a> : value}
        </td>
      )
    })}
  </tr>
)

const PickAll = ({ all, picks }: Picking) => {
  const count = picks.rows.value.size
  return (
    <input
      type="checkbox"
      class="pick"
      aria-label={words.value.pickShown}
      checked={count > 0 && count >= all.length}
      indeterminate={count > 0 && count < all.length}
      onClick={() => picks.set(count > 0 ? [] : all)}
    />
  )
}

const Pick = ({ all, picks, row }: Picking & { readonly row: Picked }) => (
  <input
    type="checkbox"
    class="pick"
    aria-label={words.value.pick(row.title)}
    checked={picks.rows.value.has(row.key)}
    onClick={(event) => picks.toggle(row, all, event.shiftKey)}
  />
)

/** The arrows move between the links of rows. */
const moveFocus = (event: KeyboardEvent): void => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  const row = (event.target as HTMLElement).closest("tr")
  if (step === 0 || row === null) return
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const link = next?.querySelector<HTMLAnchorElement>("td:first-child a")
  if (!link) return
  event.preventDefault()
  link.focus()
  link.scrollIntoView({ block: "nearest" })
}

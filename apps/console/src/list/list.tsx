/** The list of an area: filters and columns as the address says, rows as far as they are looked at. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { entryKeyOf, type Pages } from "../fold/area.ts"
import { bulkOf } from "../fold/bulk.ts"
import { columnsOf, filtersOf, firstColumns, sentFor, valueAt } from "../fold/columns.ts"
import { areaNoun } from "../fold/spoken.ts"
import { lazy } from "../page/lazy.tsx"
import { address, linkTo, replaceQuery } from "../page/router.ts"
import { Empty, Failure, Loading } from "../page/states.tsx"
import { views } from "../views/views.ts"
import { words } from "../words/words.ts"
import { columnsChosen } from "./chosen.ts"
import { type Picked, Picks } from "./picked.ts"
import { RowReader, type Rows } from "./rows.ts"
import { type Cells, Table } from "./table.tsx"
import { Toolbar } from "./toolbar.tsx"

interface Properties {
  readonly pages: Pages
  /** Draws the values of columns, by their paths, otherwise than their kinds say. */
  readonly cells?: Cells
}

export const List = ({ cells, pages }: Properties) => {
  const { area } = pages
  const by = entryKeyOf(pages)
  const list = pages.list!
  const view = views[area]
  const all = columnsOf(list)
  const chosen = columnsChosen(area) ?? firstColumns(list, view)
  const columns = chosen.flatMap((path) => all.find((one) => one.path === path) ?? [])
  const { query } = address.value
  const sent = JSON.stringify(sentFor(list, query, chosen))
  const [turn, setTurn] = useState(0)
  const reader = useMemo(() => new RowReader(list, JSON.parse(sent)), [list, sent, turn])
  useEffect(() => () => reader.stop(), [reader])
  const { entries, failure, state } = useRows(reader, sent)
  const filters = filtersOf(list, view)
  const isFiltered = filters.some(({ name }) => (query[name] ?? "") !== "")
  const linkOf = (entry: unknown) => (by === undefined ? undefined : linkTo([area, String(valueAt(entry, by) ?? "")]))
  const bulks = by === undefined ? [] : bulkOf(pages)
  const picks = useMemo(() => new Picks(), [area, sent])
  const rowOf = (entry: unknown): Picked => {
    const key = String(valueAt(entry, by!) ?? "")
    return { key, title: String(valueAt(entry, view?.title ?? "title") || valueAt(entry, "name") || key) }
  }
  const picking = bulks.length === 0 ? undefined : { picks, rowOf, all: entries.map(rowOf) }
  return (
    <>
      <Toolbar {...{ area, list, filters, query, columns: all, chosen }} onChange={replaceQuery} />
      {picking !== undefined && <Bulks {...{ area, bulks, ...picking }} onChange={() => setTurn((one) => one + 1)} />}
      {entries.length > 0 && (
        <Table
          {...{ area, cells, columns, entries, linkOf, picking }}
          caption={areaNoun(area)}
          onShow={(last) => last > entries.length - rowsAhead && state === "some" && reader.want(entries.length + 1)}
        />
      )}
      {state === "loading" && entries.length === 0 && <Loading rows={8} />}
      {state === "failed" && <Failure cause={failure} onRetry={() => setTurn(turn + 1)} />}
      {state === "all" && entries.length === 0 && (
        <Empty text={isFiltered ? words.value.emptyFiltered : words.value.emptyList}>
          {isFiltered && (
            <button type="button" class="button" onClick={() => replaceQuery({})}>
              {words.value.clearAll}
            </button>
          )}
        </Empty>
      )}
      {entries.length > 0 && (
        <p class="list-end faint" role="status">
          {state === "all" ? words.value.rows(entries.length) : words.value.rowsSoFar(entries.length)}
        </p>
      )}
    </>
  )
}

const BulkBar = lazy(async () => (await import("./bulk.tsx")).BulkBar)

/** What can be done with picked rows is loaded when the first one is picked, and stays for its result. */
const Bulks = (given: Parameters<typeof BulkBar>[0]) => {
  const isUsed = useRef(false)
  isUsed.current ||= given.picks.rows.value.size > 0
  return isUsed.current ? <BulkBar {...given} /> : null
}

/** The rows that were read. While a list is read again, it shows those of before, so that it does not jump. */
const useRows = (reader: RowReader, sent: string): Rows => {
  const before = useRef<{ readonly sent: string; readonly rows: Rows }>(null)
  const rows = reader.rows.value
  const known = before.current?.sent === sent ? before.current.rows : undefined
  const isAgain = rows.state === "loading" && rows.entries.length === 0 && known !== undefined
  useEffect(() => {
    if (known !== undefined) reader.want(known.entries.length)
  }, [reader])
  if (isAgain) return { ...known, state: "loading" }
  before.current = { sent, rows }
  return rows
}

/** More rows are read before the last one is in view. */
const rowsAhead = 60

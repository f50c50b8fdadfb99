/** The last requests to the shop, live. Rows that are being looked at stay where they are. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Pages } from "../fold/area.ts"
import { filtersOf, sentFor } from "../fold/columns.ts"
import { areaNoun, fieldLabel } from "../fold/spoken.ts"
import { Filters } from "../list/filters.tsx"
import { Space, useRowsInView } from "../list/in-view.tsx"
import { address, linkTo, replaceQuery } from "../page/router.ts"
import { Empty, Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { views } from "../views/views.ts"
import { language, words } from "../words/words.ts"
import { type Listed, LiveRequests, newest } from "./live.ts"
import { slotsFor } from "./slots.ts"
import { StatusBadge } from "./status.tsx"

export const Requests = ({ pages }: { readonly pages: Pages }) => {
  const { area } = pages
  const list = pages.list!
  const { query } = address.value
  const sent = JSON.stringify(sentFor(list, query, []))
  const live = useMemo(() => new LiveRequests(JSON.parse(sent)), [sent])
  const [isLive, setLive] = useState(true)
  const [withOwn, setWithOwn] = useState(false)
  useEffect(() => {
    live.start()
    return () => live.stop()
  }, [live])
  const kept = live.entries.value
  const now = kept && newest(kept, withOwn)
  const { catchUp, rows } = useHeld(now, isLive)
  const behind =
    now === undefined || rows === undefined ? 0 : now.findIndex((one) => one.requestId === rows[0]?.requestId)
  return (
    <>
      <Title text={areaNoun(area)} />
      <div class="toolbar">
        <Filters {...{ area, query }} filters={filtersOf(list, views[area])} onChange={replaceQuery} />
        <label class="check">
          <input type="checkbox" checked={withOwn} onChange={() => setWithOwn(!withOwn)} /> {words.value.withConsole}
        </label>
        <span class="grow" />
        <button type="button" class="button" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
          <span class={isLive ? "dot on" : "dot"} /> {isLive ? words.value.live : words.value.paused}
        </button>
      </div>
      {behind > 0 && (
        <button type="button" class="newer" onClick={catchUp}>
          {words.value.newRows(behind)}
        </button>
      )}
      {live.failure.value !== undefined && <Failure cause={live.failure.value} />}
      {rows === undefined ? live.failure.value === undefined && <Loading rows={8} /> : <Rows area={area} rows={rows} />}
    </>
  )
}

/**
 * The rows to show: the newest ones at the top of a live page, else those that were shown last. They are kept without a state of their
 * own, which would draw the page a second time for each change.
 */
const useHeld = (now: ReadonlyArray<Listed> | undefined, isLive: boolean) => {
  const held = useRef<ReadonlyArray<Listed>>(undefined)
  const [, drawAgain] = useState({})
  const main = document.querySelector("main")
  // A keyboard that is on a row must find the same request there.
  const isLookedAt = (main?.scrollTop ?? 0) >= 40 || document.activeElement?.closest("table.requests") != null
  if (isLive && !isLookedAt) held.current = now
  const catchUp = () => {
    held.current = now
    main?.scrollTo(0, 0)
    drawAgain({})
  }
  return { catchUp, rows: held.current ?? now }
}

/** Few, because rows come and go several times a second. */
const overscan = 6
const columns = ["ts", "status", "method", "path", "ms", "key"] as const

const Rows = ({ area, rows }: { readonly area: string; readonly rows: ReadonlyArray<Listed> }) => {
  const { first, last, rowHeight, table } = useRowsInView(rows.length, overscan)
  const shown = rows.slice(first, last)
  const slots = useRef<ReadonlyMap<string, number>>(new Map())
  slots.current = slotsFor(
    shown.map(({ requestId }) => requestId),
    slots.current
  )
  if (rows.length === 0) return <Empty text={words.value.emptyList} />
  return (
    <table ref={table} class="list requests" aria-rowcount={rows.length}>
      <caption class="hidden">{areaNoun(area)}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" class={name === "ms" ? "number" : undefined}>
              {fieldLabel({ name }, area)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Space rows={first} height={rowHeight} />
        {shown.map((one) => (
          // New text in an element costs the browser less than a new element.
          <Row key={slots.current.get(one.requestId)} request={one} />
        ))}
        <Space rows={rows.length - last} height={rowHeight} />
      </tbody>
    </table>
  )
}

/**
 * A request does not change, and its row reads a signal, so it is drawn again only for another language. Kept nodes would not be
 * faster, and would never be freed: each refers to the table for which it was made, and so to all rows of that table.
 */
const Row = ({ request: { key, method, ms, path, requestId, status, ts } }: { readonly request: Listed }) => (
  <tr>
    <td>
      <a href={linkTo(["requests", requestId])}>{formatOf(language.value).format(ts * 1000)}</a>
    </td>
    <td>
      <StatusBadge status={status} />
    </td>
    <td>
      <span class={`method ${method.toLowerCase()}`}>{method}</span>
    </td>
    <td>
      <code>{path}</code>
    </td>
    <td class="number">{Math.round(ms)}</td>
    <td>
      <span class="faint">{key ?? words.value.none}</span>
    </td>
  </tr>
)

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (name: string): Intl.DateTimeFormat => {
  const format = formats.get(name) ?? new Intl.DateTimeFormat(name, { timeStyle: "medium" })
  formats.set(name, format)
  return format
}

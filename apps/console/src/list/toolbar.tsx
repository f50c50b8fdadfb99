/** What is above a list: saved views, filters, columns, and the list as CSV. */
import { useState } from "preact/hooks"
import { listed } from "../call/client.ts"
import { notice } from "../call/session.ts"
import type { Named, Operation } from "../contract/operation.ts"
import { type Column, sentFor, valueAt } from "../fold/columns.ts"
import { fieldLabel } from "../fold/spoken.ts"
import { Dialog } from "../kit/dialog.tsx"
import { Icon } from "../kit/icons.tsx"
import { say } from "../kit/notice.tsx"
import { Popover } from "../kit/popover.tsx"
import { words } from "../words/words.ts"
import { chooseColumns, dropView, isSame, savedViews, saveView } from "./chosen.ts"
import { csvLine, downloadCsv } from "./csv.ts"
import { Filters } from "./filters.tsx"

type Query = Readonly<Record<string, string>>

interface Properties {
  readonly area: string
  readonly list: Operation
  readonly filters: ReadonlyArray<Named>
  readonly query: Query
  readonly columns: ReadonlyArray<Column>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (query: Query) => void
}

export const Toolbar = (given: Properties) => {
  const { area, chosen, columns, filters, list, onChange, query } = given
  const [isNaming, setNaming] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const isFiltered = Object.keys(query).length > 0
  const isSaved = savedViews(area).some((one) => isSame(one.query, query))
  const exportAll = async () => {
    setExporting(true)
    try {
      await exportCsv(
        area,
        list,
        query,
        chosen.flatMap((path) => columns.find((one) => one.path === path) ?? [])
      )
    } catch (cause) {
      notice(cause)
      say(words.value.failed)
    }
    setExporting(false)
  }
  return (
    <div class="toolbar">
      <Views {...{ area, query, onChange }} />
      {filters.length > 0 && <Filters {...{ area, filters, query, onChange }} />}
      {isFiltered && !isSaved && (
        <button type="button" class="quiet" onClick={() => setNaming(true)}>
          <Icon name="bookmark" /> {words.value.saveView}
        </button>
      )}
      <span class="grow" />
      <ColumnChoice {...{ area, columns, chosen }} />
      <button
        type="button"
        class="button"
        disabled={isExporting}
        onClick={() => void exportAll()}
        aria-label={words.value.csv}
      >
        <Icon name="down" /> CSV
      </button>
      {isNaming && <NameView {...{ area, query }} onClose={() => setNaming(false)} />}
    </div>
  )
}

const Views = ({ area, onChange, query }: Pick<Properties, "area" | "onChange" | "query">) => {
  const views = savedViews(area)
  if (views.length === 0) return null
  return (
    <div class="views">
      <button type="button" class="tab" aria-pressed={isSame({}, query)} onClick={() => onChange({})}>
        {words.value.all}
      </button>
      {views.map((one) => (
        <span key={one.name} class="tab-with">
          <button type="button" class="tab" aria-pressed={isSame(one.query, query)} onClick={() => onChange(one.query)}>
            {one.name}
          </button>
          <button
            type="button"
            class="quiet square"
            aria-label={words.value.removeView(one.name)}
            onClick={() => dropView(area, one.name)}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
    </div>
  )
}

const ColumnChoice = ({ area, chosen, columns }: Pick<Properties, "area" | "chosen" | "columns">) => {
  const toggle = (path: string) => {
    const next = chosen.includes(path) ? chosen.filter((one) => one !== path) : [...chosen, path]
    if (next.length > 0) chooseColumns(area, next)
  }
  return (
    <Popover
      name={words.value.columns}
      label={
        <>
          <Icon name="columns" /> <span class="wide">{words.value.columns}</span>
        </>
      }
    >
      {() => (
        <div class="choices column">
          {columns.map(({ part, path }) => (
            <label key={path}>
              <input type="checkbox" checked={chosen.includes(path)} onChange={() => toggle(path)} />{" "}
              {fieldLabel(part, area, path)}
            </label>
          ))}
        </div>
      )}
    </Popover>
  )
}

const NameView = ({ area, onClose, query }: Pick<Properties, "area" | "query"> & { readonly onClose: () => void }) => {
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get("name") ?? "").trim()
    if (name === "") return
    saveView(area, { name, query })
    onClose()
  }
  return (
    <Dialog title={words.value.saveView} onClose={onClose}>
      <form onSubmit={save}>
        <div class="field">
          <label for="view-name">{words.value.viewName}</label>
          <input id="view-name" name="name" required maxLength={40} autocomplete="off" />
        </div>
        <div class="actions">
          <button type="submit" class="primary">
            {words.value.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Reads the whole list, whatever of it was looked at. */
const exportCsv = async (area: string, list: Operation, query: Query, columns: ReadonlyArray<Column>) => {
  const paths = columns.map(({ path }) => path)
  const parameters = sentFor(list, query, paths)
  const parts = [csvLine(columns.map(({ part, path }) => fieldLabel(part, area, path)))]
  const entries = listed(
    list,
    list.answer === "page" ? { ...parameters, limit: "1000" } : parameters,
    new AbortController().signal
  )
  for await (const entry of entries) parts.push(csvLine(paths.map((path) => valueAt(entry, path))))
  downloadCsv(`${area}.csv`, parts)
  say(words.value.csvMade(parts.length - 1))
}

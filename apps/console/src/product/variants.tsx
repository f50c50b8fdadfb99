/** A product's variants as a table whose cells are edited in place. A column of a spreadsheet can be pasted into it. */
import type { VNode } from "preact"
import { useRef, useState } from "preact/hooks"
import type { Draft, Row } from "./draft.ts"
import { type ColumnName, columns, nameOf, pasted, skusOf } from "./matrix.ts"
import { type Change, Options } from "./options.tsx"
import { RowEditor, type RowProblems } from "./row.tsx"
import { productWords } from "./words.ts"

interface Properties {
  readonly draft: Draft
  readonly problems: ReadonlyMap<string, RowProblems>
  readonly onChange: Change
}

/** So many rows are looked through at a glance. */
const fewRows = 12

export const Variants = ({ draft, onChange, problems }: Properties) => {
  const { rows } = draft
  const [typed, setTyped] = useState("")
  const wanted = typed.toLowerCase().split(/\s+/)
  const skus = skusOf(draft)
  const shown =
    typed === ""
      ? rows
      : rows.filter((row) => {
          const searched = `${nameOf(row)} ${skus.get(row.key)}`.toLowerCase()
          return wanted.every((word) => searched.includes(word))
        })
  return (
    <>
      <Options draft={draft} onChange={onChange} />
      {rows.length > 0 && (
        <>
          <div class="matrix-tools">
            {(rows.length > fewRows || typed !== "") && (
              <input
                type="search"
                aria-label={productWords.value.findVariant}
                placeholder={productWords.value.findVariant}
                value={typed}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            )}
            <SetAll count={shown.filter(({ isSold }) => isSold).length} shown={shown} onChange={onChange} />
          </div>
          <Matrix {...{ draft, onChange, problems, shown, skus }} />
          <p class="help">{productWords.value.pasteHelp}</p>
        </>
      )}
    </>
  )
}

interface SetAllProperties {
  readonly count: number
  readonly shown: ReadonlyArray<Row>
  readonly onChange: Change
}

/** Gives all rows that are shown one price or one stock. */
const SetAll = ({ count, onChange, shown }: SetAllProperties) => {
  const { cell, setAll, setAllFor } = productWords.value
  const [values, setValues] = useState({ price: "", quantity: "" })
  const apply = () => {
    const keys = new Set(shown.filter(({ isSold }) => isSold).map(({ key }) => key))
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""))
    onChange((one) => ({ ...one, rows: one.rows.map((row) => (keys.has(row.key) ? { ...row, ...given } : row)) }))
    setValues({ price: "", quantity: "" })
  }
  return (
    <div class="set-all">
      {(["price", "quantity"] as const).map((name) => (
        <input
          key={name}
          type="text"
          inputMode={name === "price" ? "decimal" : "numeric"}
          aria-label={`${setAll}: ${cell[name]}`}
          placeholder={cell[name]}
          value={values[name]}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return
            event.preventDefault()
            apply()
          }}
          onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      <button type="button" class="button" disabled={values.price === "" && values.quantity === ""} onClick={apply}>
        {setAll} <span class="wide">{setAllFor(count)}</span>
      </button>
    </div>
  )
}

interface MatrixProperties extends Properties {
  readonly shown: ReadonlyArray<Row>
  readonly skus: ReadonlyMap<string, string>
}

const Matrix = ({ draft, onChange, problems, shown, skus }: MatrixProperties) => {
  const { cell, sold, variant } = productWords.value
  const drawn = useRef(new WeakMap<Row, { readonly said: string; readonly node: VNode }>())
  const edit = (key: string, changes: Partial<Row>) =>
    onChange((one) => ({ ...one, rows: one.rows.map((row) => (row.key === key ? { ...row, ...changes } : row)) }))
  const paste = (event: ClipboardEvent) => {
    const at = placeOf(event.target)
    const text = event.clipboardData?.getData("text/plain") ?? ""
    if (at === undefined || !/[\n\t]/.test(text.trim())) return
    event.preventDefault()
    onChange((one) => ({ ...one, rows: pasted(one.rows, shown, at, text) }))
  }
  const rowOf = (row: Row) => {
    const sku = skus.get(row.key) ?? ""
    const wrong = problems.get(row.key) ?? {}
    // The row is drawn again only if something of it has changed: a product may have a thousand.
    const said = JSON.stringify([sku, wrong, draft.price, productWords.value.sold])
    const known = drawn.current.get(row)
    if (known?.said === said) return known.node
    const node = <RowEditor key={row.key} {...{ row, sku, wrong }} base={draft.price} onEdit={edit} />
    drawn.current.set(row, { said, node })
    return node
  }
  return (
    <table class="matrix" onKeyDown={moveFocus} onPaste={paste}>
      <thead>
        <tr>
          <th scope="col">{sold}</th>
          <th scope="col">{variant}</th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {cell[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{shown.map(rowOf)}</tbody>
    </table>
  )
}

/** The row and the column of a cell. */
const placeOf = (target: EventTarget | null) => {
  const { column, key } = (target as HTMLElement | null)?.dataset ?? {}
  return key === undefined || column === undefined ? undefined : { key, column: column as ColumnName }
}

/** The arrows and Enter go to the same column of the row above or below. */
const moveFocus = (event: KeyboardEvent): void => {
  const at = placeOf(event.target)
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key]
  if (at === undefined || step === undefined) return
  const row = (event.target as HTMLElement).closest("tr")
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  const cell = next?.querySelector<HTMLInputElement>(`[data-column=${at.column}]`)
  event.preventDefault()
  cell?.focus()
  cell?.select()
}

/** A row of the table of variants. */
import type { Row } from "./draft.ts"
import { columns, nameOf } from "./matrix.ts"
import { productWords } from "./words.ts"

/** What was wrong with a row's cells. */
export type RowProblems = Readonly<Partial<Record<string, string>>>

interface RowProperties {
  readonly row: Row
  readonly sku: string
  readonly wrong: RowProblems
  /** The product's own price. */
  readonly base: string
  readonly onEdit: (key: string, changes: Partial<Row>) => void
}

export const RowEditor = ({ base, onEdit, row, sku, wrong }: RowProperties) => {
  const { cell, notMade, notSold, samePrice, sold } = productWords.value
  const { isSold, isStored, key } = row
  const name = nameOf(row)
  const texts = { price: row.price, quantity: row.quantity, sku }
  const said = [...new Set(Object.values(wrong))].join(" ")
  return (
    <tr class={isSold ? undefined : "off"}>
      <td>
        <input
          type="checkbox"
          aria-label={`${name}: ${sold}`}
          checked={isSold}
          onChange={() => onEdit(key, { isSold: !isSold })}
        />
      </td>
      <th scope="row">
        {name} {!isSold && <small class="badge tone-bad">{isStored ? notSold : notMade}</small>}
        {said !== "" && <small class="problem">{said}</small>}
      </th>
      {columns.map((column) =>
        column === "sku" && isStored ? (
          <td key={column} class="cell-sku">
            <code>{sku}</code>
          </td>
        ) : (
          <td key={column} class={`cell-${column}`} data-label={cell[column]}>
            <input
              type="text"
              inputMode={column === "price" ? "decimal" : column === "quantity" ? "numeric" : "text"}
              aria-label={`${name}: ${cell[column]}`}
              aria-invalid={wrong[column] === undefined ? undefined : "true"}
              data-key={key}
              data-column={column}
              placeholder={column === "price" ? base || samePrice : column === "quantity" ? "0" : ""}
              readOnly={!isSold}
              value={texts[column]}
              onInput={(event) => onEdit(key, { [column]: event.currentTarget.value })}
            />
          </td>
        )
      )}
    </tr>
  )
}

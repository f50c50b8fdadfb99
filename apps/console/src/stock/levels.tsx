/** The stock of every SKU, and what of it is running out; changed in place. */
import { useState } from "preact/hooks"
import { operationsById } from "../call/client.ts"
import { mayCall } from "../call/session.ts"
import type { Pages } from "../fold/area.ts"
import { areaNoun } from "../fold/spoken.ts"
import { List } from "../list/list.tsx"
import { address, replaceQuery } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { ChangeStock, type StockLevel } from "./change.tsx"
import { stockWords } from "./words.ts"

const increment = operationsById.get("inventory.increment")!
/** Fewer pieces are said to be running out. */
const few = 5

export const Levels = ({ pages }: { readonly pages: Pages }) => {
  const { area } = pages
  const [changing, setChanging] = useState<StockLevel>()
  // A row that was changed stays where it is, so that the next one can be changed too.
  const [changed, setChanged] = useState<ReadonlyMap<string, number>>(new Map())
  const { query } = address.value
  const isFew = query["below"] === String(few)
  const { below: _, ...others } = query
  const quantity = (entry: unknown) => {
    const level = entry as StockLevel
    const now = changed.get(level.sku) ?? level.quantity
    if (level.unlimited) return <span class="faint">∞</span>
    return (
      <span class="stock-cell">
        <b class={(now ?? 0) < few ? "low" : undefined}>{now ?? words.value.none}</b>
        {mayCall(increment) && (
          <button
            type="button"
            class="quiet"
            aria-label={stockWords.value.changeOf(level.sku)}
            onClick={() => setChanging(level)}
          >
            {stockWords.value.change}
          </button>
        )}
      </span>
    )
  }
  return (
    <>
      <Title text={areaNoun(area)} />
      <Siblings area={area} />
      <div class="views">
        <button type="button" class="tab" aria-pressed={!isFew} onClick={() => replaceQuery(others)}>
          {stockWords.value.all}
        </button>
        <button
          type="button"
          class="tab"
          aria-pressed={isFew}
          onClick={() => replaceQuery({ ...others, below: String(few) })}
        >
          {stockWords.value.runningOut(few)}
        </button>
      </div>
      <List pages={pages} cells={{ quantity }} />
      {changing !== undefined && (
        <ChangeStock
          level={changing}
          onClose={() => setChanging(undefined)}
          onChanged={(now) => setChanged(new Map(changed).set(changing.sku, now))}
        />
      )}
    </>
  )
}

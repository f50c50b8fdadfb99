/** Why the stock of a SKU is what it is: its movements, each with the order or the request that made it. */
import { useEffect, useMemo, useState } from "preact/hooks"
import { useEntry } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { usePeople } from "../call/people.ts"
import { mayCall } from "../call/session.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { areaNoun } from "../fold/spoken.ts"
import { RowReader } from "../list/rows.ts"
import { linkTo } from "../page/router.ts"
import { Empty, Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { ChangeStock, type StockLevel } from "./change.tsx"
import { Delta, type Movement, Who, Why } from "./movement.tsx"
import { stockWords } from "./words.ts"

const levels = operationsById.get("inventory.levels")!
const ledger = operationsById.get("ledger.list")!
const increment = operationsById.get("inventory.increment")!

export const Level = ({ entry: sku }: { readonly entry: string }) => {
  const { again, data, failure } = useEntry(levels, "sku", sku, { sku })
  const [turn, setTurn] = useState(0)
  const [isChanging, setChanging] = useState(false)
  const level = data as StockLevel | undefined
  const { change, inStock, movements, pieces, product, unlimited } = stockWords.value
  return (
    <>
      <Title text={sku} above={[[areaNoun("inventory"), ["inventory"]]]}>
        {level !== undefined && !level.unlimited && mayCall(increment) && (
          <button type="button" class="primary" onClick={() => setChanging(true)}>
            {change}
          </button>
        )}
      </Title>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {level !== undefined && (
        <dl class="card stock-facts">
          <div>
            <dt>{inStock}</dt>
            <dd class="stock-now">{level.unlimited ? unlimited : pieces(level.quantity ?? 0)}</dd>
          </div>
          <div>
            <dt>{product}</dt>
            <dd>
              <a href={linkTo(["products", String(level.uid)])}>{level.title}</a>
            </dd>
          </div>
        </dl>
      )}
      <h2 class="apart">{movements}</h2>
      <Movements key={turn} sku={sku} />
      {isChanging && level !== undefined && (
        <ChangeStock
          level={level}
          onClose={() => setChanging(false)}
          onChanged={() => {
            again()
            setTurn(turn + 1)
          }}
        />
      )}
    </>
  )
}

const Movements = ({ sku }: { readonly sku: string }) => {
  const reader = useMemo(() => new RowReader(ledger, { sku, limit: "100" }), [sku])
  useEffect(() => () => reader.stop(), [reader])
  const people = usePeople()
  const { entries, failure, state } = reader.rows.value
  const { after, delta, more, noMovements, when, who, why } = stockWords.value
  if (state === "failed") return <Failure cause={failure} />
  if (state === "loading" && entries.length === 0) return <Loading rows={6} />
  if (entries.length === 0) return <Empty text={noMovements} />
  return (
    <>
      <table class="list movements">
        <caption class="hidden">{stockWords.value.movements}</caption>
        <thead>
          <tr>
            <th scope="col" class="time">
              {when}
            </th>
            <th scope="col">{delta}</th>
            <th scope="col" class="number">
              {after}
            </th>
            <th scope="col">{why}</th>
            <th scope="col">{who}</th>
          </tr>
        </thead>
        <tbody>
          {(entries as ReadonlyArray<Movement>).map((one, at) => (
            <tr key={at}>
              <td>{textOf(one.ts, { kind: "unix" }, manner.value)}</td>
              <td>
                <Delta delta={one.delta} />
              </td>
              <td class="number">{one.quantity}</td>
              <td>
                <Why movement={one} />
              </td>
              <td>
                <Who movement={one} people={people} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {state === "some" && (
        <div class="actions">
          <button type="button" class="button" onClick={() => reader.want(entries.length + 1)}>
            {more}
          </button>
        </div>
      )}
      <p class="list-end faint" role="status">
        {state === "all" ? words.value.rows(entries.length) : words.value.rowsSoFar(entries.length)}
      </p>
    </>
  )
}

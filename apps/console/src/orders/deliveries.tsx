/** The events of an order that webhooks got, and what became of them. */
import { type Asked, useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { moment } from "../detail/manner.ts"
import { Value } from "../detail/value.tsx"
import { Failure, Loading } from "../page/states.tsx"
import { orderWords } from "./words.ts"

interface Delivery {
  readonly id: string
  readonly ts: number
  readonly type: number
  readonly webhook: string
  readonly state: string
  readonly attempts: ReadonlyArray<unknown>
}

const list = operationsById.get("webhooks.deliveries")!
const partOf = (name: string) => list.output.item!.inner!.find((one) => one.name === name)!

/** Asks for them. */
export const useDeliveries = (id: string, turn: number): Asked => useAnswer(list, { orderID: id }, { turn })

export const Deliveries = ({ again, data, failure }: Asked) => {
  const said = orderWords.value
  const all = (data ?? []) as ReadonlyArray<Delivery>
  return (
    <section class="box no-print">
      <h2>{said.deliveries}</h2>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {data === undefined && failure === undefined && <Loading rows={1} />}
      {data !== undefined && all.length === 0 && <p class="faint">{said.noDeliveries}</p>}
      <ul class="box-rows">
        {all.map(({ attempts, id, state, ts, type, webhook }) => (
          <li key={id}>
            <Value part={partOf("type")} value={type} />
            <Value part={partOf("state")} value={state} />
            <small class="faint">
              {moment(ts)} · <Value part={partOf("webhook")} value={webhook} /> · {said.attempts}: {attempts.length}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

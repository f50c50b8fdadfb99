/** A movement of stock in words: how much, why, and who did it. */
import { authorOf } from "../call/people.ts"
import { linkTo } from "../page/router.ts"
import { words } from "../words/words.ts"
import { stockWords } from "./words.ts"

/** A movement, as the ledger shows it. */
export interface Movement {
  readonly sku: string
  readonly delta: number
  readonly quantity: number
  readonly reason: string
  readonly key: string | null
  readonly orderID: string | null
  readonly ts: number
  /** The request that made it, and who sent that; null where they are not known. */
  readonly requestId?: string | null
  readonly by?: string | null
}

export const Delta = ({ delta }: { readonly delta: number }) => (
  <span class={`badge ${delta < 0 ? "tone-bad" : delta > 0 ? "tone-good" : "tone-quiet"}`}>
    {delta > 0 ? `+${delta}` : String(delta).replace("-", "−")}
  </span>
)

/** Why it moved, with a way to the order or the request that did it. */
export const Why = ({ movement }: { readonly movement: Movement }) => {
  const { delta, orderID, reason, requestId } = movement
  const { reasons, request } = stockWords.value
  const name = reason === "patch" ? (delta < 0 ? "taken" : "added") : reason
  const said = (reasons as Readonly<Record<string, string>>)[name] ?? name
  return (
    <span>
      {orderID === null ? said : <a href={linkTo(["orders", orderID])}>{said}</a>}
      {typeof requestId === "string" && (
        <>
          {" "}
          · <a href={linkTo(["requests", requestId])}>{request}</a>
        </>
      )}
    </span>
  )
}

interface WhoProperties {
  readonly movement: Movement
  readonly people: ReadonlyMap<string, string>
}

/** The person or the program behind a movement: a name, or an instance. */
export const Who = ({ movement: { by, key }, people }: WhoProperties) => {
  const who = by ?? key
  if (who === null) return <span class="faint">{words.value.none}</span>
  return <span>{authorOf(who, people)}</span>
}

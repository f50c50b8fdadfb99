/** What a shop's console begins with: how it goes, and what waits for someone. */
import { useEffect, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { shop, state } from "../call/session.ts"
import { localOf } from "../form/zoned.ts"
import { Failure } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { dayText } from "./chart.tsx"
import { Sending, Server, type Status } from "./health.tsx"
import { Sales } from "./sales.tsx"
import { Coupons, Stock, useWaiting, WaitingOrders } from "./waiting.tsx"

const read = operationsById.get("installation.status")!

export const Today = () => {
  const turn = useTurns()
  const { again, data, failure } = useAnswer(read, {}, { turn })
  // Asked last, because it takes the server longest: the cards ask before the page that has them.
  const waiting = useWaiting(turn)
  const status = data as Status | undefined
  // The clock of the server may be moved, and the days are its days.
  const now = status === undefined ? Number.NaN : Date.parse(status.clock.now) / 1000
  const today = localOf(now, shop.value?.timezone).slice(0, 10)
  const isOperator = state.value.kind === "in" && state.value.session.role === "operator"
  return (
    <>
      <Title
        text={words.value.today}
        beside={
          today !== "" && (
            <span class="faint">{dayText(today, { weekday: "long", day: "numeric", month: "long" })}</span>
          )
        }
      />
      {failure !== undefined ? (
        <Failure cause={failure} onRetry={again} />
      ) : (
        // All cards ask at once, and those that need the server's clock wait for it with their answers.
        <div class="today">
          <Sales {...{ turn, today }} />
          <div class="today-cards">
            <WaitingOrders {...{ today, waiting }} />
            <Coupons now={now} />
            <Stock turn={turn} />
            <Sending status={status} />
            {isOperator && status !== undefined && <Server status={status} />}
          </div>
        </div>
      )}
    </>
  )
}

/** Counts the times at which the page is to be read again: soon after it was shown, because sums may still be made, then seldom. */
const useTurns = (): number => {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const next = () => setTurn((one) => one + 1)
    // A page in the background is read again when it is seen.
    const begin = () => {
      timer = document.hidden ? undefined : setTimeout(next, Math.min(firstPauseMs * 2 ** turn, maxPauseMs))
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    begin()
    const see = () => (document.hidden ? clearTimeout(timer) : begin())
    document.addEventListener("visibilitychange", see)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", see)
    }
  }, [turn])
  return turn
}
const firstPauseMs = 2000
const maxPauseMs = 60_000

/** A delivery in a list: what became of it; opened, its attempts and the ways to send it again. */
import { useState } from "preact/hooks"
import { operationsById } from "../call/client.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { OperationForm } from "../form/form.tsx"
import { may, useAct } from "../kit/act.ts"
import { Dialog } from "../kit/dialog.tsx"
import { say } from "../kit/notice.tsx"
import { linkTo } from "../page/router.ts"
import { Refusal } from "../page/states.tsx"
import { StatusBadge } from "../requests/status.tsx"
import { words } from "../words/words.ts"
import { own } from "./words.ts"

/** A delivery as the server lists it. */
export interface Delivery {
  readonly id: string
  readonly webhook: string
  readonly type: number
  readonly orderID: string | null
  readonly state: keyof typeof own.value.states
  readonly attempts: ReadonlyArray<Attempt>
  readonly next_at: string | null
  readonly ts: number
}

interface Attempt {
  readonly ts: number
  readonly status: number | null
  readonly error: string | null
  readonly ms: number
  readonly answer: string | null
}

const tones = { pending: "wait", waiting: "quiet", parked: "wait", delivered: "good", dead: "bad" } as const
const replay = operationsById.get("webhooks.replay")!
const types = operationsById.get("webhooks.list")!.output.item!.inner!.find(({ name }) => name === "type")!
/** `order.paid` */
export const eventName = (type: number): string => types.labels?.[String(type)] ?? String(type)

/** A time of a log, with its seconds. */
export const timeOf = (seconds: number): string => {
  const { language, timezone } = manner.value
  return new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "medium",
    ...(timezone === undefined ? {} : { timeZone: timezone })
  }).format(seconds * 1000)
}

interface Properties {
  readonly delivery: Delivery
  /** What the webhook is called, in a list with others. */
  readonly to: string | undefined
}

export const DeliveryRow = ({ delivery, to }: Properties) => {
  const { attempts, orderID, state, ts, type } = delivery
  const [isOpen, setOpen] = useState(false)
  const last = attempts.at(-1)
  return (
    <li class="delivery">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class={`badge tone-${tones[state]}`}>{own.value.states[state]}</span>
          <code class="delivery-event">{eventName(type)}</code>
          <span class="delivery-order">
            {to} <span class="faint">{orderID}</span>
          </span>
          <span class="delivery-last">
            {last !== undefined && <Answered {...last} />}{" "}
            {attempts.length > 0 && <span class="faint">{own.value.attempts(attempts.length)}</span>}
          </span>
          <time class="faint">{timeOf(ts)}</time>
        </summary>
        {isOpen && <Attempts delivery={delivery} />}
      </details>
    </li>
  )
}

const Answered = ({ status }: Pick<Attempt, "status">) =>
  status === null ? <span class="badge tone-bad">{own.value.noAnswer}</span> : <StatusBadge status={status} />

const Attempts = ({ delivery }: { readonly delivery: Delivery }) => {
  const { attempts, next_at, orderID, state } = delivery
  return (
    <div class="delivery-body">
      {attempts.length === 0 && (
        <p class="faint">{state === "delivered" ? own.value.firstTime : own.value.noAttempts}</p>
      )}
      {state === "waiting" && <p class="faint">{own.value.waitingWhy}</p>}
      <ol class="attempts">
        {attempts.map(({ answer, error, ms, status, ts }, at) => (
          <li key={at}>
            <p class="attempt-line">
              <span class="faint">
                {own.value.attempt} {at + 1}
              </span>
              <Answered status={status} />
              <span>{words.value.milliseconds(ms)}</span>
              <time class="faint">{timeOf(ts)}</time>
            </p>
            {error !== null && error !== "" && <p class="problem">{error}</p>}
            {answer !== null && answer !== "" && <pre class="code">{answer}</pre>}
          </li>
        ))}
      </ol>
      {next_at !== null && <p class="faint">{own.value.next(textOf(next_at, { kind: "instant" }, manner.value))}</p>}
      <div class="actions">
        {may("webhooks.replay") && <Again delivery={delivery} />}
        {orderID !== null && (
          <a class="quiet" href={linkTo(["orders", orderID])}>
            {orderID}
          </a>
        )}
      </div>
    </div>
  )
}

const Again = ({ delivery: { id } }: { readonly delivery: Delivery }) => {
  const { act, failure, isActing } = useAct()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      {failure !== undefined && <Refusal cause={failure} />}
      <button
        type="button"
        class="primary"
        disabled={isActing}
        onClick={() => void act(replay.id, { delivery: id }, own.value.sentAgain)}
      >
        {own.value.sendAgain}
      </button>
      <button type="button" class="button" onClick={() => setChoosing(true)}>
        {own.value.sendElsewhere}
      </button>
      {isChoosing && (
        <Dialog title={own.value.sendElsewhere} kind="sheet" onClose={() => setChoosing(false)}>
          <OperationForm
            operation={replay}
            fixed={{ delivery: id, from: undefined, to: undefined }}
            submit={own.value.sendAgain}
            onDone={() => {
              setChoosing(false)
              say(own.value.sentAgain)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

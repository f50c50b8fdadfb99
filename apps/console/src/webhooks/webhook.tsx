/** A webhook: its state, what can be done with it, and its deliveries. */
import { useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { ActionDialog } from "../detail/action.tsx"
import type { Action } from "../fold/area.ts"
import { areaNoun, fieldLabel } from "../fold/spoken.ts"
import { may, useAct } from "../kit/act.ts"
import { say } from "../kit/notice.tsx"
import { go } from "../page/router.ts"
import { Failure, Loading, Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { StatusBadge } from "../requests/status.tsx"
import { words } from "../words/words.ts"
import { Deliveries } from "./deliveries.tsx"
import { eventName } from "./delivery.tsx"
import { own } from "./words.ts"

interface Shown {
  readonly id: string
  readonly type: number
  readonly url: string
  readonly name: string
  readonly state: keyof typeof own.value.webhookStates
}

const read = operationsById.get("webhooks.read")!
const actions = {
  update: { operation: operationsById.get("webhooks.update")!, by: "id" },
  rotate: { operation: operationsById.get("webhooks.rotate")!, by: "webhook" },
  remove: { operation: operationsById.get("webhooks.remove")!, by: "id" }
}
const tones = { active: "good", paused: "wait", disabled: "bad" } as const

export const Webhook = ({ entry: id }: { readonly entry: string }) => {
  const { again, data, failure } = useAnswer(read, { id })
  const webhook = data as Shown | undefined
  return (
    <>
      <Title text={webhook?.name ?? id} above={[[areaNoun("webhooks"), ["webhooks"]]]}>
        {webhook !== undefined && <Buttons webhook={webhook} onChange={again} />}
      </Title>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {webhook === undefined ? (
        failure === undefined && <Loading rows={3} />
      ) : (
        <>
          <About webhook={webhook} onChange={again} />
          <Deliveries webhook={id} />
        </>
      )}
    </>
  )
}

interface Properties {
  readonly webhook: Shown
  readonly onChange: () => void
}

const Buttons = ({ onChange, webhook }: Properties) => {
  const [action, setAction] = useState<Action>()
  const done = (finished: Action) => {
    setAction(undefined)
    say(finished === actions.remove ? words.value.removed : words.value.saved)
    if (finished === actions.remove) go(["webhooks"])
    else onChange()
  }
  const buttons = [
    ["update", words.value.edit, "button"],
    ["rotate", own.value.rotate, "button"],
    ["remove", words.value.remove, "button danger"]
  ] as const
  return (
    <>
      {buttons.map(([name, text, kind]) =>
        may(actions[name].operation.id) ? (
          <button key={name} type="button" class={kind} onClick={() => setAction(actions[name])}>
            {text}
          </button>
        ) : null
      )}
      {action !== undefined && (
        <ActionDialog
          {...{ action, data: webhook, entry: webhook.id, title: webhook.name }}
          onClose={() => setAction(undefined)}
          onDone={done}
        />
      )}
    </>
  )
}

/** What an answer to a test event says. */
interface Tested {
  readonly ok: number
  readonly status: number | null
  readonly reason: string | null
}

const About = ({ onChange, webhook }: Properties) => {
  const { id, state, type, url } = webhook
  const { act, failure, isActing } = useAct()
  const [tested, setTested] = useState<Tested>()
  const isActive = state === "active"
  const turn = async () => {
    const paused = isActive ? 1 : 0
    if (await act("webhooks.setPaused", { webhook: id, paused }, isActive ? own.value.pausedNow : own.value.resumedNow))
      onChange()
  }
  const test = async () => {
    setTested(undefined)
    const made = await act("webhooks.test", { webhook: id })
    if (made !== false) setTested(made.data as Tested)
  }
  return (
    <section class="plate">
      <dl>
        <div>
          <dt>{fieldLabel({ name: "state" }, "webhooks")}</dt>
          <dd>
            <span class={`badge tone-${tones[state]}`}>{own.value.webhookStates[state]}</span>
          </dd>
        </div>
        <div>
          <dt>{fieldLabel({ name: "type" }, "webhooks")}</dt>
          <dd>
            <code>{eventName(type)}</code>
          </dd>
        </div>
        <div class="broad">
          <dt>{fieldLabel({ name: "url" }, "webhooks")}</dt>
          <dd>
            <code>{url}</code>
          </dd>
        </div>
      </dl>
      {state === "disabled" && <p class="remark bad">{own.value.disabledWhy}</p>}
      {state === "paused" && <p class="remark wait">{own.value.pausedWhy}</p>}
      {failure !== undefined && <Refusal cause={failure} />}
      {may("webhooks.test") && (
        <div class="actions">
          <button type="button" class={isActive ? "button" : "primary"} disabled={isActing} onClick={() => void turn()}>
            {isActive ? own.value.pause : own.value.resume}
          </button>
          <button type="button" class="button" disabled={isActing} onClick={() => void test()}>
            {own.value.test}
          </button>
        </div>
      )}
      {tested !== undefined && (
        <p class={tested.ok === 1 ? "remark good" : "remark bad"} role="status">
          {tested.ok === 1 ? own.value.testOk(tested.status ?? 200) : own.value.testFailed}{" "}
          {tested.ok !== 1 && tested.status !== null && <StatusBadge status={tested.status} />} {tested.reason}
        </p>
      )}
    </section>
  )
}

/** The endpoints that orders ask while they are made, with the states of their circuit breakers. */
import { useEffect, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { areaNoun, fieldLabel, summaryOf } from "../fold/spoken.ts"
import { NewSecret } from "../form/new-secret.tsx"
import { may, useAct } from "../kit/act.ts"
import { Confirm } from "../kit/confirm.tsx"
import { Icon } from "../kit/icons.tsx"
import { linkTo } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Empty, Failure, Loading, Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { StatusBadge } from "../requests/status.tsx"
import { words } from "../words/words.ts"
import { own } from "./words.ts"

interface Endpoint {
  readonly id: string
  readonly kind: "coupon" | "shipping"
  readonly name: string
  readonly url: string
  readonly state: keyof typeof own.value.breaker
  readonly failures: number
  readonly last_status: number | null
  readonly last_ms: number | null
  readonly opened_at: string | null
}

const list = operationsById.get("realtime.list")!
const rotate = operationsById.get("realtime.rotate")!
const tones = { closed: "good", open: "bad", half_open: "wait", paused: "wait" } as const
/** A breaker changes by itself, so the page asks again. */
const againMs = 10_000

export const Realtime = () => {
  const { again, data, failure } = useAnswer(list, {})
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), againMs)
    return () => clearInterval(timer)
  }, [])
  const endpoints = data as ReadonlyArray<Endpoint> | undefined
  return (
    <>
      <Title text={areaNoun("realtime")}>
        {may("realtime.createCoupon") && (
          <>
            <a class="button" href={linkTo(["realtime", "-", "createCoupon"])}>
              <Icon name="plus" /> {own.value.newCoupon}
            </a>
            <a class="button" href={linkTo(["realtime", "-", "createShipping"])}>
              <Icon name="plus" /> {own.value.newShipping}
            </a>
          </>
        )}
      </Title>
      <Siblings area="realtime" />
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {endpoints === undefined && failure === undefined && <Loading rows={5} />}
      {endpoints?.length === 0 && (
        <Empty text={own.value.noEndpoints}>
          <p>{own.value.noEndpointsHow}</p>
        </Empty>
      )}
      <div class="plates">
        {endpoints?.map((one) => (
          <Card key={one.id} endpoint={one} onChange={again} />
        ))}
      </div>
      {endpoints?.some(({ kind }) => kind === "shipping") === true && (
        <p class="apart">
          <a href={linkTo(["explorer", "realtime.quote"])}>{own.value.askAll}</a>
        </p>
      )}
    </>
  )
}

interface Properties {
  readonly endpoint: Endpoint
  readonly onChange: () => void
}

const Card = ({ endpoint, onChange }: Properties) => {
  const { failures, kind, last_ms, last_status, name, opened_at, state, url } = endpoint
  return (
    <section class="plate">
      <div class="plate-title">
        <h2>{name}</h2>
        <span class={`badge tone-${tones[state]}`}>{own.value.breaker[state]}</span>
        <span class="badge">{own.value.kind[kind]}</span>
      </div>
      <p>
        <code>{url}</code>
      </p>
      {own.value.breakerWhy[state] !== "" && <p class="remark wait">{own.value.breakerWhy[state]}</p>}
      <dl>
        <div>
          <dt>{own.value.lastAnswer}</dt>
          <dd>
            {last_status === null ? (
              <span class="faint">{last_ms === null ? own.value.never : own.value.noAnswer}</span>
            ) : (
              <StatusBadge status={last_status} />
            )}{" "}
            {last_ms !== null && words.value.milliseconds(last_ms)}
          </dd>
        </div>
        <div>
          <dt>{own.value.failures}</dt>
          <dd>{failures}</dd>
        </div>
        {opened_at !== null && (
          <div>
            <dt>{fieldLabel({ name: "opened_at" }, "realtime")}</dt>
            <dd>{textOf(opened_at, { kind: "instant" }, manner.value)}</dd>
          </div>
        )}
      </dl>
      {may("realtime.setPaused") && <Buttons endpoint={endpoint} onChange={onChange} />}
    </section>
  )
}

const Buttons = ({ endpoint, onChange }: Properties) => {
  const { id, kind, name, state } = endpoint
  const { act, failure, isActing } = useAct()
  const [asking, setAsking] = useState<"rotate" | "remove">()
  const isPaused = state === "paused"
  const change = async (operation: string, parameters: Readonly<Record<string, unknown>>, said: string) => {
    if (!(await act(operation, parameters, said))) return
    setAsking(undefined)
    onChange()
  }
  const remove = kind === "coupon" ? "realtime.removeCoupon" : "realtime.removeShipping"
  return (
    <>
      {failure !== undefined && <Refusal cause={failure} />}
      <div class="actions">
        <button
          type="button"
          class={isPaused ? "primary" : "button"}
          disabled={isActing}
          onClick={() =>
            void change("realtime.setPaused", { endpoint: id, paused: isPaused ? 0 : 1 }, words.value.saved)
          }
        >
          {isPaused ? own.value.resume : own.value.pause}
        </button>
        <button type="button" class="button" onClick={() => setAsking("rotate")}>
          {own.value.rotate}
        </button>
        <button type="button" class="button danger" onClick={() => setAsking("remove")}>
          {words.value.remove}
        </button>
      </div>
      {asking === "remove" && (
        <Confirm
          title={words.value.removeTitle(name)}
          submit={words.value.remove}
          isActing={isActing}
          onConfirm={() => void change(remove, { id }, words.value.removed)}
          onClose={() => setAsking(undefined)}
        >
          <p>{own.value.removeEndpoint}</p>
        </Confirm>
      )}
      {asking === "rotate" && (
        <NewSecret
          operation={rotate}
          fixed={{ endpoint: id }}
          title={own.value.rotate}
          help={summaryOf(rotate)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

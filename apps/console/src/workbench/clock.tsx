/** The clock of a server for development: what it shows, forward, and back. */
import { useEffect, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { look, resetClock } from "../call/conditions.ts"
import { manner } from "../detail/manner.ts"
import { spanOf } from "../detail/span.ts"
import { areaNoun } from "../fold/spoken.ts"
import { OperationForm } from "../form/form.tsx"
import { useAct } from "../kit/act.ts"
import { say } from "../kit/notice.tsx"
import { Failure, Loading, Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { language } from "../words/words.ts"
import { own } from "./words.ts"

interface Shown {
  readonly now: string
  readonly offset_seconds: number
  readonly running?: ReadonlyArray<string>
}

const read = operationsById.get("clock.read")!
const move = operationsById.get("clock.move")!
const spans = { hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 }
const spanNames = Object.keys(spans) as ReadonlyArray<keyof typeof spans>

const timeOf = (at: Date): string => {
  const { timezone } = manner.value
  const zone = timezone === undefined ? {} : { timeZone: timezone }
  return new Intl.DateTimeFormat(language.value, { dateStyle: "full", timeStyle: "medium", ...zone }).format(at)
}

export const Clock = () => {
  const { again, data, failure } = useAnswer(read, {})
  const changed = async (answer: unknown) => {
    const { now, running = [] } = answer as Shown
    say(own.value.moved(timeOf(new Date(now))))
    if (running.length > 0) say(own.value.stillRuns(running.join(", ")))
    await look()
    again()
  }
  return (
    <>
      <Title text={areaNoun("clock")} />
      <p class="help">{own.value.clockHow}</p>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {data === undefined ? (
        failure === undefined && <Loading rows={3} />
      ) : (
        <>
          <Face shown={data as Shown} onChange={again} />
          <Forward onMove={changed} />
          <Expiring onMove={changed} />
          <section class="plate">
            <h2>{own.value.to}</h2>
            <OperationForm
              operation={move}
              fixed={{ forward_seconds: undefined }}
              submit={own.value.move}
              onDone={({ data: answer }) => void changed(answer)}
            />
          </section>
        </>
      )}
    </>
  )
}

const Face = ({ onChange, shown }: { readonly shown: Shown; readonly onChange: () => void }) => {
  const { offset_seconds } = shown
  const [, setTurn] = useState(0)
  const { attempt, failure, isActing } = useAct()
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const span = spanOf(Math.abs(offset_seconds))
  return (
    <section class="plate clock-face">
      <p class="faint">{own.value.shows}</p>
      <p class="clock-time">{timeOf(new Date(Date.now() + offset_seconds * 1000))}</p>
      <p class={offset_seconds === 0 ? "faint" : "remark wait"}>
        {offset_seconds === 0 ? own.value.real : offset_seconds > 0 ? own.value.ahead(span) : own.value.behind(span)}
      </p>
      {failure !== undefined && <Refusal cause={failure} />}
      {offset_seconds !== 0 && (
        <button
          type="button"
          class="primary"
          disabled={isActing}
          onClick={() => void attempt(resetClock, own.value.real).then(onChange)}
        >
          {own.value.back}
        </button>
      )}
    </section>
  )
}

interface MoveProperties {
  readonly onMove: (answer: unknown) => void
}

const Forward = ({ onMove }: MoveProperties) => {
  const { act, failure, isActing } = useAct()
  const forward = async (name: keyof typeof spans) => {
    const made = await act(move.id, { forward_seconds: spans[name] })
    if (made !== false) onMove(made.data)
  }
  return (
    <section class="plate">
      <h2>{own.value.forward}</h2>
      {failure !== undefined && <Refusal cause={failure} />}
      <div class="actions">
        {spanNames.map((name) => (
          <button key={name} type="button" class="button" disabled={isActing} onClick={() => void forward(name)}>
            {own.value.spans[name]}
          </button>
        ))}
      </div>
    </section>
  )
}

interface Coupon {
  readonly uid: number
  readonly code: string
  readonly active: number
  readonly stopDate: { readonly sec: number }
}

const coupons = operationsById.get("coupons.list")!
const maxCoupons = 200

/** The next to end is chosen at first. */
const Expiring = ({ onMove }: MoveProperties) => {
  const { data } = useAnswer(coupons, {})
  const { data: clock } = useAnswer(read, {})
  const { act, failure, isActing } = useAct()
  const now = Date.parse((clock as Shown | undefined)?.now ?? "") / 1000
  const ahead = ((data ?? []) as ReadonlyArray<Coupon>)
    .filter(({ active, stopDate }) => active === 1 && stopDate.sec >= now)
    .toSorted((one, other) => one.stopDate.sec - other.stopDate.sec)
    .slice(0, maxCoupons)
  const [chosen, setChosen] = useState<string>()
  const coupon = ahead.find(({ uid }) => String(uid) === chosen) ?? ahead[0]
  const expire = async ({ stopDate }: Coupon) => {
    const made = await act(move.id, { at: new Date((stopDate.sec + 1) * 1000).toISOString() })
    if (made !== false) onMove(made.data)
  }
  return (
    <section class="plate">
      <h2>{own.value.coupon}</h2>
      {coupon === undefined ? (
        <p class="faint">{own.value.noCoupons}</p>
      ) : (
        <>
          <p class="help">{own.value.couponHow}</p>
          {failure !== undefined && <Refusal cause={failure} />}
          <div class="choosing-one">
            <select
              aria-label={areaNoun("coupons")}
              value={coupon.uid}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              {ahead.map(({ code, stopDate, uid }) => (
                <option key={uid} value={uid}>
                  {code} · {timeOf(new Date(stopDate.sec * 1000))}
                </option>
              ))}
            </select>
            <button type="button" class="button" disabled={isActing} onClick={() => void expire(coupon)}>
              {own.value.expire}
            </button>
          </div>
        </>
      )}
    </section>
  )
}

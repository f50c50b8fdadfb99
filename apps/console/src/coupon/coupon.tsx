/** A coupon: what it takes off, how often it was used, its conditions, and a cart to try it on. */
import { useEffect, useRef, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { mayCall } from "../call/session.ts"
import { manner, moment, money } from "../detail/manner.ts"
import { areaNoun } from "../fold/spoken.ts"
import { OperationForm } from "../form/form.tsx"
import { takeLeft, useLeft } from "../form/left.ts"
import { Dialog } from "../kit/dialog.tsx"
import { say } from "../kit/notice.tsx"
import { go, linkTo } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { worthOf } from "./cells.tsx"
import { ConditionFields } from "./conditions.tsx"
import { type Conditions, changedRules, conditionsOf, type ShownRules } from "./rules.ts"
import { setConditions } from "./setting.ts"
import { TryCoupon } from "./try.tsx"
import { couponWords } from "./words.ts"

const read = operationsById.get("coupons.read")!
const remove = operationsById.get("coupons.remove")!
const updateRules = operationsById.get("coupons.updateRules")!
const check = operationsById.get("coupons.check")!

interface Shown {
  readonly uid: number
  readonly code: string
  readonly name: string
  readonly type: string
  readonly value: string
  readonly min_sum: number
  readonly active: number
  readonly startDate: { readonly sec: number }
  readonly stopDate: { readonly sec: number }
  readonly rules: ShownRules
  readonly usage: { readonly used: number; readonly remaining: number | null; readonly orders: ReadonlyArray<string> }
}

export const Coupon = ({ entry: uid }: { readonly entry: string }) => {
  const { again, data, failure } = useAnswer(read, { uid, nodes: "usage" })
  const [isRemoving, setRemoving] = useState(false)
  const [version, setVersion] = useState(0)
  const coupon = data as Shown | undefined
  const above = [[areaNoun("coupons"), ["coupons"]]] as const
  if (failure !== undefined)
    return (
      <>
        <Title text={uid} above={above} />
        <Failure cause={failure} onRetry={again} />
      </>
    )
  return (
    <>
      <Title text={coupon?.code ?? uid} above={above}>
        {coupon !== undefined && mayCall(remove) && (
          <button type="button" class="button danger" onClick={() => setRemoving(true)}>
            {couponWords.value.remove}
          </button>
        )}
      </Title>
      {coupon === undefined ? (
        <Loading rows={10} />
      ) : (
        <div class="product coupon">
          <div class="product-main">
            <Worth coupon={coupon} />
            <ConditionsCard
              coupon={coupon}
              onSaved={() => {
                setVersion(version + 1)
                again()
              }}
            />
          </div>
          {mayCall(check) && <TryCoupon code={coupon.code} version={version} />}
        </div>
      )}
      {isRemoving && coupon !== undefined && (
        <Dialog title={words.value.removeTitle(coupon.code)} kind="warning" onClose={() => setRemoving(false)}>
          <p class="consequence">{couponWords.value.removeConsequence}</p>
          <OperationForm
            operation={remove}
            fixed={{ uid }}
            submit={words.value.remove}
            onDone={() => {
              say(words.value.removed)
              go(["coupons"])
            }}
          />
        </Dialog>
      )}
    </>
  )
}

const Worth = ({ coupon }: { readonly coupon: Shown }) => {
  const { active, min_sum, name, startDate, stopDate, usage } = coupon
  const said = couponWords.value
  const facts = [
    [said.name, name],
    [said.basics, worthOf(coupon)],
    [said.minSum(manner.value.currency ?? ""), money(min_sum)],
    [said.from, moment(startDate.sec)],
    [said.until, moment(stopDate.sec)],
    [said.used, String(usage.used)],
    [said.left, usage.remaining === null ? said.noLimit : String(usage.remaining)]
  ] as const
  return (
    <section class="card">
      <dl>
        <div>
          <dt>{said.active}</dt>
          <dd>
            <span class={`badge ${active === 1 ? "tone-good" : "tone-quiet"}`}>
              {active === 1 ? words.value.yes : words.value.no}
            </span>
          </dd>
        </div>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {usage.orders.length > 0 && (
        <details>
          <summary>
            {said.usedBy} <span class="count">{usage.orders.length}</span>
          </summary>
          <ul class="plain-list">
            {usage.orders.map((id) => (
              <li key={id}>
                <a href={linkTo(["orders", id])}>{id}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="help">{said.fixed}</p>
    </section>
  )
}

const ConditionsCard = ({ coupon, onSaved }: { readonly coupon: Shown; readonly onSaved: () => void }) => {
  const before = conditionsOf(coupon.rules)
  const form = `coupon ${coupon.uid}`
  const [conditions, setConditionsNow] = useState(() => takeLeft<Conditions>(form, before) ?? before)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const stored = JSON.stringify(coupon.rules)
  const shown = useRef(stored)
  useEffect(() => {
    if (shown.current === stored) return
    shown.current = stored
    // What was refused stays as it was typed.
    if (Object.keys(problems).length === 0) setConditionsNow(before)
  }, [stored])
  const isChanged = changedRules(before, conditions).length > 0
  useLeft(
    form,
    () => before,
    () => (isChanged ? conditions : undefined)
  )
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setSaving(true)
    const wrong = await setConditions(String(coupon.uid), before, conditions)
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) say(words.value.saved)
    setSaving(false)
    onSaved()
  }
  const said = couponWords.value
  return (
    <form class="card" onSubmit={save} noValidate>
      <h2>{said.conditions}</h2>
      <fieldset class="bare" disabled={!mayCall(updateRules)}>
        <ConditionFields conditions={conditions} problems={problems} onChange={setConditionsNow} />
      </fieldset>
      {isChanged && (
        <div class="save-bar">
          <p role="status">{said.unsaved}</p>
          <button
            type="button"
            class="button"
            disabled={isSaving}
            onClick={() => {
              setProblems({})
              setConditionsNow(before)
            }}
          >
            {said.discard}
          </button>
          <button type="submit" class="primary" disabled={isSaving}>
            {isSaving ? words.value.sending : said.saveConditions}
          </button>
        </div>
      )}
    </form>
  )
}

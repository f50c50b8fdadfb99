/** How many calls of a key set its limits have counted. */

import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { may, useAct } from "../kit/act.ts"
import { Failure, Loading, Refusal } from "../page/states.tsx"
import { language } from "../words/words.ts"
import { own } from "./words.ts"

/** A policy as the server counts it. */
export interface Limit {
  readonly policy: keyof typeof own.value.policies
  readonly used: number
  readonly limit: number
  readonly resets_at: string
}

const limits = operationsById.get("throttle.limits")!

/** The limits of a key set. */
export const useLimits = (key: string) => {
  const { again, data, failure } = useAnswer(limits, { key })
  return { again, failure, limits: data as ReadonlyArray<Limit> | undefined }
}

/** A limit as a bar with its numbers. */
export const Gauge = ({ limit, used }: Limit) => {
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const format = new Intl.NumberFormat(language.value)
  return (
    <span class="gauge">
      <meter class="hidden" min={0} max={limit} value={used} aria-label={`${used} / ${limit}`} />
      <span class="gauge-bar" aria-hidden="true">
        <span
          class={share >= 1 ? "full" : share > 0.8 ? "near" : ""}
          // The page's policy forbids styles in the text of a page, and not those that its program sets.
          style={{ width: `${Math.ceil(share * 100)}%` }}
        />
      </span>
      <span class="gauge-text">
        {format.format(used)} / {format.format(limit)}
      </span>
    </span>
  )
}

/** The limits of a key set, with buttons where they may be set. */
export const Limits = ({ name, ...found }: ReturnType<typeof useLimits> & { readonly name: string }) => {
  const { again, failure, limits } = found
  if (failure !== undefined) return <Failure cause={failure} onRetry={again} />
  if (limits === undefined) return <Loading rows={3} />
  return (
    <ul class="entries limits">
      {limits.map((one) => (
        <li key={one.policy}>
          <div>
            <b>{own.value.policies[one.policy]}</b>
            <p class="faint">{own.value.policyHow[one.policy]}</p>
          </div>
          <Gauge {...one} />
          <span class="faint">
            {one.used > 0 && own.value.resets(textOf(one.resets_at, { kind: "instant" }, manner.value))}
          </span>
          {may("throttle.setUsed") && <SetUsed keyName={name} limit={one} onChange={again} />}
        </li>
      ))}
    </ul>
  )
}

interface SetUsedProperties {
  readonly keyName: string
  readonly limit: Limit
  readonly onChange: () => void
}

const SetUsed = ({ keyName, limit: { limit, policy, used }, onChange }: SetUsedProperties) => {
  const { act, failure, isActing } = useAct()
  const isFull = used >= limit
  const set = async () => {
    const said = isFull ? own.value.givenBack : own.value.usedUp
    if (await act("throttle.setUsed", { key: keyName, policy, used: isFull ? 0 : limit }, said)) onChange()
  }
  return (
    <>
      <button type="button" class={isFull ? "primary" : "button"} disabled={isActing} onClick={() => void set()}>
        {isFull ? own.value.giveBack : own.value.useUp}
      </button>
      {failure !== undefined && <Refusal cause={failure} />}
    </>
  )
}

/** The faults that there are, each in a sentence. */

import { type Fault, isSpent, removeFaults } from "../call/conditions.ts"
import { may, useAct } from "../kit/act.ts"
import { Refusal } from "../page/states.tsx"
import { ruleText } from "./rule.ts"
import { own } from "./words.ts"

interface Properties {
  readonly faults: ReadonlyArray<Fault>
  /** What the key sets are called. */
  readonly nameOf: (key: string) => string
}

export const Rules = ({ faults, nameOf }: Properties) => {
  const { attempt, failure, isActing } = useAct()
  const mayRemove = may("faults.remove")
  return (
    <section class="apart">
      <div class="tabs">
        <h2>{own.value.rules}</h2>
        <span class="grow" />
        {mayRemove && faults.length > 0 && (
          <button
            type="button"
            class="primary"
            disabled={isActing}
            onClick={() => void attempt(() => removeFaults(faults))}
          >
            {own.value.allOff}
          </button>
        )}
      </div>
      {failure !== undefined && <Refusal cause={failure} />}
      {faults.length === 0 ? (
        <p class="faint">{own.value.noRules}</p>
      ) : (
        <ul class="entries fault-rows">
          {faults.map((fault) => (
            <li key={fault.id}>
              <span class={isSpent(fault) ? "faint" : undefined}>
                {ruleText(fault)}{" "}
                <span class="faint">
                  {fault.key === null ? own.value.everyProgram : own.value.ofProgram(nameOf(fault.key))}
                </span>
              </span>
              <span class={`badge tone-${isSpent(fault) ? "quiet" : "wait"}`}>
                {isSpent(fault) ? own.value.spent : own.value.hits(fault.hits)}
              </span>
              {mayRemove && (
                <button
                  type="button"
                  class="button"
                  disabled={isActing}
                  onClick={() => void attempt(() => removeFaults([fault]))}
                >
                  {own.value.off}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

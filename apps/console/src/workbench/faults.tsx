/** Faults on purpose: one click makes calls of a program fail, and one turns it off. */
import { useEffect, useState } from "preact/hooks"
import { operationsById } from "../call/client.ts"
import { faults, look } from "../call/conditions.ts"
import { operations } from "../contract/operations.ts"
import { areaNames } from "../fold/area.ts"
import { areaNoun } from "../fold/spoken.ts"
import { OperationForm } from "../form/form.tsx"
import { type KeySet, nameOf, useKeySets } from "../keys/key-sets.ts"
import { nowMs } from "../keys/keys.tsx"
import { Limits, useLimits } from "../keys/quota.tsx"
import { own as keyWords } from "../keys/words.ts"
import { may, useAct } from "../kit/act.ts"
import { Dialog } from "../kit/dialog.tsx"
import { Icon } from "../kit/icons.tsx"
import { say } from "../kit/notice.tsx"
import { Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { Rules } from "./rules.tsx"
import { own } from "./words.ts"

const create = operationsById.get("faults.create")!

/** What each preset asks for; those about changes choose one themselves, unless a call is chosen. */
const presets = {
  unavailable: { status: 503, nth: 1 },
  tooMany: { status: 429, nth: 1 },
  lostAnswer: { drop: 1, when: "after", nth: 1, operation: "orders.create" },
  lateFailure: { status: 500, when: "after", nth: 1, operation: "orders.create" },
  slow: { delay_ms: 5000 },
  flaky: { status: 503, probability: 0.3 }
} as const
const names = Object.keys(presets) as ReadonlyArray<keyof typeof presets>

export const Faults = () => {
  const { keySets = [] } = useKeySets(nowMs())
  const usable = keySets.filter(({ state }) => state !== "ended")
  const [chosen, setKey] = useState<string>()
  const key = chosen ?? usable[0]?.key ?? ""
  useEffect(() => void look(), [])
  const nameIn = (one: string) => {
    const found = keySets.find(({ pairs }) => pairs.some(({ key }) => key === one))
    return found === undefined ? one : nameOf(found)
  }
  return (
    <>
      <Title text={areaNoun("faults")} />
      <p class="help">{own.value.faultsHow}</p>
      {may("faults.create") && <Presets keySets={usable} name={key} onChoose={setKey} />}
      <Rules faults={faults.value} nameOf={nameIn} />
      {key !== "" && (
        <section class="apart">
          <h2>{own.value.limits}</h2>
          <p class="help">{own.value.limitsHow}</p>
          <LimitsOf key={key} name={key} />
        </section>
      )}
    </>
  )
}

const LimitsOf = ({ name }: { readonly name: string }) => <Limits {...useLimits(name)} name={name} />

interface Properties {
  readonly keySets: ReadonlyArray<KeySet>
  readonly name: string
  readonly onChoose: (key: string) => void
}

const Presets = ({ keySets, name, onChoose }: Properties) => {
  const [operation, setOperation] = useState("")
  const [isOther, setOther] = useState(false)
  const { act, failure, isActing } = useAct()
  const fixed = { ...(name && { key: name }), ...(operation && { operation }) }
  const turnOn = async (preset: keyof typeof presets) => {
    if (await act(create.id, { ...presets[preset], ...fixed }, own.value.isOn)) await look()
  }
  return (
    <>
      <div class="choosing">
        <label>
          {own.value.program}
          <select value={name} onChange={(event) => onChoose(event.currentTarget.value)}>
            {keySets.map((one) => (
              <option key={one.key} value={one.key}>
                {nameOf(one)} · {keyWords.value.permission[one.permission]}
              </option>
            ))}
            <option value="">{own.value.everyProgram}</option>
          </select>
        </label>
        <label>
          {own.value.call}
          <select value={operation} onChange={(event) => setOperation(event.currentTarget.value)}>
            <option value="">{own.value.everyCall}</option>
            <Operations />
          </select>
        </label>
      </div>
      {failure !== undefined && <Refusal cause={failure} />}
      <div class="presets">
        {names.map((preset) => {
          const [title, how] = own.value.presets[preset]
          return (
            <button key={preset} type="button" class="preset" disabled={isActing} onClick={() => void turnOn(preset)}>
              <b>{title}</b> <span>{how}</span>
            </button>
          )
        })}
      </div>
      <div class="actions">
        <button type="button" class="button" onClick={() => setOther(true)}>
          <Icon name="plus" /> {own.value.another}
        </button>
      </div>
      {isOther && (
        <Dialog title={own.value.another} kind="sheet" onClose={() => setOther(false)}>
          <OperationForm
            operation={create}
            given={fixed}
            submit={own.value.another}
            onDone={() => {
              setOther(false)
              say(own.value.isOn)
              void look()
            }}
          />
        </Dialog>
      )}
    </>
  )
}

/** The calls of shops, which are those that fail. */
const Operations = () => (
  <>
    {areaNames.map((area) => {
      const all = operations.filter((one) => one.area === area && one.surface === "shop")
      return all.length === 0 ? null : (
        <optgroup key={area} label={areaNoun(area)}>
          {all.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </optgroup>
      )
    })}
  </>
)

/** Snapshots of the shop: save, return to one, remove, and reset. */
import { useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { call, operationsById, type Parameters } from "../call/client.ts"
import { shop } from "../call/session.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { areaNoun } from "../fold/spoken.ts"
import { may, useAct } from "../kit/act.ts"
import { Confirm } from "../kit/confirm.tsx"
import { Consent } from "../kit/consent.tsx"
import { say } from "../kit/notice.tsx"
import { Empty, Failure, Loading, Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { language, words } from "../words/words.ts"
import { own } from "./words.ts"

interface Snapshot {
  readonly name: string
  readonly at: string
  readonly documents: number
  readonly bytes: number
}

/** What a person is asked about. */
type Asking = { readonly kind: "restore" | "remove"; readonly name: string } | { readonly kind: "reset" }

const list = operationsById.get("snapshots.list")!

export const Snapshots = () => {
  const { again, data, failure } = useAnswer(list, {})
  const [asking, setAsking] = useState<Asking>()
  const snapshots = data as ReadonlyArray<Snapshot> | undefined
  const mayChange = may("snapshots.save")
  return (
    <>
      <Title text={areaNoun("snapshots")}>
        {mayChange && (
          <button type="button" class="button danger" onClick={() => setAsking({ kind: "reset" })}>
            {own.value.reset}
          </button>
        )}
      </Title>
      <p class="help">{own.value.snapshotsHow}</p>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {mayChange && failure === undefined && <Save onSave={again} />}
      {snapshots === undefined && failure === undefined && <Loading rows={4} />}
      {snapshots?.length === 0 && (
        <Empty text={own.value.noSnapshots}>
          <p>{own.value.noSnapshotsHow}</p>
        </Empty>
      )}
      {snapshots !== undefined && snapshots.length > 0 && (
        <ul class="entries snapshot-rows">
          {snapshots.map((one) => (
            <Row key={one.name} snapshot={one} onAsk={mayChange ? setAsking : undefined} />
          ))}
        </ul>
      )}
      {asking !== undefined && (
        <Ask
          asking={asking}
          onEnd={() => {
            setAsking(undefined)
            again()
          }}
        />
      )}
    </>
  )
}

const Save = ({ onSave }: { readonly onSave: () => void }) => {
  const [name, setName] = useState("")
  const { act, failure, isActing } = useAct()
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!(await act("snapshots.save", { name }, own.value.saved))) return
    setName("")
    onSave()
  }
  return (
    <form class="saving" onSubmit={save}>
      {failure !== undefined && <Refusal cause={failure} />}
      <label>
        {own.value.name}
        <input
          type="text"
          value={name}
          maxLength={64}
          required
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={isActing || name.trim() === ""}>
        {own.value.save}
      </button>
    </form>
  )
}

interface RowProperties {
  readonly snapshot: Snapshot
  /** Absent for a person who only reads. */
  readonly onAsk: ((asking: Asking) => void) | undefined
}

const Row = ({ onAsk, snapshot: { at, bytes, documents, name } }: RowProperties) => {
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 })
  return (
    <li>
      <b>{name}</b>
      <span class="faint">
        {textOf(at, { kind: "instant" }, manner.value)} · {own.value.documents(number.format(documents))} ·{" "}
        {number.format(bytes / 1024)} KB
      </span>
      {onAsk !== undefined && (
        <span class="row-buttons">
          <button type="button" class="button" onClick={() => onAsk({ kind: "restore", name })}>
            {own.value.restore}
          </button>
          <button type="button" class="button danger" onClick={() => onAsk({ kind: "remove", name })}>
            {words.value.remove}
          </button>
        </span>
      )}
    </li>
  )
}

/** The name of the snapshot that is taken before another one is restored, unless the person does not want it. */
const nameBefore = (): string => `before ${new Date().toISOString().slice(0, 19).replace("T", " ")}`

interface AskProperties {
  readonly asking: Asking
  readonly onEnd: () => void
}

const Ask = (given: AskProperties) => (given.asking.kind === "reset" ? <Reset {...given} /> : <Change {...given} />)

/** Calls an operation on snapshots, perhaps after a snapshot of what it changes. */
const changed = async (id: string, parameters: Parameters, isKept: boolean) => {
  if (isKept) await call(operationsById.get("snapshots.save")!, { name: nameBefore() })
  await call(operationsById.get(id)!, parameters)
}

const Keep = ({ isKept, onChange }: { readonly isKept: boolean; readonly onChange: (isKept: boolean) => void }) => (
  <label>
    <input type="checkbox" checked={isKept} onChange={() => onChange(!isKept)} /> {own.value.keepFirst}
  </label>
)

const Reset = ({ onEnd }: AskProperties) => {
  const [isKept, setKept] = useState(true)
  const reset = async () => {
    await changed("snapshots.reset", {}, isKept)
    say(own.value.wasReset)
    onEnd()
  }
  return (
    <Consent
      title={own.value.resetTitle}
      text={shop.value?.name ?? ""}
      submit={own.value.reset}
      act={reset}
      onClose={onEnd}
    >
      <p>{own.value.resetHow}</p>
      <Keep isKept={isKept} onChange={setKept} />
    </Consent>
  )
}

/** Restoring is undone with the snapshot that is saved before, and removing loses no data of the shop. */
const Change = ({ asking, onEnd }: AskProperties) => {
  const { attempt, failure, isActing } = useAct()
  const [isKept, setKept] = useState(true)
  const { kind, name } = asking as Exclude<Asking, { kind: "reset" }>
  const isRestore = kind === "restore"
  const { removeHow, restore, restoreHow, restored, restoreTitle } = own.value
  const go = async () => {
    await changed(`snapshots.${kind}`, { name }, isRestore && isKept)
    onEnd()
  }
  return (
    <Confirm
      title={isRestore ? restoreTitle(name) : words.value.removeTitle(name)}
      submit={isRestore ? restore : words.value.remove}
      isActing={isActing}
      onConfirm={() => void attempt(go, isRestore ? restored(name) : words.value.removed)}
      onClose={onEnd}
    >
      <p>{isRestore ? restoreHow : removeHow}</p>
      {isRestore && <Keep isKept={isKept} onChange={setKept} />}
      {failure !== undefined && <Refusal cause={failure} />}
    </Confirm>
  )
}

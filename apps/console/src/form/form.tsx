/** The form of an operation. A refusal is shown at the fields that it names. */
import { useRef, useState } from "preact/hooks"
import { useOnce } from "../call/once.ts"
import { isOffline, mayCall, notice } from "../call/session.ts"
import { messageOf, whyOf } from "../call/why.ts"
import type { Named, Operation } from "../contract/operation.ts"
import { fieldLabel } from "../fold/spoken.ts"
import { words } from "../words/words.ts"
import { FieldEditor } from "./editor.tsx"
import { Exact } from "./exact.ts"
import { takeLeft, useLeft } from "./left.ts"
import { type Problems, problemsElsewhere, problemsIn } from "./problems.ts"
import { editorOf, type Fields, heldOf, sentOf } from "./values.ts"

/** What became of a call. */
export interface Outcome {
  readonly status: number
  readonly data: unknown
  readonly ms: number
  readonly requestId: string | undefined
}

interface Properties {
  readonly operation: Operation
  /** The values it begins with, and what of them is sent only once it is changed. */
  readonly given?: Readonly<Record<string, unknown>>
  readonly unchanged?: Readonly<Record<string, unknown>>
  /** Parameters that are not asked for. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** What an earlier refusal said. */
  readonly problems?: Problems
  readonly submit?: string
  /** Whether it is for those who write clients. */
  readonly isExact?: boolean
  /** Called before the operation, which is not called if this fails. */
  readonly check?: () => Promise<void>
  readonly onDone?: (outcome: Outcome) => void
  readonly onChange?: (parameters: Readonly<Record<string, unknown>>) => void
}

export const OperationForm = (properties: Properties) => {
  const { fixed = {}, given = {}, isExact = false, onDone, operation, unchanged = {} } = properties
  const { submit = words.value.send } = properties
  const fields = operation.input.filter(({ name }) => !(name in fixed) && !isShop(operation, name))
  const before = heldOf(fields, unchanged)
  const name = `${operation.id} ${JSON.stringify(fixed)}`
  const start = useRef<Fields>({ ...before, ...some(heldOf(fields, given)) })
  // The browser fills in no file, and the explorer's address has its parameters.
  const isKept = !isExact && fields.every((one) => editorOf(one) !== "file")
  const [left, setLeft] = useState(() => (isKept ? takeLeft<Fields>(name, start.current) : undefined))
  const [values, setValues] = useState<Fields>(left ?? start.current)
  useLeft(
    name,
    () => start.current,
    () => (isKept && values !== start.current ? values : undefined)
  )
  const [problems, setProblems] = useState<Problems>(properties.problems ?? {})
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  // A field stays where it is while it is typed into.
  const [firstNames, setFirstNames] = useState(() => firstOf(fields, values))
  const form = useRef<HTMLFormElement>(null)
  const call = useOnce()
  const elsewhereOf = (all: Problems) =>
    problemsElsewhere(
      all,
      fields.map(({ name }) => name)
    )
  const parametersOf = (held: Fields) => ({ ...sentOf(fields, held, before), ...fixed })
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    setSending(true)
    const begun = performance.now()
    try {
      await properties.check?.()
      const { data, requestId, status } = await call(operation, parametersOf(values))
      isOffline.value = false
      setProblems({})
      setFailure(undefined)
      setLeft(undefined)
      start.current = values
      onDone?.({ status, data, requestId, ms: performance.now() - begun })
    } catch (cause) {
      notice(cause)
      const found = problemsIn(cause)
      setProblems(found)
      const atFields = Object.keys(found).length - elsewhereOf(found).length
      // Each field has its own message below it; the server's sentence would repeat them by the names of the wire.
      const isRepeated = !isExact && atFields > 0
      setFailure(isRepeated ? words.value.wrong(atFields) : isExact ? messageOf(cause) : whyOf(cause))
      setFirstNames(new Set([...firstNames, ...Object.keys(found).map((path) => path.replace(/\[.*/, ""))]))
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus())
    }
    setSending(false)
  }
  const change = (name: string, value: Fields[string]) => {
    const held = { ...values, [name]: value }
    setValues(held)
    properties.onChange?.(parametersOf(held))
  }
  const discard = () => {
    setLeft(undefined)
    setValues(start.current)
    setProblems({})
    setFailure(undefined)
  }
  const first = fields.filter(({ name }) => firstNames.has(name))
  const rest = fields.filter(({ name }) => !firstNames.has(name))
  const editor = (field: (typeof fields)[number]) => (
    <FieldEditor
      key={field.name}
      area={operation.area}
      part={field}
      path={field.name}
      value={values[field.name]}
      problems={problems}
      onChange={(value) => change(field.name, value)}
    />
  )
  const isForbidden = !mayCall(operation)
  return (
    <form ref={form} class="operation" onSubmit={send} noValidate>
      {failure !== undefined && (
        <div class="failure" role="alert">
          <p>{failure}</p>
          {elsewhereOf(problems).map(([path, message]) => (
            <p key={path}>
              {isExact ? path : fieldLabel({ name: path }, operation.area)}: {message}
            </p>
          ))}
        </div>
      )}
      {left !== undefined && (
        <p class="help" role="status">
          {words.value.typedBefore}
        </p>
      )}
      {operation.input.length === 0 && <p class="faint">{words.value.noParameters}</p>}
      <Exact.Provider value={isExact}>{first.map(editor)}</Exact.Provider>
      {rest.length > 0 && (
        <details open={first.length === 0}>
          <summary>
            {words.value.moreFields} <span class="count">{rest.length}</span>
          </summary>
          <Exact.Provider value={isExact}>{rest.map(editor)}</Exact.Provider>
        </details>
      )}
      {isForbidden && <p class="help">{words.value.readsOnly}</p>}
      <div class="actions">
        <button type="submit" class="primary" disabled={isSending || isForbidden}>
          {isSending ? words.value.sending : submit}
        </button>
        {left !== undefined && (
          <button type="button" class="button" disabled={isSending} onClick={discard}>
            {words.value.discardLeft}
          </button>
        )}
      </div>
    </form>
  )
}

/** A form with more fields begins with those that matter. */
const shownAtOnce = 8

/** The names of the fields that are shown at once; the others are a click away. */
const firstOf = (fields: ReadonlyArray<Named>, values: Fields): ReadonlySet<string> => {
  const all = fields.length <= shownAtOnce
  return new Set(
    fields.filter(({ name, required }) => all || required === true || isHeld(values[name])).map(({ name }) => name)
  )
}

/** The shop is the one that the console shows. */
const isShop = ({ surface }: Operation, name: string): boolean => surface === "control" && name === "shop"

const isHeld = (value: Fields[string]): boolean => value !== undefined && value !== ""

const some = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, one]) => isHeld(one)))

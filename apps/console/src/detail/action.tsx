/** An operation on an entry, in a dialog. */
import { useState } from "preact/hooks"
import { type Action, isRemoval } from "../fold/area.ts"
import { actionLabel, fieldLabel, sentenceOf } from "../fold/spoken.ts"
import { OperationForm } from "../form/form.tsx"
import { Dialog } from "../kit/dialog.tsx"
import { Secret } from "../kit/secret.tsx"
import { words } from "../words/words.ts"

interface ActionProperties {
  readonly action: Action
  readonly data: unknown
  readonly entry: string
  readonly title: string
  readonly onClose: () => void
  readonly onDone: (action: Action) => void
}

/** What removes says what that means. An answer that holds a secret is shown before the dialog goes. */
export const ActionDialog = ({ action, data, entry, onClose, onDone, title }: ActionProperties) => {
  const { by, operation } = action
  const [secret, setSecret] = useState<{ readonly answer: unknown }>()
  const isEnd = operation.method === "DELETE"
  const named = `${actionLabel(operation)}: ${title}`
  const [summary, help] = [sentenceOf(operation.summary), sentenceOf(operation.description)]
  if (secret !== undefined)
    return (
      <Secret
        title={named}
        answer={secret.answer}
        labelOf={(name) => fieldLabel({ name }, operation.area)}
        onClose={() => onDone(action)}
      />
    )
  return (
    <Dialog
      title={isRemoval(action) ? words.value.removeTitle(title) : named}
      kind={isEnd ? "warning" : "sheet"}
      onClose={onClose}
    >
      {isEnd && summary !== undefined && <p>{summary}</p>}
      {help !== undefined && <p class="help">{help}</p>}
      {isEnd && <p class="consequence">{words.value.consequence}</p>}
      <OperationForm
        operation={operation}
        fixed={{ [by]: entry }}
        unchanged={operation.method === "PUT" ? knownOf(data) : {}}
        submit={isEnd ? words.value.remove : operation.method === "PUT" ? words.value.save : words.value.send}
        onDone={({ data }) => (operation.secret === true ? setSecret({ answer: data }) : onDone(action))}
      />
    </Dialog>
  )
}

/**
 * The values of an entry by the names of parameters. Some are in an object of the answer: `seo_title` is `title` in `seo`; and
 * `disabled` is read as `is_disabled`.
 */
const knownOf = (data: unknown): Readonly<Record<string, unknown>> => {
  if (typeof data !== "object" || data === null) return {}
  const inner = Object.entries(data).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([one, its]) => [`${name}_${one}`, its] as const)
      : name.startsWith("is_")
        ? [[name.slice("is_".length), value] as const]
        : []
  )
  return { ...Object.fromEntries(inner), ...data }
}

/** An operation on an entry, in a dialog. */
import { useState } from "preact/hooks"
import { type Action, isRemoval } from "../fold/area.ts"
import { fieldLabel, summaryOf } from "../fold/spoken.ts"
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
  const known = typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {}
  if (secret !== undefined)
    return (
      <Secret
        title={summaryOf(operation)}
        answer={secret.answer}
        labelOf={(name) => fieldLabel({ name }, operation.area)}
        onClose={() => onDone(action)}
      />
    )
  return (
    <Dialog
      title={isRemoval(action) ? words.value.removeTitle(title) : summaryOf(operation)}
      kind={isEnd ? "warning" : "sheet"}
      onClose={onClose}
    >
      {isRemoval(action) && <p>{operation.summary}</p>}
      {operation.description !== undefined && <p class="help">{operation.description}</p>}
      {isEnd && <p class="consequence">{words.value.consequence}</p>}
      <OperationForm
        operation={operation}
        fixed={{ [by]: entry }}
        unchanged={operation.method === "PUT" ? known : {}}
        submit={isEnd ? words.value.remove : operation.method === "PUT" ? words.value.save : words.value.send}
        onDone={({ data }) => (operation.secret === true ? setSecret({ answer: data }) : onDone(action))}
      />
    </Dialog>
  )
}

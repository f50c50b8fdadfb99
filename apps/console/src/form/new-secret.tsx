/** Asks for what a change of a secret needs, and then shows the new one, once. */
import { useState } from "preact/hooks"
import type { Parameters } from "../call/client.ts"
import type { Operation } from "../contract/operation.ts"
import { fieldLabel } from "../fold/spoken.ts"
import { Dialog } from "../kit/dialog.tsx"
import { Secret } from "../kit/secret.tsx"
import { OperationForm } from "./form.tsx"

interface Properties {
  readonly operation: Operation
  /** The parameters that say whose secret it is. */
  readonly fixed: Parameters
  readonly title: string
  readonly help: string
  readonly onClose: () => void
}

export const NewSecret = ({ fixed, help, onClose, operation, title }: Properties) => {
  const [made, setMade] = useState<{ readonly answer: unknown }>()
  if (made !== undefined)
    return (
      <Secret
        title={title}
        answer={made.answer}
        labelOf={(name) => fieldLabel({ name }, operation.area)}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={title} kind="sheet" onClose={onClose}>
      <p class="help">{help}</p>
      <OperationForm
        operation={operation}
        fixed={fixed}
        submit={title}
        onDone={({ data }) => setMade({ answer: data })}
      />
    </Dialog>
  )
}

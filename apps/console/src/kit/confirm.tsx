/** Asks once more before something that has consequences: what happens in words, and a button. */
import type { ComponentChildren } from "preact"
import { words } from "../words/words.ts"
import { Dialog } from "./dialog.tsx"

interface Properties {
  readonly title: string
  /** What happens. */
  readonly children: ComponentChildren
  readonly submit: string
  readonly isActing: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export const Confirm = ({ children, isActing, onClose, onConfirm, submit, title }: Properties) => (
  <Dialog title={title} kind="warning" onClose={onClose}>
    <div class="prose">{children}</div>
    <div class="actions">
      <button type="button" class="primary" disabled={isActing} onClick={onConfirm}>
        {submit}
      </button>
      <button type="button" class="button" onClick={onClose}>
        {words.value.cancel}
      </button>
    </div>
  </Dialog>
)

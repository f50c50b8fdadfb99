/** Asks for a typed consent to what cannot be undone: a text that the person reads and types. */
import type { ComponentChildren } from "preact"
import { useId, useState } from "preact/hooks"
import { notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import { words } from "../words/words.ts"
import { Dialog } from "./dialog.tsx"

interface Properties {
  readonly title: string
  /** What has to be typed. */
  readonly text: string
  readonly submit: string
  readonly act: () => Promise<void>
  readonly onClose: () => void
  /** What happens. */
  readonly children: ComponentChildren
}

export const Consent = ({ act, children, onClose, submit, text, title }: Properties) => {
  const id = useId()
  const [typed, setTyped] = useState("")
  const [failure, setFailure] = useState<string>()
  const [isActing, setActing] = useState(false)
  const agree = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isSameText(typed, text)) return
    setActing(true)
    try {
      await act()
    } catch (cause) {
      notice(cause)
      setFailure(whyOf(cause))
      setActing(false)
    }
  }
  return (
    <Dialog title={title} kind="warning" onClose={onClose}>
      {children}
      <p class="consequence">{words.value.consequence}</p>
      {failure !== undefined && (
        <div class="failure" role="alert">
          <p>{failure}</p>
        </div>
      )}
      <form onSubmit={agree}>
        <div class="field">
          <label for={id}>{words.value.typeToConsent(text)}</label>
          <input id={id} autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </div>
        <div class="actions">
          <button type="submit" class="primary" disabled={isActing || !isSameText(typed, text)}>
            {isActing ? words.value.sending : submit}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {words.value.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

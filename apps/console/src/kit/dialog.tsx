/** A modal dialog: the browser's own, which keeps the focus within it and ends at Escape. */
import type { ComponentChildren } from "preact"
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks"
import { words } from "../words/words.ts"
import { Icon } from "./icons.tsx"
import { Slow } from "./slow.tsx"

interface Properties {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  readonly kind?: string
  /** Whether only a button closes it, and not a click beside it. */
  readonly isKept?: boolean
}

export const Dialog = ({ children, isKept = false, kind = "", onClose, title }: Properties) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // A form is typed into at once; what removes something is not confirmed by a key that was meant for the page.
    if (!kind.includes("warning")) dialog.current?.querySelector<HTMLElement>(firstControl)?.focus()
  }, [])
  const isGone = useRef(false)
  useLayoutEffect(() => {
    const own = dialog.current
    return () => {
      isGone.current = true
      // A dialog that is closed, and not only removed, gives the focus back to what opened it.
      own?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={kind}
      aria-labelledby={id}
      onClose={() => isGone.current || onClose()}
      closedby={isKept ? "closerequest" : "any"}
    >
      <div class="dialog-title">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          class="quiet square"
          aria-label={words.value.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
      <Slow />
    </dialog>
  )
}

const firstControl = "form :is(input, select, textarea, .primary):not([type=hidden], :disabled)"

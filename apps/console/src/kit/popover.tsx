/** A button that opens a panel below it: the browser's own popover, placed by us. */
import type { ComponentChildren } from "preact"
import { useId, useRef } from "preact/hooks"

interface Properties {
  readonly label: ComponentChildren
  readonly name?: string
  readonly kind?: string
  readonly children: (close: () => void) => ComponentChildren
}

export const Popover = ({ children, kind = "button", label, name }: Properties) => {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => panel.current?.hidePopover()
  const place = (event: { readonly newState: string }) => {
    const [at, box] = [button.current?.getBoundingClientRect(), panel.current]
    if (event.newState !== "open" || at === undefined || box === null) return
    const room = document.documentElement.clientWidth - box.offsetWidth - 8
    box.style.left = `${Math.max(8, Math.min(at.left, room))}px`
    box.style.top = `${at.bottom + 6}px`
    box.style.maxHeight = `${document.documentElement.clientHeight - at.bottom - 16}px`
  }
  return (
    <>
      <button ref={button} type="button" class={kind} popovertarget={id} aria-label={name}>
        {label}
      </button>
      <div ref={panel} id={id} popover="auto" class="panel" onToggle={place}>
        {children(close)}
      </div>
    </>
  )
}

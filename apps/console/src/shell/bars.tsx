/** Bars that nobody can miss: calls fail on purpose, or the clock is moved. Each has the way back. */
import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { clock, faults, isSpent, look, removeFaults, resetClock } from "../call/conditions.ts"
import { shop } from "../call/session.ts"
import { spanOf } from "../detail/span.ts"
import { may, useAct } from "../kit/act.ts"
import { Icon } from "../kit/icons.tsx"
import { address, linkTo } from "../page/router.ts"
import { words } from "../words/words.ts"

/** Someone else may have turned them on. */
const againMs = 15_000

export const Bars = () => {
  const place = `${shop.value?.id} ${address.value.path[0]}`
  useEffect(() => {
    if (shop.value === undefined) return
    void look()
    const timer = setInterval(() => document.hidden || void look(), againMs)
    return () => clearInterval(timer)
  }, [place])
  const active = faults.value.filter((one) => !isSpent(one))
  const ahead = clock.value?.offset_seconds ?? 0
  if (active.length === 0 && ahead === 0) return null
  return (
    <aside class="bars" aria-label={words.value.notAsUsual}>
      {active.length > 0 && (
        <Bar icon="faults" text={words.value.faultsAreOn(active.length)} place="faults">
          {may("faults.remove") && <Back text={words.value.faultsOff} back={() => removeFaults(faults.value)} />}
        </Bar>
      )}
      {ahead !== 0 && (
        <Bar icon="clock" text={words.value.clockIsMoved(spanOf(Math.abs(ahead)), ahead > 0)} place="clock">
          <Back text={words.value.clockBack} back={resetClock} />
        </Bar>
      )}
    </aside>
  )
}

interface Properties {
  readonly icon: "faults" | "clock"
  readonly text: string
  readonly place: string
  readonly children: ComponentChildren
}

const Bar = ({ children, icon, place, text }: Properties) => (
  <div class="bar warn" role="status">
    <Icon name={icon} />
    <span class="grow">
      {text} <a href={linkTo([place])}>{words.value.showFaults}</a>
    </span>
    {children}
  </div>
)

const Back = ({ back, text }: { readonly text: string; readonly back: () => Promise<void> }) => {
  const { attempt, isActing } = useAct()
  return (
    <button type="button" class="button" disabled={isActing} onClick={() => void attempt(back)}>
      {text}
    </button>
  )
}

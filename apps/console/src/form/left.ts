/** What was typed into forms that were left without being sent. People who come back find it. */
import { useEffect, useRef } from "preact/hooks"
import { shop, state } from "../call/session.ts"

const left = new Map<string, { readonly before: string; readonly typed: unknown }>()

/** A form by its name. Nobody finds what another person typed. */
const placeOf = (form: string): string => {
  const person = state.value.kind === "in" ? state.value.session.person : undefined
  return `${person} ${shop.value?.id} ${form}`
}

/** What was typed into a form before it was left, once. What someone else changed meanwhile is not overwritten. */
export const takeLeft = <Typed>(form: string, before: unknown): Typed | undefined => {
  const place = placeOf(form)
  const kept = left.get(place)
  left.delete(place)
  return kept?.before === JSON.stringify(before) ? (kept.typed as Typed) : undefined
}

/** Keeps what is typed when a form is left, and asks before the whole console is. `typed` gives undefined if there is nothing to keep. */
export const useLeft = (form: string, before: () => unknown, typed: () => unknown): void => {
  const current = useRef({ before, typed })
  current.current = { before, typed }
  useEffect(() => {
    const place = placeOf(form)
    const ask = (event: BeforeUnloadEvent) => current.current.typed() !== undefined && event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => {
      removeEventListener("beforeunload", ask)
      const { before, typed } = current.current
      const kept = typed()
      if (kept !== undefined) left.set(place, { before: JSON.stringify(before()), typed: kept })
    }
  }, [form])
}

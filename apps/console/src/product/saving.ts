/** What is typed into a product's form, until it is saved or discarded. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { isOffline, notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import { takeLeft, useLeft } from "../form/left.ts"
import { type Problems, problemsIn } from "../form/problems.ts"
import { type Draft, parametersOf, type Row } from "./draft.ts"
import { skusOf } from "./matrix.ts"
import type { RowProblems } from "./row.tsx"

const create = operationsById.get("products.create")!
const update = operationsById.get("products.update")!

export interface Editing {
  readonly draft: Draft
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly failure: string | undefined
  readonly problems: Problems
  readonly rowProblems: ReadonlyMap<string, RowProblems>
  readonly change: (change: (draft: Draft) => Draft) => void
  readonly discard: () => void
  readonly save: () => Promise<void>
}

interface Refusal {
  readonly failure: string
  readonly problems: Problems
  readonly rows: ReadonlyArray<Row>
}

/** Edits a product; `before` is what the server has. `onSaved` is called with the uid. */
export const useEditing = (before: Draft, uid: string | undefined, onSaved: (uid: string) => void): Editing => {
  const form = `product ${uid}`
  const [state, setState] = useState(() => ({ before, draft: takeLeft<Draft>(form, before) ?? before }))
  const [refusal, setRefusal] = useState<Refusal>()
  const [isSaving, setSaving] = useState(false)
  const current = useRef(state)
  current.current = state
  useEffect(() => {
    if (state.before !== before) setState({ before, draft: before })
  }, [before])
  useLeft(
    form,
    () => current.current.before,
    () => (current.current.before === current.current.draft ? undefined : current.current.draft)
  )
  const save = async () => {
    const { before, draft } = current.current
    const { rows, sent } = parametersOf(before, draft, skusOf(draft))
    setSaving(true)
    try {
      const { data } = await call(uid === undefined ? create : update, uid === undefined ? sent : { uid, ...sent })
      isOffline.value = false
      setRefusal(undefined)
      // Nothing is left to keep: the server has it.
      current.current = { before: draft, draft }
      onSaved(uid ?? String((data as { readonly uid: number }).uid))
    } catch (cause) {
      notice(cause)
      setRefusal({ failure: whyOf(cause), problems: problemsIn(cause), rows })
      focusFirst()
    }
    setSaving(false)
  }
  return {
    ...{ draft: state.draft, isSaving, save },
    isChanged: state.draft !== state.before,
    failure: refusal?.failure,
    problems: refusal?.problems ?? {},
    rowProblems: useMemo(() => rowProblemsIn(refusal), [refusal]),
    change: (change) => setState((one) => ({ ...one, draft: change(one.draft) })),
    discard: () => {
      setRefusal(undefined)
      setState({ before, draft: before })
    }
  }
}

const focusFirst = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>("form.product [aria-invalid=true]")?.focus())

/** What a refusal says of the variants that were sent, by the keys of their rows. */
const rowProblemsIn = (refusal: Refusal | undefined): ReadonlyMap<string, RowProblems> => {
  const found = new Map<string, RowProblems>()
  for (const [path, message] of Object.entries(refusal?.problems ?? {})) {
    const [, at = "", column = "sku"] = /^variants\[(\d+)\](?:\[(\w+)\])?/.exec(path) ?? []
    const row = at === "" ? undefined : refusal?.rows[Number(at)]
    if (row !== undefined) found.set(row.key, { ...found.get(row.key), [column]: message })
  }
  return found
}

/** A label, what it labels, what was wrong with that, and help. */
import type { ComponentChildren } from "preact"
import { saidOf } from "./said.ts"

interface Properties {
  readonly id: string
  readonly label: ComponentChildren
  readonly problem?: string | undefined
  readonly help?: string | undefined
  readonly children: ComponentChildren
}

export const Labelled = ({ children, help, id, label, problem }: Properties) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {problem !== undefined && (
      <p id={`${id}-problem`} class="problem">
        {saidOf(problem)}
      </p>
    )}
    {help !== undefined && (
      <p id={`${id}-help`} class="help">
        {help}
      </p>
    )}
  </div>
)

/** What says which texts below an input belong to it. */
export const described = (id: string, problem: string | undefined, help?: string) => ({
  "aria-invalid": problem === undefined ? undefined : ("true" as const),
  "aria-describedby":
    [problem === undefined ? [] : `${id}-problem`, help === undefined ? [] : `${id}-help`].flat().join(" ") || undefined
})

/** What controls of values have in common. */
import type { Part } from "../contract/operation.ts"

/** The value of a part, and how it is named. */
export interface InputProperties {
  readonly id: string
  readonly part: Part
  /** The value as it is sent. */
  readonly value: string
  readonly name?: string
  readonly onInput?: (value: string) => void
  readonly required?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
}

/** The properties of a control whose value is a text. */
export type ControlProperties = InputProperties & { readonly onInput: (value: string) => void }

/** Fields of the form of a product. */
import type { ComponentChildren } from "preact"
import { described, Labelled } from "../form/labelled.tsx"
import type { Draft, TextName } from "./draft.ts"
import type { Editing } from "./saving.ts"
import { productWords } from "./words.ts"

/** The stock where it is not typed here: without a limit, or the sum of the variants'. */
export const Counted = ({ draft: { rows, unlimited } }: { readonly draft: Draft }) => {
  const { quantity, quantityUnlimited, stockOfVariants } = productWords.value
  const pieces = rows.filter(({ isSold }) => isSold).reduce((sum, row) => sum + (Number(row.quantity) || 0), 0)
  const help = unlimited ? quantityUnlimited : stockOfVariants
  return (
    <Labelled id="product-counted" label={quantity} help={help}>
      <input
        id="product-counted"
        type="text"
        readOnly
        value={unlimited ? "∞" : String(pieces)}
        {...described("product-counted", undefined, help)}
      />
    </Labelled>
  )
}

interface TextProperties {
  readonly name: TextName
  readonly label: ComponentChildren
  readonly editing: Editing
  readonly mode?: "decimal" | "numeric"
  readonly help?: string
  readonly isRequired?: boolean
}

export const Text = ({ editing, help, isRequired = false, label, mode, name }: TextProperties) => {
  const { change, draft, problems } = editing
  const id = `product-${name}`
  return (
    <Labelled id={id} label={label} problem={problems[name]} help={help}>
      <input
        id={id}
        type="text"
        autocomplete="off"
        required={isRequired}
        inputMode={mode ?? "text"}
        value={draft[name]}
        {...described(id, problems[name], help)}
        onInput={(event) => {
          const { value } = event.currentTarget
          change((one) => ({ ...one, [name]: value }))
        }}
      />
    </Labelled>
  )
}

interface CheckProperties {
  readonly label: string
  readonly help?: string
  readonly isOn: boolean
  readonly onToggle: (isOn: boolean) => void
}

export const Check = ({ help, isOn, label, onToggle }: CheckProperties) => (
  <label class="product-check">
    <input type="checkbox" checked={isOn} onChange={() => onToggle(!isOn)} /> <span>{label}</span>
    {help !== undefined && <small class="faint">{help}</small>}
  </label>
)

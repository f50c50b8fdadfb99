/** Parts of editors: the values of which several can be chosen, and the buttons for the members of a list. */
import type { Part } from "../contract/operation.ts"
import { choiceLabel } from "../fold/spoken.ts"
import { Icon } from "../kit/icons.tsx"
import { words } from "../words/words.ts"
import type { Value } from "./values.ts"

interface Properties {
  readonly part: Part
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export const Choices = ({ onChange, part, value }: Properties) => {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const all = part.choices ?? part.item?.choices ?? []
  const toggle = (one: string) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <div class="choices">
      {all.map(String).map((one) => (
        <label key={one}>
          <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} />{" "}
          {choiceLabel(part.labels === undefined ? (part.item ?? part) : part, one)}
        </label>
      ))}
    </div>
  )
}

export const Drop = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <button type="button" class="quiet square" aria-label={label} onClick={onClick}>
    <Icon name="close" />
  </button>
)

export const AddButton = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) => (
  <button type="button" class="button" aria-label={words.value.addTo(name)} onClick={onClick}>
    <Icon name="plus" /> {words.value.add}
  </button>
)

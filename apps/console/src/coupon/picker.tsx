/** Finds a product by words, and takes it. */
import { useId, useState } from "preact/hooks"
import { useFound } from "../call/found.ts"
import { type Option, Options, stepped } from "../form/options.tsx"
import { couponWords } from "./words.ts"

/** A product that was found. */
export interface Picked {
  readonly uid: string
  readonly title: string
}

export const ProductPicker = ({ onPick }: { readonly onPick: (picked: Picked) => void }) => {
  const id = useId()
  const [typed, setTyped] = useState("")
  const [active, setActive] = useState(0)
  const found = useFound(typed, "product")
  const options = typed.trim() === "" ? [] : found.map(({ detail, id: key, title }) => ({ key, title, detail }))
  const pick = ({ key, title }: Option) => {
    onPick({ uid: key, title })
    setTyped("")
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = options.length === 0 ? undefined : stepped(event.key, active, options.length)
    const chosen = options[active]
    if (next !== undefined) setActive(next)
    else if (event.key === "Enter") chosen && pick(chosen)
    else if (event.key === "Escape" && typed !== "") setTyped("")
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="combobox">
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={couponWords.value.addProduct}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-options`}
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        placeholder={couponWords.value.addProduct}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped("")}
      />
      <Options {...{ id, active, options }} label={couponWords.value.addProduct} onChoose={pick} />
    </div>
  )
}

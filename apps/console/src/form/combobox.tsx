/** Chooses a document by its name: the editable combobox with a list of the WAI-ARIA Authoring Practices. */
import { useEffect, useRef, useState } from "preact/hooks"
import { listOfCollection } from "../fold/area.ts"
import { words } from "../words/words.ts"
import type { ControlProperties } from "./control.ts"
import { Options, stepped } from "./options.tsx"
import { matching, type Target, targetsOf } from "./targets.ts"

const maxShown = 50

export const Combobox = (given: ControlProperties & { readonly collection: string }) => {
  const { collection, describedBy, id, invalid, onInput, required, value } = given
  const [targets, setTargets] = useState<ReadonlyArray<Target>>()
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(-1)
  const loading = useRef<AbortController>(null)
  useEffect(() => {
    // What is chosen already is shown by its name. A list of pages may be long, so it is read for someone who looks at it.
    if (value !== "" && listOfCollection(collection)?.answer !== "page") load()
    return () => loading.current?.abort()
  }, [])
  const load = () => {
    if (loading.current !== null) return
    loading.current = new AbortController()
    // Without the list, an id can still be typed.
    targetsOf(collection, loading.current.signal).then(setTargets, () => setTargets([]))
  }
  const isOpen = typed !== undefined
  const options = isOpen ? matching(targets ?? [], typed).slice(0, maxShown) : []
  const close = () => {
    setTyped(undefined)
    setActive(-1)
  }
  const choose = (key: string) => {
    onInput(key)
    close()
  }
  const title = targets?.find(({ key }) => key === value)?.title ?? ""
  const isAlone = targets?.filter((one) => one.title === title).length === 1
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepped(event.key, active, options.length)
    if (next !== undefined) {
      event.preventDefault()
      if (isOpen) setActive(next)
      else setTyped("")
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === "Enter" && isOpen && options[active] !== undefined) {
      event.preventDefault()
      choose(options[active].key)
    }
  }
  return (
    <div class="combobox">
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={`${id}-options`}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        aria-invalid={invalid === true ? "true" : undefined}
        aria-describedby={describedBy}
        required={required === true}
        value={typed ?? (title === "" ? value : isAlone ? title : `${title} (${value})`)}
        onFocus={load}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setActive(-1)
          onInput(event.currentTarget.value.trim())
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <Options
        {...{ id, active }}
        label={words.value.search}
        options={options.map(({ key, title }) => ({ key, title: title || key, detail: title && key }))}
        onChoose={({ key }) => choose(key)}
      />
    </div>
  )
}

/** Where a product belongs: its brand, categories, tags, tax and attributes. */
import { useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { Input } from "../form/input.tsx"
import { described, Labelled } from "../form/labelled.tsx"
import { Drop } from "../form/parts.tsx"
import { type Problems, problemAt } from "../form/problems.ts"
import { TreeChoice } from "../form/tree-choice.tsx"
import type { Draft } from "./draft.ts"
import type { Change } from "./options.tsx"
import { productWords } from "./words.ts"

interface Properties {
  readonly draft: Draft
  readonly problems: Problems
  readonly onChange: Change
}

const parts = operationsById.get("products.create")!.input

export const Organisation = ({ draft, onChange, problems }: Properties) => {
  const { brand, tags, tagsHelp, tax } = productWords.value
  const chosen = { brandUID: brand, tax_profile: tax } as const
  return (
    <>
      {(["brandUID", "tax_profile"] as const).map((name) => {
        const problem = problems[name]
        return (
          <Labelled key={name} id={`product-${name}`} label={chosen[name]} problem={problem}>
            <Input
              id={`product-${name}`}
              part={parts.find((one) => one.name === name)!}
              value={draft[name]}
              invalid={problem !== undefined}
              describedBy={described(`product-${name}`, problem)["aria-describedby"]}
              onInput={(value) => onChange((one) => ({ ...one, [name]: value }))}
            />
          </Labelled>
        )
      })}
      <TreeChoice
        label={productWords.value.categories}
        chosen={draft.categories}
        problem={problemAt(problems, "categories", true)}
        onChange={(categories) => onChange((one) => ({ ...one, categories }))}
      />
      <Labelled id="product-tags" label={tags} problem={problems["tags"]} help={tagsHelp}>
        <input
          id="product-tags"
          type="text"
          autocomplete="off"
          value={draft.tags}
          {...described("product-tags", problems["tags"], tagsHelp)}
          onInput={({ currentTarget: { value } }) => onChange((one) => ({ ...one, tags: value }))}
        />
      </Labelled>
    </>
  )
}

interface Attribute {
  readonly id: string
  readonly label: string
  readonly type: string
  readonly data?: ReadonlyArray<string>
}

const attributeList = operationsById.get("attributes.list")!

/** The attributes that the product has, and a way to add another one. */
export const Attributes = ({ draft, onChange, problems }: Properties) => {
  const { data } = useAnswer(attributeList, {})
  const all = (data ?? []) as ReadonlyArray<Attribute>
  const [added, setAdded] = useState<ReadonlyArray<string>>([])
  const shown = all.filter(({ id }) => id in draft.attributes || added.includes(id))
  const set = (id: string, value: string) =>
    onChange((one) => ({ ...one, attributes: { ...one.attributes, [id]: value } }))
  const left = all.filter((one) => !shown.includes(one))
  const { addAttribute, removeAttribute } = productWords.value
  return (
    <>
      {shown.map((one) => (
        <Labelled key={one.id} id={`attribute-${one.id}`} label={one.label} problem={problems[`attributes[${one.id}]`]}>
          <div class="with-drop">
            <AttributeInput
              attribute={one}
              value={draft.attributes[one.id] ?? ""}
              onInput={(value) => set(one.id, value)}
            />
            <Drop
              label={removeAttribute(one.label)}
              onClick={() => {
                setAdded(added.filter((id) => id !== one.id))
                onChange((now) => {
                  const { [one.id]: _, ...attributes } = now.attributes
                  return { ...now, attributes }
                })
              }}
            />
          </div>
        </Labelled>
      ))}
      {left.length > 0 && (
        <select
          aria-label={addAttribute}
          value=""
          onChange={(event) => setAdded([...added, event.currentTarget.value])}
        >
          <option value="">{addAttribute} …</option>
          {left.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

interface AttributeInputProperties {
  readonly attribute: Attribute
  readonly value: string
  readonly onInput: (value: string) => void
}

const AttributeInput = ({ attribute: { data = [], id, type }, onInput, value }: AttributeInputProperties) =>
  type === "select" ? (
    <select id={`attribute-${id}`} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
      <option value="">—</option>
      {[...new Set([...data, ...(value === "" ? [] : [value])])].map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  ) : (
    <input
      id={`attribute-${id}`}
      type="text"
      inputMode={type === "text" ? "text" : "decimal"}
      autocomplete="off"
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )

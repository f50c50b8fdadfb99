/** What the variants of a product differ in: options, each with a name and its values. */
import { useState } from "preact/hooks"
import { Icon } from "../kit/icons.tsx"
import type { Draft, Option } from "./draft.ts"
import { maxRows, missingIn, renamed, rowsFor, valuesIn } from "./matrix.ts"
import { productWords } from "./words.ts"

export type Change = (change: (draft: Draft) => Draft) => void

interface Properties {
  readonly draft: Draft
  readonly onChange: Change
}

/** With other options, unless they make too many variants. */
const withOptions = (draft: Draft, options: ReadonlyArray<Option>): Draft => ({
  ...draft,
  options,
  rows: rowsFor(options, draft.rows) ?? draft.rows
})

export const Options = ({ draft, onChange }: Properties) => {
  const { addMissing, addOption, tooMany, variantsHelp } = productWords.value
  const { options, rows } = draft
  const isTooMany = rowsFor(options, []) === undefined
  const missing = isTooMany || rows.length === 0 ? 0 : missingIn(draft)
  return (
    <div class="options-editor">
      <p class="help">{variantsHelp}</p>
      {options.map((option, at) => (
        <OptionEditor key={at} {...{ at, draft, onChange, option }} />
      ))}
      {isTooMany && (
        <p class="problem" role="alert">
          {tooMany(maxRows)}
        </p>
      )}
      <div class="actions">
        <button
          type="button"
          class="button"
          onClick={() => onChange((one) => ({ ...one, options: [...one.options, { name: "", values: [] }] }))}
        >
          <Icon name="plus" /> {addOption}
        </button>
        {missing > 0 && (
          <button type="button" class="button" onClick={() => onChange((one) => withOptions(one, one.options))}>
            {addMissing(missing)}
          </button>
        )}
      </div>
    </div>
  )
}

interface OptionProperties extends Properties {
  readonly at: number
  readonly option: Option
}

/** The table follows what is typed, so that nothing moves when the input is left. */
const OptionEditor = ({ at, draft, onChange, option }: OptionProperties) => {
  const { fixedName, optionName, optionPlaceholder, optionValues, removeOption, valuesPlaceholder } = productWords.value
  const [typed, setTyped] = useState<string>()
  const isFixed = draft.rows.some(({ attributes, isStored }) => isStored && option.name in attributes)
  const setName = (name: string) => {
    const isTaken = draft.options.some((one, other) => other !== at && one.name === name)
    if (name === option.name || isTaken) return
    onChange((one) => {
      const { options, rows } = renamed(one, at, name)
      return withOptions({ ...one, rows }, options)
    })
  }
  const setValues = (values: ReadonlyArray<string>) =>
    onChange((one) => withOptions(one, one.options.with(at, { ...one.options[at]!, values })))
  return (
    <div class="option">
      <input
        type="text"
        aria-label={optionName(at + 1)}
        placeholder={optionPlaceholder}
        value={option.name}
        readOnly={isFixed}
        title={isFixed ? fixedName : undefined}
        maxLength={100}
        onKeyDown={keepForm}
        onInput={(event) => setName(event.currentTarget.value.trimStart())}
      />
      <input
        type="text"
        aria-label={optionValues(at + 1)}
        placeholder={valuesPlaceholder}
        value={typed ?? option.values.join(", ")}
        onKeyDown={keepForm}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setValues(valuesIn(event.currentTarget.value))
        }}
        onBlur={() => setTyped(undefined)}
      />
      <button
        type="button"
        class="quiet square"
        aria-label={removeOption(option.name || String(at + 1))}
        onClick={() => onChange((one) => withOptions(one, one.options.toSpliced(at, 1)))}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

/** Enter in an option does not save the product. */
const keepForm = (event: KeyboardEvent): void => {
  if (event.key === "Enter") event.preventDefault()
}

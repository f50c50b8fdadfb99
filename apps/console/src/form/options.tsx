/** The list of a combobox, of which one option at a time is active. */

/** What can be chosen. */
export interface Option {
  readonly key: string
  readonly title: string
  /** What tells it from others of its name. */
  readonly detail: string
}

interface Properties {
  /** The id of the input, with which those of the list and its options begin. */
  readonly id: string
  readonly label: string
  readonly options: ReadonlyArray<Option>
  /** The number of the active one; -1 if there is none. */
  readonly active: number
  readonly onChoose: (option: Option) => void
}

export const Options = ({ active, id, label, onChoose, options }: Properties) => (
  <div id={`${id}-options`} role="listbox" aria-label={label} class="options" hidden={options.length === 0}>
    {options.map((option, at) => (
      <div
        key={option.key}
        id={`${id}-${at}`}
        role="option"
        tabIndex={-1}
        aria-selected={at === active}
        // The input keeps the focus.
        onMouseDown={(event) => {
          event.preventDefault()
          onChoose(option)
        }}
      >
        {option.title} <small>{option.detail}</small>
      </div>
    ))}
  </div>
)

/** The number of the option that an arrow key makes active; undefined for any other key. */
export const stepped = (key: string, active: number, count: number): number | undefined => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined) return undefined
  if (count === 0) return active
  // Without an active one, up begins at the end.
  return active < 0 && step < 0 ? count - 1 : (active + step + count) % count
}

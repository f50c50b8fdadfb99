/** The filters of a list: what is in the address as chips, and a form for all of them. */
import type { Named } from "../contract/operation.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { fieldLabel } from "../fold/spoken.ts"
import { Input } from "../form/input.tsx"
import { Icon } from "../kit/icons.tsx"
import { Popover } from "../kit/popover.tsx"
import { words } from "../words/words.ts"

type Query = Readonly<Record<string, string>>

interface Properties {
  readonly area: string
  readonly filters: ReadonlyArray<Named>
  readonly query: Query
  readonly onChange: (query: Query) => void
}

export const Filters = ({ area, filters, onChange, query }: Properties) => {
  const active = filters.filter(({ name }) => (query[name] ?? "") !== "")
  const without = (name: string) => onChange(Object.fromEntries(Object.entries(query).filter(([one]) => one !== name)))
  return (
    <>
      <Popover
        label={
          <>
            <Icon name="filter" /> {words.value.filter}
          </>
        }
      >
        {(close) => (
          <FilterForm
            {...{ area, filters, query }}
            onApply={(chosen) => {
              close()
              onChange(chosen)
            }}
          />
        )}
      </Popover>
      {active.map((field) => (
        <span key={field.name} class="chip">
          {fieldLabel(field, area)}: <b>{shownOf(field, query[field.name]!)}</b>
          <button
            type="button"
            class="quiet square"
            aria-label={words.value.removeFilter(fieldLabel(field, area))}
            onClick={() => without(field.name)}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {active.length > 1 && (
        <button type="button" class="quiet" onClick={() => onChange({})}>
          {words.value.clearAll}
        </button>
      )}
    </>
  )
}

const shownOf = (field: Named, value: string): string => textOf(value, field, manner.value) || value

interface FormProperties extends Omit<Properties, "onChange"> {
  readonly onApply: (query: Query) => void
}

const FilterForm = ({ area, filters, onApply, query }: FormProperties) => {
  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    const sent = new FormData(event.currentTarget as HTMLFormElement)
    const chosen = filters.map(({ name }) => [name, String(sent.get(name) ?? "").trim()] as const)
    onApply(Object.fromEntries(chosen.filter(([, value]) => value !== "")))
  }
  return (
    <form class="filter-form" onSubmit={apply}>
      {filters.map((field) => (
        <div class="field" key={`${field.name} ${query[field.name]}`}>
          <label for={`filter-${field.name}`}>{fieldLabel(field, area)}</label>
          <Input id={`filter-${field.name}`} name={field.name} part={field} value={query[field.name] ?? ""} />
        </div>
      ))}
      <div class="actions">
        <button type="submit" class="primary">
          {words.value.apply}
        </button>
      </div>
    </form>
  )
}

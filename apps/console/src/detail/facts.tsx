/** The fields of an answer: values together, objects as sections, lists of objects as tables. */
import type { Named, Part } from "../contract/operation.ts"
import { areaOfCollection } from "../fold/area.ts"
import { fieldLabel } from "../fold/spoken.ts"
import { address } from "../page/router.ts"
import { isNumber } from "./text.ts"
import { Value } from "./value.tsx"

interface Properties {
  readonly area: string
  readonly part: Part
  readonly value: unknown
  /** Whether it is within a section of others. */
  readonly isInner?: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** The fields that are known, then those that the contract does not name. */
const fieldsIn = ({ inner = [], member }: Part, value: Fields): ReadonlyArray<Named> => {
  const known = new Set(inner.map(({ name }) => name))
  const others = Object.keys(value).filter((name) => !known.has(name))
  return [
    ...inner.filter(({ name }) => name in value),
    ...others.map((name) => ({ kind: "any" as const, ...member, name }))
  ]
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isTable = (value: unknown): value is ReadonlyArray<Fields> =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)
const isLong = (value: unknown): value is string =>
  typeof value === "string" && (value.length > 200 || value.includes("\n"))

export const Facts = ({ area, isInner = false, part, value }: Properties) => {
  if (isTable(value)) return <Entries area={area} part={part.item ?? { kind: "any" }} rows={value} />
  if (!isObject(value)) return isLong(value) ? <pre class="code">{value}</pre> : <Value part={part} value={value} />
  const fields = fieldsIn(part, value)
  const flat = fields.filter(({ name }) => !isObject(value[name]) && !isTable(value[name]) && !isLong(value[name]))
  const deep = fields.filter((field) => !flat.includes(field))
  return (
    <div class="facts">
      {flat.length > 0 && (
        <dl>
          {flat.map((field) => (
            <div key={field.name}>
              <dt>{fieldLabel(field, area)}</dt>
              <dd>
                <Value part={field} value={value[field.name]} linked={!isHere(field, value[field.name])} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {deep.map((field) =>
        isObject(value[field.name]) && Object.keys(value[field.name] as object).length === 0 ? null : (
          <section key={field.name}>
            {isInner ? <h3>{fieldLabel(field, area)}</h3> : <h2>{fieldLabel(field, area)}</h2>}
            <Facts area={area} part={field} value={value[field.name]} isInner />
          </section>
        )
      )}
    </div>
  )
}

/** Whether a value names the entry whose page this is. */
const isHere = ({ names = "" }: Part, value: unknown): boolean => {
  const [area, entry] = address.value.path
  return String(value) === entry && areaOfCollection(names) === area
}

interface EntriesProperties extends Omit<Properties, "value"> {
  readonly rows: ReadonlyArray<Fields>
}

const maxRows = 500

const Entries = ({ area, part, rows }: EntriesProperties) => {
  const fields = fieldsIn(part, Object.assign({}, ...rows))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div class="scroll" tabIndex={0}>
      <table class="plain">
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field.name} scope="col" class={isNumber(field) ? "number" : undefined}>
                {fieldLabel(field, area)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((row, at) => (
            <tr key={at}>
              {fields.map((field) => (
                <td key={field.name} class={isNumber(field) ? "number" : undefined}>
                  <Value part={field} value={row[field.name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

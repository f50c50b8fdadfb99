/** The fields of an answer: values together, objects as sections, lists of objects as tables. */
import { isNumber } from "../contract/number.ts"
import type { Named, Part } from "../contract/operation.ts"
import { areaOfCollection } from "../fold/area.ts"
import { fieldLabel } from "../fold/spoken.ts"
import { titles } from "../fold/titles.ts"
import { address } from "../page/router.ts"
import { words } from "../words/words.ts"
import { manner } from "./manner.ts"
import { isMarkup, shortened, textOfMarkup } from "./markup.ts"
import { GalleryPicture } from "./picture.tsx"
import { Reference } from "./reference.tsx"
import { textOf } from "./text.ts"
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
  const all = [
    ...inner.filter(({ name }) => name in value),
    ...others.map((name) => ({ kind: "any" as const, ...member, name }))
  ]
  // Names that begin otherwise than with a letter, such as _id, are of the wire; they are in the JSON.
  return all.filter(({ name }) => !/^[_$]/.test(name)).toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** What people call a document comes first, and what programs call it last. */
const rankOf = ({ name }: Named): number => (titles.includes(name) ? 0 : name === "id" || name === "uid" ? 2 : 1)

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isTable = (value: unknown): value is ReadonlyArray<Fields> =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)
const isLong = (value: unknown): value is string =>
  typeof value === "string" && (value.length > 200 || value.includes("\n") || isMarkup(value))

export const Facts = ({ area, isInner = false, part, value }: Properties) => {
  if (isTable(value)) return <Entries area={area} part={part.item ?? { kind: "any" }} rows={value} />
  if (!isObject(value)) return isLong(value) ? <Long text={value} /> : <Fact part={part} value={value} />
  const fields = fieldsIn(part, value)
  const flat = fields.filter(({ name }) => !isObject(value[name]) && !isTable(value[name]) && !isLong(value[name]))
  const deep = fields.filter((field) => !flat.includes(field))
  return (
    <div class="facts">
      {flat.length > 0 && (
        <dl>
          {flat.map((field) => (
            <div key={field.name}>
              <dt title={field.name}>{fieldLabel(field, area)}</dt>
              <dd>
                <Fact part={field} value={value[field.name]} label={fieldLabel(field, area)} />
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

/** A long text; of one with tags the words, and the source for those who want it. */
const Long = ({ text }: { readonly text: string }) => {
  if (!isMarkup(text)) return <pre class="code">{text}</pre>
  const shown = textOfMarkup(text, maxShown)
  return (
    <>
      {shown !== "" && <p>{shown}</p>}
      <details class="source" open={shown === "" && text.length < maxShown}>
        <summary>{words.value.source}</summary>
        <pre class="code">{text}</pre>
      </details>
    </>
  )
}
const maxShown = 400

interface FactProperties {
  readonly part: Part
  readonly value: unknown
  readonly label?: string
}

/** A value with room: pictures are shown, documents are called by their names, and a flag that has no value is off. */
const Fact = ({ label, part, value }: FactProperties) => {
  const isOff = (part.kind === "flag" || part.kind === "boolean") && (value === null || value === "")
  if (isOff) return <Value part={part} value={false} />
  const { names } = part
  if (names !== undefined && isKey(value) && !isHere(part, value)) {
    if (names === "images") return <GalleryPicture id={String(value)} label={label} />
    return <Reference collection={names} value={String(value)} />
  }
  if (Array.isArray(value)) return <Members part={part.item ?? { kind: "any" }} values={value} />
  return <Value part={part} value={value} linked={false} />
}

const isKey = (value: unknown): value is string | number =>
  typeof value === "number" || (typeof value === "string" && value !== "")

/** Short values in a line, and sentences one below the other. */
const Members = ({ part, values }: { readonly part: Part; readonly values: ReadonlyArray<unknown> }) => {
  const texts = values.map((one) => textOf(one, part, manner.value)).filter((one) => one !== "")
  if (part.names === undefined && texts.every((one) => one.length <= maxShort && !one.includes(",")))
    return <Value part={{ kind: "list" }} value={texts} />
  return (
    <ul class="plain-list">
      {values.slice(0, maxRows).map((one, at) => (
        <li key={at}>
          <Fact part={part} value={typeof one === "string" ? shortened(one, maxShown) : one} />
        </li>
      ))}
    </ul>
  )
}
const maxShort = 40

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

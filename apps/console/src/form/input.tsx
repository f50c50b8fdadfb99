/** The input of one value, by its kind. It keeps the text that is sent, which may differ from what is shown. */

import { useState } from "preact/hooks"
import { shop } from "../call/session.ts"
import { isNumber } from "../contract/number.ts"
import type { Named, Part } from "../contract/operation.ts"
import { listOfCollection } from "../fold/area.ts"
import { choiceLabel } from "../fold/spoken.ts"
import { lazy } from "../page/lazy.tsx"
import { words } from "../words/words.ts"
import { Combobox } from "./combobox.tsx"
import type { ControlProperties, InputProperties } from "./control.ts"
import { numberOf } from "./number.ts"
import { instantOf, localOf } from "./zoned.ts"

const Html = lazy(async () => (await import("./html.tsx")).HtmlInput)

/** What a value of a kind is typed into. */
export const Input = (given: InputProperties) => {
  const [value, setValue] = useState(given.value)
  const current = given.onInput === undefined ? value : given.value
  const onInput = (sent: string) => {
    setValue(sent)
    given.onInput?.(sent)
  }
  return (
    <>
      {given.name !== undefined && <input type="hidden" name={given.name} value={current} />}
      <Control {...given} value={current} onInput={onInput} />
    </>
  )
}

const Control = (given: ControlProperties) => {
  const { part } = given
  if (part.names !== undefined && listOfCollection(part.names) !== undefined)
    return <Combobox {...given} collection={part.names} />
  if (part.kind === "flag" || part.kind === "boolean" || (part.choices !== undefined && part.kind === "choice"))
    return <Select {...given} />
  if (part.kind === "unix" || part.kind === "instant") return <Time {...given} />
  if (part.kind === "html" && given.name === undefined) return <Html {...given} />
  if (part.kind === "html" || (part.bounds?.maxLength ?? 0) > longText) return <Area {...given} />
  return isNumber(part) ? <Numeric {...given} /> : <Line {...given} />
}

/** Texts that may be longer have several lines. */
const longText = 500

const common = ({ describedBy, id, invalid, required }: ControlProperties) => ({
  id,
  required: required === true,
  "aria-invalid": invalid === true ? ("true" as const) : undefined,
  "aria-describedby": describedBy
})

const types: { readonly [Kind in Part["kind"]]?: string } = {
  email: "email",
  url: "url",
  day: "date"
}

const Line = (given: ControlProperties) => {
  const { bounds = {}, kind } = given.part
  return (
    <input
      {...common(given)}
      // Their types differ in what the others of their properties may be.
      type={(types[kind] ?? "text") as "text"}
      value={given.value}
      maxLength={bounds.maxLength}
      autocomplete="off"
      onInput={(event) => given.onInput(event.currentTarget.value)}
    />
  )
}

/**
 * A browser's own input of numbers knows one sign before the decimals, that of the browser's language, and drops others or the
 * whole text without a word: 12,50 would be 1250, or nothing.
 */
const Numeric = (given: ControlProperties) => {
  const { bounds, kind } = given.part
  const [typed, setTyped] = useState("")
  // The keyboards of some phones have no minus where they have decimals.
  const isNegative = (bounds?.minimum ?? -1) < 0
  return (
    <input
      {...common(given)}
      type="text"
      inputMode={isNegative ? "text" : kind === "int" ? "numeric" : "decimal"}
      value={numberOf(typed) === given.value ? typed : given.value}
      autocomplete="off"
      onInput={({ currentTarget: { value } }) => {
        setTyped(value)
        given.onInput(numberOf(value))
      }}
    />
  )
}

const Area = (given: ControlProperties) => (
  <textarea
    {...common(given)}
    rows={given.part.kind === "html" ? 6 : 3}
    value={given.value}
    onInput={(event) => given.onInput(event.currentTarget.value)}
  />
)

const Time = (given: ControlProperties) => {
  const { onInput, part, value } = given
  const zone = shop.value?.timezone
  const seconds = part.kind === "unix" ? Number(value) : Date.parse(value) / 1000
  const type = (local: string) => {
    const at = instantOf(local, zone)
    onInput(at === undefined ? "" : part.kind === "unix" ? String(at) : new Date(at * 1000).toISOString())
  }
  return (
    <input
      {...common(given)}
      type="datetime-local"
      value={value === "" ? "" : localOf(seconds, zone)}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

const Select = (given: ControlProperties) => {
  const { name, onInput, part, required, value } = given
  const { all, no, notSet, yes } = words.value
  // A filter that is empty leaves nothing out; a flag that is not sent has its default.
  const usual = name === undefined && part.kind === "flag" && required !== true ? (part as Named).default : undefined
  const options: ReadonlyArray<readonly [string, string]> =
    part.kind === "boolean"
      ? [["true", yes], ["false", no]] // biome-ignore format: pairs
      : part.kind === "flag"
        ? [["1", yes], ["0", no]] // biome-ignore format: pairs
        : part.choices!.map((one) => [String(one), choiceLabel(part, one)])
  return (
    <select
      {...common(given)}
      value={value === "" && usual !== undefined ? String(usual) : value}
      onChange={(event) => onInput(event.currentTarget.value)}
    >
      {usual === undefined && <option value="">{name === undefined ? notSet : all}</option>}
      {options.map(([sent, shown]) => (
        <option key={sent} value={sent}>
          {shown}
        </option>
      ))}
    </select>
  )
}

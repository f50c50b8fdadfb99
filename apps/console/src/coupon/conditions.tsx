/** The form of a coupon's conditions. */
import { useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { Input } from "../form/input.tsx"
import { described, Labelled } from "../form/labelled.tsx"
import { TreeChoice } from "../form/tree-choice.tsx"
import { Icon } from "../kit/icons.tsx"
import { ProductPicker } from "./picker.tsx"
import type { Conditions } from "./rules.ts"
import { couponWords } from "./words.ts"

interface Properties {
  readonly conditions: Conditions
  /** What was wrong with a rule's value, by the rule. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (conditions: Conditions) => void
}

const brand = operationsById.get("products.create")!.input.find(({ name }) => name === "brandUID")!

export const ConditionFields = ({ conditions, onChange, problems }: Properties) => {
  const words = couponWords.value
  const set = (changes: Partial<Conditions>) => onChange({ ...conditions, ...changes })
  const line = (name: "buyers" | "tags" | "methods", rule: string, label: string, help?: string) => (
    <Labelled id={`coupon-${name}`} label={label} problem={problems[rule]} help={help}>
      <input
        id={`coupon-${name}`}
        type="text"
        autocomplete="off"
        value={conditions[name]}
        {...described(`coupon-${name}`, problems[rule], help)}
        onInput={(event) => set({ [name]: event.currentTarget.value })}
      />
    </Labelled>
  )
  return (
    <>
      <p class="help">{words.conditionsHelp}</p>
      <label>
        <input
          type="checkbox"
          checked={conditions.isOnceEach}
          onChange={() => set({ isOnceEach: !conditions.isOnceEach })}
        />{" "}
        {words.onceEach}
      </label>
      <label>
        <input
          type="checkbox"
          checked={conditions.isForReduced}
          onChange={() => set({ isForReduced: !conditions.isForReduced })}
        />{" "}
        {words.reduced}
      </label>
      {line("buyers", "users_email", words.buyers, words.buyersHelp)}
      {line("tags", "tags", words.tags, words.tagsHelp)}
      <Labelled id="coupon-brand" label={words.brand} problem={problems["brand"]}>
        <Input id="coupon-brand" part={brand} value={conditions.brand} onInput={(value) => set({ brand: value })} />
      </Labelled>
      <TreeChoice
        label={words.categories}
        chosen={conditions.categories}
        problem={problems["categories"]}
        onChange={(categories) => set({ categories })}
      />
      <Products uids={conditions.products} problem={problems["products"]} onChange={(products) => set({ products })} />
      <h3>{words.freeShipping}</h3>
      <Countries
        uids={conditions.countries}
        problem={problems["remove_shipping"]}
        onChange={(countries) => set({ countries })}
      />
      {line("methods", "", words.methods)}
    </>
  )
}

interface ChipsProperties {
  readonly uids: ReadonlyArray<string>
  readonly problem: string | undefined
  readonly onChange: (uids: ReadonlyArray<string>) => void
}

const Products = ({ onChange, problem, uids }: ChipsProperties) => {
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({})
  return (
    <fieldset class="chips">
      <legend>{couponWords.value.products}</legend>
      {uids.map((uid) => (
        <Chip key={uid} uid={uid} title={titles[uid]} onDrop={() => onChange(uids.filter((one) => one !== uid))} />
      ))}
      <ProductPicker
        onPick={({ title, uid }) => {
          setTitles({ ...titles, [uid]: title })
          if (!uids.includes(uid)) onChange([...uids, uid])
        }}
      />
      {problem !== undefined && <p class="problem">{problem}</p>}
    </fieldset>
  )
}

const read = operationsById.get("products.read")!

interface ChipProperties {
  readonly uid: string
  readonly title: string | undefined
  readonly onDrop: () => void
}

/** A product by its title, which is asked for if the page does not know it. */
const Chip = ({ onDrop, title, uid }: ChipProperties) => {
  const { data } = useAnswer(read, { uid }, { isWanted: title === undefined })
  const name = title ?? (data as { readonly title: string } | undefined)?.title ?? uid
  return <Removable name={name} onDrop={onDrop} />
}

const Removable = ({ name, onDrop }: { readonly name: string; readonly onDrop: () => void }) => (
  <span class="chip">
    <b>{name}</b>
    <button type="button" class="quiet square" aria-label={couponWords.value.removeOne(name)} onClick={onDrop}>
      <Icon name="close" />
    </button>
  </span>
)

const countryList = operationsById.get("countries.list")!

/** A country, as the list shows it. */
interface Country {
  readonly uid: number
  readonly code: string
  readonly name: string
}

export const useCountries = (): ReadonlyArray<Country> => {
  const { data } = useAnswer(countryList, {})
  return (data ?? []) as ReadonlyArray<Country>
}

const Countries = ({ onChange, problem, uids }: ChipsProperties) => {
  const all = useCountries()
  const { addCountry, countries } = couponWords.value
  return (
    <fieldset class="chips">
      <legend>{countries}</legend>
      {uids.map((uid) => (
        <Removable
          key={uid}
          name={all.find((one) => String(one.uid) === uid)?.name ?? uid}
          onDrop={() => onChange(uids.filter((one) => one !== uid))}
        />
      ))}
      <select aria-label={addCountry} value="" onChange={(event) => onChange([...uids, event.currentTarget.value])}>
        <option value="">{addCountry} …</option>
        {all
          .filter(({ uid }) => !uids.includes(String(uid)))
          .map(({ name, uid }) => (
            <option key={uid} value={String(uid)}>
              {name}
            </option>
          ))}
      </select>
      {problem !== undefined && <p class="problem">{problem}</p>}
    </fieldset>
  )
}

/** What a new coupon takes off, when, and how often. */
import { operationsById } from "../call/client.ts"
import { shop } from "../call/session.ts"
import { Input } from "../form/input.tsx"
import { described, Labelled } from "../form/labelled.tsx"
import type { Problems } from "../form/problems.ts"
import { couponWords } from "./words.ts"

const create = operationsById.get("coupons.create")!

/** What the server is sent; times are unix seconds. */
export interface Basics {
  readonly code: string
  readonly name: string
  readonly type: "0" | "1"
  readonly value: string
  readonly min_sum: string
  readonly start_time: string
  readonly end_time: string
  readonly unlimited: "0" | "1"
  readonly count: string
  readonly active: "0" | "1"
}

const daySeconds = 86_400

/** A coupon that holds for a month from now. */
export const begun = (): Basics => {
  const now = Math.floor(Date.now() / 60_000) * 60
  return {
    ...{ code: "", name: "", type: "1", value: "10", min_sum: "0", unlimited: "1", count: "0", active: "1" },
    start_time: String(now),
    end_time: String(now + 30 * daySeconds)
  }
}

/** The names of what the form shows. */
export const names = Object.keys(begun()) as ReadonlyArray<keyof Basics>

interface Properties {
  readonly basics: Basics
  readonly problems: Problems
  readonly onChange: (changes: Partial<Basics>) => void
}

/** Letters and digits that nobody mistakes for others. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
const suggested = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => letters[byte % letters.length]).join("")

export const Worth = ({ basics, onChange, problems }: Properties) => {
  const said = couponWords.value
  const line = (name: "code" | "name" | "value" | "min_sum", label: string, help?: string) => (
    <Labelled id={`coupon-${name}`} label={label} problem={problems[name]} help={help}>
      <input
        id={`coupon-${name}`}
        type="text"
        autocomplete="off"
        inputMode={name === "value" || name === "min_sum" ? "decimal" : "text"}
        value={basics[name]}
        {...described(`coupon-${name}`, problems[name], help)}
        onInput={({ currentTarget: { value } }) => onChange({ [name]: value })}
      />
    </Labelled>
  )
  const currency = shop.value?.currency ?? ""
  return (
    <section class="card">
      <h2>{said.basics}</h2>
      <div class="with-button">
        {line("code", said.code, said.codeHelp)}
        <button type="button" class="button" onClick={() => onChange({ code: suggested() })}>
          {said.suggest}
        </button>
      </div>
      {line("name", said.name, said.nameHelp)}
      <div class="columns">
        <fieldset class="ways">
          <legend class="hidden">{said.kind}</legend>
          {(["1", "0"] as const).map((type) => (
            <label key={type} class="tab" data-on={basics.type === type}>
              <input
                type="radio"
                name="type"
                class="hidden"
                checked={basics.type === type}
                onChange={() => onChange({ type })}
              />
              {type === "1" ? said.percent : said.amount}
            </label>
          ))}
        </fieldset>
        {line("value", `${said.value} (${basics.type === "1" ? "%" : currency})`)}
        {line("min_sum", said.minSum(currency))}
      </div>
    </section>
  )
}

export const Validity = ({ basics, onChange, problems }: Properties) => {
  const said = couponWords.value
  const isUnlimited = basics.unlimited === "1"
  return (
    <section class="card">
      <h2>{said.validity}</h2>
      <div class="columns">
        {(["start_time", "end_time"] as const).map((name) => (
          <Labelled
            key={name}
            id={`coupon-${name}`}
            label={name === "start_time" ? said.from : said.until}
            problem={problems[name]}
          >
            <Input
              id={`coupon-${name}`}
              part={create.input.find((one) => one.name === name)!}
              value={basics[name]}
              invalid={problems[name] !== undefined}
              describedBy={described(`coupon-${name}`, problems[name])["aria-describedby"]}
              onInput={(value) => onChange({ [name]: value })}
            />
          </Labelled>
        ))}
      </div>
      <label>
        <input
          type="checkbox"
          checked={isUnlimited}
          onChange={() => onChange({ unlimited: isUnlimited ? "0" : "1", count: isUnlimited ? "100" : "0" })}
        />{" "}
        {said.unlimited}
      </label>
      {!isUnlimited && (
        <Labelled id="coupon-count" label={said.count} problem={problems["count"]}>
          <input
            id="coupon-count"
            type="text"
            inputMode="numeric"
            value={basics.count}
            {...described("coupon-count", problems["count"])}
            onInput={(event) => onChange({ count: event.currentTarget.value })}
          />
        </Labelled>
      )}
      <label>
        <input
          type="checkbox"
          checked={basics.active === "1"}
          onChange={() => onChange({ active: basics.active === "1" ? "0" : "1" })}
        />{" "}
        {said.active}
      </label>
    </section>
  )
}

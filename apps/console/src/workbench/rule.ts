/** A fault in words. */
import type { Fault } from "../call/conditions.ts"
import { language } from "../words/words.ts"
import { own } from "./words.ts"

/** `The next orders.create is made, and answers 500`. */
export const ruleText = (fault: Fault): string => {
  const { rule } = own.value
  const { delay_ms, drop, status, when } = fault
  const slow = delay_ms === null || delay_ms === 0 ? [] : [rule.delay(secondsOf(delay_ms))]
  const ends = drop === 1 ? [rule.dropped] : status === null ? [] : [rule.status(status)]
  return [chosen(fault), when === "after" ? rule.after : "", [...slow, ...ends].join(` ${rule.and} `)]
    .filter((part) => part !== "")
    .join(" ")
}

const chosen = ({ nth, operation, probability }: Fault): string => {
  const { rule } = own.value
  const call = operation ?? rule.anyCall
  if (nth !== null) return nth === 1 ? rule.next(call) : rule.nth(call, nth)
  if (probability >= 1) return rule.every(call)
  return rule.share(call, new Intl.NumberFormat(language.value, { style: "percent" }).format(probability))
}

const secondsOf = (ms: number): string =>
  new Intl.NumberFormat(language.value, { style: "unit", unit: "second", unitDisplay: "long" }).format(ms / 1000)

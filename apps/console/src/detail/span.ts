/** Spans of time as people read them. */
import { language } from "../words/words.ts"

/** A time span in the largest unit that it fills. */
export const spanOf = (seconds: number): string => {
  const [unit, length] = units.find(([, one]) => seconds >= one) ?? (["second", 1] as const)
  const style = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language.value, style).format(seconds / length)
}
const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
] as const

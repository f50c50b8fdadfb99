/**
 * What an address of the explorer has: parameters as JSON under `given`, what was wrong with them under `wrong`, and plain
 * parameters by their names.
 */
import type { Problems } from "../form/problems.ts"

type Query = Readonly<Record<string, string>>

/** The parameters of an address. */
export const parametersIn = ({ given, wrong: _, ...plain }: Query): Readonly<Record<string, unknown>> => ({
  ...jsonIn(given),
  ...plain
})

/** What an address says was wrong. */
export const problemsIn = ({ wrong }: Query): Problems =>
  Object.fromEntries(Object.entries(jsonIn(wrong)).map(([path, message]) => [path, String(message)]))

const jsonIn = (text = "{}"): object => {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === "object" && read !== null ? read : {}
  } catch {
    return {}
  }
}

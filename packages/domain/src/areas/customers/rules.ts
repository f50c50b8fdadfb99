/** The rules of a customer's parameters. */
import { countryByUid, stateOf } from "../countries/rules.ts"
import type { CustomerDetail } from "./shown.ts"

/**
 * The country and state fields of a customer, from a country's uid and a state's uid, code or name. Unknown places are
 * left unset; if a country has no states, the state may be any text.
 */
export const locationOf = (
  countryUID: number | null,
  state: string
): Pick<CustomerDetail, "country" | "countryUID" | "state" | "stateUID"> => {
  const country = countryUID === null ? undefined : countryByUid(countryUID)
  const found = country === undefined || state === "" ? "" : (stateOf(country, state) ?? "")
  return {
    country: country?.name ?? "",
    countryUID: country?.uid ?? null,
    state: typeof found === "string" ? found : found.name,
    stateUID: typeof found === "string" ? null : found.uid
  }
}

/** The countries and their states, the same for every shop and call. */
import type { areas } from "@bottega/domain/areas"
import { allCountries, type ListedCountry } from "@bottega/domain/areas/countries"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import type { Handlers } from "../engine/decide/handler.ts"

let listed: Encoded<ReadonlyArray<ListedCountry>> | undefined

export const handlers: Handlers<typeof areas.countries> = {
  list: () => Effect.sync(() => (listed ??= new Encoded(JSON.stringify(allCountries))))
}

/** The countries and their states, the same for every shop and call. */
import { countries } from "@bottega/domain/countries"
import type { countries as endpoints, ListedCountry } from "@bottega/domain/countries-list"
import { Effect } from "effect"
import { Encoded } from "./answer.ts"
import type { Handlers } from "./handler.ts"

let listed: Encoded<ReadonlyArray<ListedCountry>> | undefined

export const handlers: Handlers<typeof endpoints> = {
  list: () => Effect.sync(() => (listed ??= new Encoded(JSON.stringify(countries))))
}

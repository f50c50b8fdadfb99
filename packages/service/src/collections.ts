/** Every collection that a store must hold beside what storage itself keeps: the areas' and the service's own. */
import { collections as areas } from "@bottega/domain/contract"
import { collections as house } from "./house/records.ts"
import { collections as records } from "./records.ts"

export const collections = [...Object.values(areas), ...Object.values(records), ...Object.values(house)]

/** Every collection that a store must hold: the areas', the service's own, and what the storage itself keeps. */
import { collections as areas } from "@bottega/domain/contract"
import { sequences } from "@bottega/storage/derived"
import { collections as records } from "./records.ts"

export const collections = [...Object.values(areas), ...Object.values(records), sequences]

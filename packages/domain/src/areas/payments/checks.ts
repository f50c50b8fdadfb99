/** What doctor checks of payment authorizations. */
import { belongs, type Check } from "../../contract/check.ts"
import { isOver } from "../keys/rules.ts"
import { keys } from "../keys.ts"
import { collections } from "./document.ts"

/** An instant before any pair expires: pairs that are invalid then were revoked. */
const beginning = 0

export const checks: ReadonlyArray<Check> = [
  belongs(
    "The key set of a payment authorization is not revoked",
    collections.payments,
    keys.collections.keySets,
    ({ key_set }) => key_set,
    ({ expires, id, instance, key_set }, set) => {
      const named = `the payment authorization ${id} belongs to the key set ${key_set}`
      if (set === undefined) return undefined
      if (isOver(set, beginning)) return `${named}, which is revoked`
      return set.instance === instance && set.expires === expires
        ? undefined
        : `${named}, which has another instance or expires at another time`
    }
  )
]

/** What doctor checks of payment authorizations. */
import { belongs, type Check } from "../../contract/check.ts"
import { isOver } from "../keys/rules.ts"
import { keys } from "../keys.ts"
import { collections } from "./document.ts"

/** Before any pair expires: at this second, only what was revoked is over. */
const beginning = 0

export const checks: ReadonlyArray<Check> = [
  belongs(
    "A payment authorization belongs to a key set that is not revoked",
    collections.payments,
    keys.collections.keySets,
    ({ key_set }) => key_set,
    ({ expires, id, instance, key_set }, set) => {
      const named = `the payment authorization ${id} belongs to the key set ${key_set}`
      if (set === undefined) return `${named}, which does not exist`
      if (isOver(set, beginning)) return `${named}, which is revoked`
      return set.instance === instance && set.expires === expires
        ? undefined
        : `${named}, which has another instance or expires at another time`
    }
  )
]

/** What an operation requires of its shop. */
import type { Shop } from "@bottega/domain/areas/shops"
import { type Entry, NotPermitted } from "@bottega/domain/contract"

/** The refusal of an operation that requires what the shop lacks. */
export const unmet = (shop: Shop, requires: Entry["endpoint"]["requires"]): NotPermitted | undefined => {
  if (requires === "b2b" && !shop.modules.includes("b2b"))
    return new NotPermitted({ message: "The B2B module is not enabled on this shop." })
  if (requires === "partner_owned" && !shop.partner_owned)
    return new NotPermitted({ message: "This operation is for partner-owned shops only." })
  return undefined
}

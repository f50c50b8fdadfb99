/** How coupons are shown. */
import { view } from "./view.ts"

export const coupons = view("coupons")({
  list: "list",
  noun: { en: "Coupons", it: "Coupon" },
  title: "code",
  columns: ["code", "name", "value", "active", "count", "iso.stopDate"],
  words: {
    count: { en: "Uses left", it: "Usi rimasti" },
    "iso.startDate": { en: "From", it: "Dal" },
    "iso.stopDate": { en: "Until", it: "Al" }
  }
})

/** Shared parts of the suites of personal data: addresses that contain each other, and coupons. */
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { address } from "../orders/sample.ts"

/** The path of the export and of the erasure. */
export const path = "/control/v1/customers/data.json"

/** A new email address, of which a longer address ends or begins with it. */
export const addresses = () => {
  const email = `anna${unique()}@example.com`
  return { email, ends: `jo${email}`, begins: `${email}.br` }
}

/** The buyer of an order. */
export const billed = (email: string) => ({ ...address("billing"), billing_email: email })

/** Creates a coupon for these buyers, or for everybody. */
export const couponOf = async ({ api }: Store, users_email: ReadonlyArray<string> = []) => {
  const code = `Person ${unique()}`
  const { uid } = await api.coupons.create({
    ...{ name: "Ten", code, type: 0, value: 1, active: 1, unlimited: 0, count: 5, min_sum: 0 },
    ...{ start_time: 0, end_time: 4_000_000_000, rules: { users_email } }
  })
  return { code, uid }
}

/** The uses of a coupon. */
export const usesOf = async ({ api }: Store, uid: number) => (await api.coupons.read({ uid, nodes: ["usage"] })).usage

/** What a refusal names: the parameters that are wrong, and none that is missing only because another one could not be read. */
import { contract } from "@bottega/domain/areas"
import { entries, reader } from "@bottega/domain/contract"
import { parse } from "@bottega/domain/form"
import { Effect, Result, type Schema } from "effect"
import { expect, it } from "vitest"
import { readInput } from "../../../src/engine/receive/input.ts"

const operations = new Map(
  entries(contract).map((entry) => [
    entry.id,
    { ...entry, ...reader((entry.endpoint.input as unknown as Schema.Top).ast) }
  ])
)
/** The names in the refusal of a form. */
const wrongIn = (id: string, form: string): ReadonlyArray<string> => {
  const sent = parse(form)
  const read = Effect.runSync(Effect.result(readInput(operations.get(id)!, [sent], [sent.root])))
  return Result.match(read, {
    onSuccess: () => [],
    onFailure: ({ details = [] }) => details.map(({ path }) => path)
  })
}

const long = "x".repeat(102_401)
const unshipped =
  "shipping_method=m&shipping_cost=0&payment_method=p&item_id[0][sku]=A&item_id[0][price]=1&item_id[0][quantity]=1"
const order = `${unshipped}&shipping_flag=not_required`
const person = "fullname=Anna Rossi&email=anna@example.com"

it.each([
  ["orders.create", `${order}&delivery_country=ZZ&delivery_state=RM`, "delivery_country"],
  ["orders.create", `${order}&billing_country=ZZ&billing_state=RM`, "billing_country"],
  ["orders.create", `${unshipped}&shipping_flag=none`, "shipping_flag"],
  ["orders.create", `${order}&require_invoice=yes&digital_invoice[type]=person`, "require_invoice"],
  [
    "orders.create",
    `${order}&require_invoice=1&digital_invoice[type]=company&digital_invoice[company_vat_number]=1&digital_invoice[company_unique_code]=${long}`,
    "digital_invoice[company_unique_code]"
  ],
  [
    "coupons.check",
    "code=A&item_id[0][sku]=A&item_id[0][price]=1&item_id[0][quantity]=1&delivery_country=ZZ&delivery_state=RM",
    "delivery_country"
  ],
  ["customers.setTags", "email=bad&tags=a", "email"],
  ["customers.addTags", "email=bad&tags=a", "email"],
  ["customers.removeTags", "email=bad&tags=a", "email"],
  ["customers.data", `shop=a&email=${long}`, "email"],
  ["customers.create", `${person}&countryUID=abc&country=Nowhere`, "countryUID"],
  ["customers.create", `${person}&countryUID=abc&country=Italy&state=Texas&zip=1`, "countryUID"],
  ["customers.create", `${person}&countryUID=abc&state=Texas`, "countryUID"],
  ["customers.create", `${person}&countryUID=380&stateUID=abc&state=Texas`, "stateUID"],
  ["customers.create", `email=anna@example.com&fullname=${long}&first_name=Anna`, "fullname"],
  ["customers.create", `email=anna@example.com&first_name=${long}&last_name=${long}`, "first_name,last_name"],
  ["webhooks.replay", "shop=a&from=x&to=y", "from,to"],
  ["webhooks.replay", "shop=a&from=x", "from"],
  ["clock.move", "forward_seconds=soon", "forward_seconds"],
  ["faults.create", "delay_ms=soon", "delay_ms"],
  ["faults.create", "drop=yes", "drop"],
  ["giftcards.load", "userUID=1&amount=x", "amount"]
])("%s names what could not be read alone: %#", (id, form, names) => {
  expect([...wrongIn(id, form)].sort().join()).toBe(names)
})

it("names a parameter that is wrong beside one that could not be read", () => {
  expect(wrongIn("orders.create", `${order}&billing_country=ZZ&delivery_country=IT&delivery_state=Texas`)).toEqual([
    "billing_country",
    "delivery_state"
  ])
  expect(wrongIn("customers.setTags", "tags=a")).toEqual(["id"])
  expect(wrongIn("customers.create", `${person}&countryUID=380&country=Italy&state=Texas`)).toEqual(["state"])
})

/** Draws the random calls on customers and their groups. */
import fc from "fast-check"
import { definedOnly, email, flag, type Kind, maybe, pick, rarely, tags } from "./arbitraries.ts"
import type { Operation } from "./model.ts"

const customer = pick("customer")
const accountType = rarely(fc.constantFrom("guest", "registered"))
const tagsInCases = fc.oneof(tags, fc.constantFrom("RED", "Blue,green"))
/** By its id, or by an email address. */
const oneCustomer = fc.oneof(fc.record({ id: customer, tags: tagsInCases }), fc.record({ email, tags: tagsInCases }))
const several = fc.constantFrom(
  ["*"],
  ["anna@example.com", "bruno@example.com"],
  ["Anna@Example.com", "anna@example.com"],
  ["nobody@example.com"]
)
const noTags = { tags: { tags: "," } }
const mixed = { email: { email: ["*", "anna@example.com"] } }
const field = rarely(fc.constantFrom("1", "2", ""))

type CustomerOperation = Extract<Operation, `customer${string}`>

/** How the operations on customers are called. */
export const customerKinds: { readonly [Op in CustomerOperation]: Kind } = {
  "customers.create": {
    weight: 6,
    parameters: definedOnly({
      fullname: fc.constantFrom("Anna Rossi", "Bruno Verdi", "Carla"),
      email: fc.oneof(email, fc.constantFrom("carla@example.com", "dario@example.com")),
      register: maybe(flag)
    }),
    flaws: { email: { email: "nobody" }, fullname: { fullname: " " }, zip: { countryUID: 380, zip: "x" } }
  },
  "customers.read": { weight: 2, parameters: fc.record({ email }), flaws: { id: { email: "" } } },
  "customers.update": {
    weight: 3,
    parameters: definedOnly({
      ...{ id: customer, first_name: fc.constantFrom("Anna", "Bruno"), last_name: fc.constantFrom("Rossi", "Verdi") },
      phone: maybe(fc.constantFrom("02 1", "02 2", ""))
    }),
    flaws: { countryUID: { countryUID: 1 } }
  },
  "customers.remove": { weight: 3, parameters: fc.record({ id: customer }) },
  "customers.acceptMarketing": {
    weight: 3,
    parameters: fc.record({ id: customer, accept_marketing: flag }),
    flaws: { accept_marketing: { accept_marketing: "perhaps" } }
  },
  "customers.consents": { weight: 1, parameters: fc.record({ id: customer, limit: fc.integer({ min: 1, max: 3 }) }) },
  "customers.setCustomFields": {
    weight: 2,
    parameters: fc.record({
      id: customer,
      custom_fields: definedOnly({ size: fc.constantFrom("38", "40", ""), color: field, "a.b": field })
    }),
    flaws: { custom_fields: { custom_fields: undefined } }
  },
  "customers.setGroup": {
    weight: 3,
    parameters: fc.record({ id: customer, group_id: fc.oneof(pick("group"), fc.constant("")) })
  },
  "customers.removeGroup": { weight: 1, parameters: fc.record({ id: customer }) },
  "customers.setTags": { weight: 1, parameters: oneCustomer, flaws: noTags },
  "customers.addTags": { weight: 3, parameters: oneCustomer, flaws: noTags },
  "customers.removeTags": { weight: 2, parameters: oneCustomer, flaws: noTags },
  "customers.batchSetTags": {
    weight: 1,
    parameters: fc.record({ email: several, tags: tagsInCases }),
    flaws: { ...noTags, ...mixed }
  },
  "customers.batchAddTags": { weight: 2, parameters: fc.record({ email: several, tags: tagsInCases }), flaws: mixed },
  "customers.batchRemoveTags": {
    weight: 2,
    parameters: fc.record({ email: several, tag: fc.constantFrom("red", "R*", "b*", "*", "r") }),
    flaws: { tag: { tag: " " } }
  },
  "customers.list": {
    weight: 2,
    parameters: definedOnly({ accountType, nodes: fc.constant("custom_fields,group") }),
    flaws: { created_at_to: { created_at_from: 1 } }
  },
  "customers.page": {
    weight: 2,
    parameters: definedOnly({
      ...{ accountType, nodes: fc.constant("custom_fields,group") },
      limit: fc.integer({ min: 1, max: 3 })
    }),
    flaws: { limit: { limit: 1001 }, page: { page: 0 } }
  },
  "customergroups.create": {
    weight: 2,
    parameters: definedOnly({
      name: fc.constantFrom("Wholesale", "Press"),
      description: maybe(fc.constant("By invitation.")),
      color: maybe(fc.constant("#d02030"))
    }),
    flaws: { name: { name: "" } }
  },
  "customergroups.read": { weight: 1, parameters: fc.record({ id: pick("group") }) }
}

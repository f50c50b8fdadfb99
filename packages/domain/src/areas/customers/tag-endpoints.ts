/** The operations on the tags of one customer, of several, and of all. */
import { Schema } from "effect"
import { doneWith } from "../../contract/answers.ts"
import { atMost, Tags } from "../../contract/bounded.ts"
import { del, type Finding, post, put } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { Commas, Email, Int, NotBlank, names, rule, ServiceID, Text } from "../../contract/values.ts"

const Tagged = doneWith({
  nModified: Int.annotate({ description: "The customers whose tags changed." }),
  n: Int.annotate({ description: "The customers that were found." })
})

const isGiven = (list: ReadonlyArray<string>) => list.length > 0
const description = "Case does not matter."
const given = rule("is required", isGiven, { minItems: 1 })
const tags = Tags.check(given).annotate({ description })

const one = {
  id: Schema.optionalKey(
    names("customers", ServiceID).annotate({ description: "The customer; required if email is not sent." })
  ),
  email: Schema.optionalKey(Email.annotate({ description: "Required if id is not sent; id wins." }))
}
const oneRule = ({ email, id }: { readonly email?: string; readonly id?: string }): ReadonlyArray<Finding> =>
  id === undefined && email === undefined
    ? [{ at: ["id"], without: [["email"]], message: "is required if email is not sent" }]
    : []

const everyone = "*"
/** Whether the addresses of a call mean all customers of the shop. */
export const meansEveryone = (emails: ReadonlyArray<string>): boolean => emails[0] === everyone

/** The addresses of a call. Their customers change in one commit, all or none, so there are few. */
const addressBound = { max: 500, noun: "addresses" }

const email = Schema.Array(Text)
  .check(
    rule("is required", isGiven, { minItems: 1 }),
    atMost(addressBound),
    rule(
      "must be addresses, or * alone",
      (list: ReadonlyArray<string>) => !list.includes(everyone) || list.every((one) => one === everyone)
    )
  )
  .annotate({ description: "Email addresses, or * for all customers. An address of no customer counts 0." })

const tag = NotBlank.annotate({
  description: "A tag, or prefix* for every tag that begins with prefix."
})

const steps =
  "With email=* the change is made in steps. Customers that are created meanwhile may be left out, and one that would " +
  "have more than 100 tags keeps those that it has."
const many = { output: Tagged, description: steps, stability: "beta" } as const

export const tagEndpoints = {
  setTags: post("/clients/tags.json", {
    summary: "Replace all tags of a customer.",
    input: { ...one, tags },
    output: Tagged,
    rules: oneRule,
    refusals: [NotFound],
    stability: "beta"
  }),
  addTags: put("/clients/tags.json", {
    summary: "Add tags to a customer.",
    input: { ...one, tags },
    output: Tagged,
    rules: oneRule,
    refusals: [NotFound],
    stability: "beta",
    example: { email: "anna@example.com", tags: ["newsletter", "VIP"] }
  }),
  removeTags: del("/clients/tags.json", {
    summary: "Remove tags from a customer.",
    input: { ...one, tags: Commas.check(given).annotate({ description }) },
    output: Tagged,
    rules: oneRule,
    refusals: [NotFound],
    stability: "beta"
  }),
  batchSetTags: post("/clients/batchTags.json", {
    summary: "Replace all tags of several customers, or of all.",
    input: { email, tags },
    ...many
  }),
  batchAddTags: put("/clients/batchTags.json", {
    summary: "Add tags to several customers, or to all.",
    input: { email, tags },
    ...many,
    example: { email: ["*"], tags: ["spring"] }
  }),
  batchRemoveTags: del("/clients/batchTags.json", {
    summary: "Remove a tag, or all tags with a prefix, from several customers, or from all.",
    input: { email, tag },
    ...many,
    example: { email: ["*"], tag: "spring*" }
  })
}

/** The operations on a customer's group. */
import { Schema } from "effect"
import { del, put } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { clearable, names, ServiceID } from "../../contract/values.ts"

/** What a change of group did: the groups before and after it, null for none. */
const moved = <After extends Schema.Codec<string | null>>(after: After) =>
  Schema.Struct({
    id: names("customers", ServiceID),
    group: Schema.Struct({ before: Schema.NullOr(ServiceID), after })
  })

/** The group that a parameter names; null for an empty text and for the word null. */
export const groupNamed = (group_id: string): string | null => {
  const named = group_id.trim()
  return named === "" || named === "null" ? null : named
}

const id = names("customers", ServiceID).annotate({ description: "The customer." })

export const groupEndpoints = {
  setGroup: put("/clients/client2group.json", {
    summary: "Put a customer into a group, or into none.",
    input: {
      id,
      group_id: clearable(names("customerGroups", ServiceID)).annotate({
        description: "A customer group; null or an empty value for none."
      })
    },
    output: moved(Schema.NullOr(ServiceID)),
    refusals: [NotFound],
    stability: "beta"
  }),
  removeGroup: del("/clients/client2group.json", {
    summary: "Take a customer out of its group.",
    input: { id },
    output: moved(Schema.Null),
    refusals: [NotFound],
    stability: "beta"
  })
}

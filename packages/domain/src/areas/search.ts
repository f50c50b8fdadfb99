/** The search of a shop: orders, customers, products, coupons and pages by numbers, names and words. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { withDefault } from "../contract/defaults.ts"
import { control } from "../contract/endpoint.ts"
import { NotFound } from "../contract/refusals.ts"
import { wordsIn } from "../contract/search-words.ts"
import { commaList, intBetween, NotBlank, names, rule, ServiceID, Text } from "../contract/values.ts"

/** The kinds of what a search finds, in the order of its answer. */
export const foundKinds = ["order", "customer", "product", "coupon", "page"] as const
const Kind = Schema.Literals(foundKinds)
export type FoundKind = typeof Kind.Type

/** One thing that a search found. */
export const Found = Schema.Struct({
  kind: Kind,
  id: Text.annotate({ description: "The order's id, or the id or uid of what was found." }),
  title: Text.annotate({ description: "An order's number; otherwise its name, title or code." }),
  detail: Text.annotate({
    description:
      "The buyer of an order, the email address of a customer, the SKU of a product, the name of a coupon, the path of a page."
  })
}).annotate({ identifier: "Found" })
export type Found = typeof Found.Type

/** The bounds of a search: each word is one more index to read. */
export const searchBounds = { characters: 200, words: 6 }

const endpoints = {
  find: control.get("/search.json", {
    audience: "shop",
    summary: "Find orders, customers, products, coupons and pages of a shop.",
    description: `An order is found by its number, its id and the names and email addresses on it, a customer by name and email address, a product by its title and by the beginning of a SKU, a coupon by its code and name, a page by its title. Case and accents do not count, and a word counts by its first 12 characters. All words must be there; the last one may be a beginning of 3 characters or more. What a whole number, code, SKU or email address names comes first, then each kind, the newest first. If each of several words is in more than 5000 documents of a kind, the newest 5000 with the longest of the words are searched.`,
    columns: ["kind", "id", "title", "detail"],
    input: {
      shop: names("shops", ServiceID),
      q: NotBlank.check(
        rule(
          `must have at most ${searchBounds.characters} characters`,
          (q: string) => q.length <= searchBounds.characters,
          {
            maxLength: searchBounds.characters
          }
        ),
        rule(`must have at most ${searchBounds.words} words`, (q: string) => wordsIn(q).length <= searchBounds.words)
      ).annotate({ description: "Words, a number, a code, an email address, or the beginning of a SKU." }),
      kinds: withDefault(commaList(Kind), foundKinds).annotate({ description: "What to find; everything by default." }),
      limit: withDefault(intBetween(1, 100), 20)
    },
    output: Schema.Array(Found),
    refusals: [NotFound],
    example: { shop: "5c7d0f3e1a2b3c4d5e6f7a8b", q: "rossi" }
  })
}

export const search = area({ endpoints, collections: {}, checks: [], events: {} })

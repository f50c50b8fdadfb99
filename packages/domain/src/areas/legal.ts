/** Legal texts: the shop's privacy notice, its terms of sale, and its notice about cookies. */
import { Schema } from "effect"
import { doneWith } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { get, put } from "../contract/endpoint.ts"
import { clearable, Html } from "../contract/values.ts"

/** A legal text as stored and as shown. */
export const LegalText = Schema.Struct({
  type: Schema.Literals(["privacy", "terms", "cookies"]),
  content: Html.annotate({ description: "HTML as it was sent; empty if it was never set." })
}).annotate({ identifier: "LegalText" })
export type LegalText = typeof LegalText.Type

export const collections = {
  legal: collection("legal", LegalText, { noun: "legal text", personal: "none", key: ({ type }) => type })
}

const read = (type: LegalText["type"], noun: string) =>
  get(`/legal/${type}.json`, { summary: `Read the shop's ${noun}.`, output: LegalText })

const set = (type: LegalText["type"], noun: string, example: string) =>
  put(`/legal/${type}.json`, {
    summary: `Replace the shop's ${noun}.`,
    input: { content: clearable(Html).annotate({ description: "HTML, kept as it is sent; empty for none." }) },
    output: doneWith({ errmsg: Schema.Null }),
    example: { content: example }
  })

const endpoints = {
  privacy: read("privacy", "privacy notice"),
  setPrivacy: set("privacy", "privacy notice", "<h1>Privacy</h1><p>We keep your address to send what you order.</p>"),
  terms: read("terms", "terms of sale"),
  setTerms: set("terms", "terms of sale", "<h1>Terms</h1><p>You may send goods back within 14 days.</p>"),
  cookies: read("cookies", "notice about cookies"),
  setCookies: set("cookies", "notice about cookies", "<h1>Cookies</h1><p>We use one cookie, for your cart.</p>")
}

export const legal = area({ endpoints, collections, checks: [], events: {} })

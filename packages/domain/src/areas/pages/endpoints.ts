/** The operations on pages. */
import { Schema } from "effect"
import { Update } from "../../contract/answers.ts"
import { del, get, post, put, stream } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { maxLevels } from "../../contract/tree.ts"
import { clearable, Html, names, ServiceID, Title } from "../../contract/values.ts"
import { PageDetail, PageSummary } from "./document.ts"

const id = names("pages", ServiceID).annotate({ description: "The page." })
const title = Title(255).annotate({ description: "The title; several pages may have the same one." })
const content = Html.annotate({
  description: "HTML of up to 1 MiB. It is kept as it is sent, and nothing renders it."
})
const parent = Schema.optionalKey(
  clearable(Schema.NullOr(names("pages", ServiceID))).annotate({
    description: `The page above it; null or an empty value for the top. A tree has at most ${maxLevels} levels.`
  })
)

export const endpoints = {
  list: stream("/pages/list.json", {
    summary: "List the pages by their titles.",
    columns: ["id", "title", "url_path"],
    output: Schema.Array(PageSummary)
  }),
  read: get("/pages/page.json", {
    summary: "Read one page with its content.",
    input: { id },
    output: PageDetail,
    refusals: [NotFound]
  }),
  create: post("/pages/page.json", {
    summary: "Create a page; its url_path is made of the title, and no other page of the shop has it.",
    input: { title, content, parent },
    output: Schema.Struct({ id: names("pages", ServiceID) }),
    example: { title: "Delivery and returns", content: "<h1>Delivery</h1><p>Within two days in Italy.</p>" }
  }),
  update: put("/pages/page.json", {
    summary: "Change a page, or move it with the pages below it.",
    description: "What is not sent stays as it is, and url_path always does.",
    input: { id, title: Schema.optionalKey(title), content: Schema.optionalKey(content), parent },
    output: Update,
    refusals: [NotFound],
    stability: "companion"
  }),
  remove: del("/pages/page.json", {
    summary: "Remove a page; the pages below it are at the top then.",
    input: { id },
    output: Schema.Struct({ ok: Schema.Literal("1"), err: Schema.Null }),
    refusals: [NotFound]
  })
}

/** A page as stored and as shown. Its content is a document of its own, so that a list reads none. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { text } from "../../contract/lookup.ts"
import { part } from "../../contract/reference.ts"
import { searched } from "../../contract/search-words.ts"
import { internal } from "../../contract/unique.ts"
import { names, ServiceID, Text } from "../../contract/values.ts"

/** A page as it is listed. */
export const PageSummary = Schema.Struct({
  id: names("pages", ServiceID),
  url_path: Text.annotate({ description: "Made of the title when the page was created; it stays." }),
  title: Text
}).annotate({ identifier: "PageSummary" })
export type PageSummary = typeof PageSummary.Type

/** A page as stored, without its content: a list reads none. `parent` is the page above it. */
export const Page = Schema.Struct({ ...PageSummary.fields, parent: Schema.NullOr(names("pages", ServiceID)) })
export type Page = typeof Page.Type

/** The content of a page, under the page's id. */
export const PageContent = Schema.Struct({ id: ServiceID, content: Text })
export type PageContent = typeof PageContent.Type

/** A page as it is read. */
export const PageDetail = Schema.Struct({
  ...PageSummary.fields,
  content: Text.annotate({ description: "HTML, as it was sent." }),
  parentPage: Schema.NullOr(PageSummary).annotate({ description: "The page above it; null at the top." })
}).annotate({ identifier: "Page" })
export type PageDetail = typeof PageDetail.Type

/** Titles in the order of a dictionary: without regard to case and accents. */
const sorted = (title: string): string =>
  title.normalize("NFD").replaceAll(/\p{M}/gu, "").normalize("NFC").toLowerCase()

const pages = collection("pages", Page, {
  noun: "page",
  personal: "none",
  key: ({ id }) => id,
  beside: ["parent"],
  lookups: {
    slug: text(({ url_path }) => url_path),
    title: text(({ title }) => sorted(title)),
    parent: text(({ parent }) => parent ?? undefined),
    token: searched(({ title }) => ({ words: [title] }))
  },
  unique: { slug: internal },
  orders: [["title"], ["parent", "key"]],
  references: [{ to: "itself", on: "parent", whenRemoved: (page) => ({ ...page, parent: null }) }]
})

const pageContents = collection("pagecontents", PageContent, {
  noun: "page content",
  personal: "none",
  key: ({ id }) => id,
  references: [{ to: () => pages, on: "key", whenRemoved: part }]
})

export const collections = { pages, pageContents }

/** The page that the parameter `parent` names: none for an empty text or null, `undefined` if it was not sent. */
export const parentNamed = (parent: string | null | undefined): string | null | undefined =>
  parent === "" ? null : parent

/** The detail of a page; `above` is the page that it is below. */
export const pageDetail = (page: Page, { content }: PageContent, above: Page | undefined): PageDetail => {
  const { id, title, url_path } = page
  return { id, url_path, title, content, parentPage: above === undefined ? null : summaryOf(above) }
}

const summaryOf = ({ id, title, url_path }: Page): PageSummary => ({ id, url_path, title })

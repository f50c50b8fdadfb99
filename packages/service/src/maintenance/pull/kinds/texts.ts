/** Brings what a storefront shows beside its products: pages, legal texts, points, snippets, and the shop's own mail texts. */
import { collections } from "@bottega/domain/areas"
import { Effect } from "effect"
import { bringList, bringWhole, detail, type Kind, present, stored, wholly } from "../context.ts"
import { fit } from "../failures.ts"
import * as read from "../given.ts"

const { emailTemplates, legal, pageContents, pages: pagesOfShop, snippets: snippetsOfShop, storePoints } = collections

/** A page goes with its content in one commit, after all pages that may be above it. */
export const pages: Kind = Effect.fnUntraced(function* (context) {
  const answer = yield* context.source.value("/pages/list.json")
  const given = yield* fit(() => read.array(answer))
  const above = new Map<string, string | null>()
  const keys = yield* bringList(context, {
    kind: "pages",
    collection: pagesOfShop,
    given,
    item: (one) => {
      const key = read.serviceId(one["id"])
      let content = ""
      return {
        key,
        load: Effect.fnUntraced(function* (before) {
          const found = yield* detail(context, "/pages/page.json", { id: key })
          content = read.text(found["content"], "a content")
          const parent = found["parentPage"]
          above.set(
            key,
            read.serviceIdOrNull(typeof parent === "object" && parent !== null ? read.object(parent)["id"] : parent)
          )
          return {
            id: key,
            url_path: read.text(found["url_path"] ?? one["url_path"], "a path"),
            title: read.text(found["title"] ?? one["title"], "a title"),
            parent: before?.parent ?? null
          }
        }),
        settle: Effect.fnUntraced(function* (_before, doc) {
          const had = yield* stored(context, pageContents, key)
          if (had?.doc.content === content) return { doc, writes: [] }
          const write = { shop: context.shop.id, collection: pageContents, key, doc: { id: key, content } }
          return { doc, writes: [{ ...write, expect: had?.row.version ?? 0, before: had?.row }] }
        })
      }
    }
  })
  wholly(context, "pages", pagesOfShop, keys)
  wholly(context, "pages", pageContents, keys)
  for (const [key, parent] of above) {
    const page = yield* stored(context, pagesOfShop, key)
    if (page === undefined || page.doc.parent === parent) continue
    const [known = null] = yield* present(
      context,
      pagesOfShop,
      parent === null || isBelow(above, parent, key) ? [] : [parent]
    )
    const doc = { ...page.doc, parent: known }
    yield* context.keeper.bring("pages", pagesOfShop, [{ key, load: () => Effect.succeed(doc) }])
  }
})

/** Whether a page is below another one or is that page, so that it cannot be above it. */
const isBelow = (above: ReadonlyMap<string, string | null>, page: string, other: string): boolean => {
  let at: string | null | undefined = page
  for (let level = 0; at !== null && at !== undefined; level++) {
    if (at === other || level > maxLevels) return true
    at = above.get(at)
  }
  return false
}
const maxLevels = 10

export const legalTexts: Kind = Effect.fnUntraced(function* (context) {
  for (const type of ["privacy", "terms", "cookies"] as const) {
    const found = yield* detail(context, `/legal/${type}.json`, {})
    const content = yield* fit(() => read.text(found["content"], "a content"))
    if (content === "" && (yield* stored(context, legal, type)) === undefined) continue
    const item = () => ({ key: type, load: () => Effect.succeed({ type, content }) })
    yield* bringList(context, { kind: "legal texts", collection: legal, given: [{}], item })
  }
})

export const points: Kind = (context) =>
  bringWhole(context, {
    kind: "store locator points",
    collection: storePoints,
    path: "/storelocator/list.json",
    item: (given) => {
      const key = read.serviceId(given["id"])
      const load = () =>
        Effect.sync(() => {
          const [geo, data] = [read.object(given["geo"]), read.objectOrEmpty(given["data"])]
          const one = (name: string) => read.text(data[name])
          return {
            name: read.text(given["name"], "a name"),
            address: read.text(given["address"], "an address"),
            geo: { long: read.number(geo["long"], "a longitude"), lat: read.number(geo["lat"], "a latitude") },
            data: {
              ...{ code: one("code"), contactname: one("contactname"), email: one("email") },
              ...{ website: one("website"), phone: one("phone") }
            },
            tags: read.texts(given["tags"], "a tag"),
            custom: read.textRecord(given["custom"], "a custom text"),
            is_disabled: read.flag(given["is_disabled"]),
            id: key
          }
        })
      return { key, load }
    }
  })

export const snippets: Kind = (context) =>
  bringWhole(context, {
    kind: "snippets",
    collection: snippetsOfShop,
    path: "/template/js.json",
    item: (given, index) => {
      const key = read.serviceId(given["id"])
      const load = (before: typeof snippetsOfShop.schema.Type | undefined) =>
        Effect.sync(() => ({
          id: key,
          name: read.text(given["name"], "a name"),
          content: read.text(given["content"], "a content"),
          elaborate: before?.elaborate ?? (0 as const),
          // Scripts run in the order of the list, and those that are added later run after them.
          created: index
        }))
      return { key, load }
    }
  })

/** The mails whose texts the shop has written; only servers with a companion show a text. */
export const mailTexts: Kind = Effect.fnUntraced(function* (context) {
  const listed = yield* detail(context, "/emails/list_templates.json", {})
  const ids = yield* fit(() =>
    read
      .array(listed["templates"])
      .map((one) => read.uid(read.object(one)["id"]))
      .slice(0, maxMails)
  )
  const languages = yield* detail(context, "/store/languages.json", {})
  const locales = yield* fit(() =>
    [...new Set([...read.texts(languages["active"]), ...read.texts(languages["available"])])]
      .filter((one) => /^[a-z]{2,3}_[A-Z]{2}$/.test(one))
      .slice(0, maxLocales)
  )
  for (const id of ids)
    for (const locale of locales) {
      const found = yield* detail(context, "/emails/template.json", { id: String(id), locale })
      if (read.truth(found["built_in"])) continue
      const doc = yield* fit(() => ({
        id,
        locale,
        subject: read.text(found["subject"], "a subject"),
        message: read.text(found["message"], "a message")
      }))
      const key = emailTemplates.key(doc)
      const item = () => ({ key, load: () => Effect.succeed(doc) })
      yield* bringList(context, { kind: "mail texts", collection: emailTemplates, given: [{}], item })
    }
})

const maxMails = 100
const maxLocales = 200

/** `/openapi.json`: the description of the API, whose addresses begin as the request's own. */
import type { Page } from "../http/shared.ts"
import { kept } from "./kept.ts"

/** The description's text in pieces, between which an address begins. */
export type Pieces = ReadonlyArray<string>

/** Gives the description for each beginning of addresses. It is made once, and the last few pages are kept. */
export const makeDescription = (make: () => Promise<Pieces>): ((base: string) => Promise<Page>) => {
  const pieces = kept(make)
  const pages = new Map<string, Page>()
  return async (base) => {
    const known = pages.get(base)
    if (known !== undefined) return known
    const page = { type, body: Buffer.from((await pieces()).join(JSON.stringify(base).slice(1, -1))) }
    if (pages.size >= maxPages) pages.delete(pages.keys().next().value!)
    pages.set(base, page)
    return page
  }
}

const type = "application/json; charset=utf-8"
/** A server has few addresses; requests may invent others, so the oldest page is dropped. */
const maxPages = 8

/** Pages of a shop, such as its terms of delivery: HTML that is kept as it was sent, in a tree. */
import { area } from "../contract/area.ts"
import { belongs, type Check } from "../contract/check.ts"
import { collections } from "./pages/document.ts"
import { endpoints } from "./pages/endpoints.ts"

export * from "./pages/document.ts"

const checks: ReadonlyArray<Check> = [
  belongs(
    "A page has its content",
    collections.pages,
    collections.pageContents,
    ({ id }) => id,
    ({ id }, content) => (content === undefined ? `the page ${id} has no content` : undefined)
  )
]

export const pages = area({ endpoints, collections, checks, events: {} })

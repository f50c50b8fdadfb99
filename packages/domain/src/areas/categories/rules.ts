/** How parameters create, change and move a category. All functions are pure. */
import type { Finding } from "../../contract/endpoint.ts"
import type { Category } from "./document.ts"

/** The maximum number of levels of the tree, so that the way from a category to the top is short. */
export const maxLevels = 10

/** What callers send of a category. */
export interface CategoryInput {
  readonly name?: string
  readonly parent?: number | null
  readonly description?: string
  readonly seo_title?: string
  readonly seo_description?: string
  readonly seo_keywords?: string
  readonly status?: 0 | 1
}

/** Makes a new category. */
export const categoryFrom = (uid: number, given: CategoryInput & Pick<Category, "name" | "status">): Category =>
  categoryAfter(
    {
      ...{ uid, name: given.name, parentUID: null, description: "", status: given.status },
      seo: { title: "", description: "", keywords: "" }
    },
    given
  )

/** Returns the changed category, or the same object if nothing changes. */
export const categoryAfter = (before: Category, given: CategoryInput): Category => {
  const { description, keywords, title } = before.seo
  const after: Category = {
    ...before,
    name: given.name ?? before.name,
    parentUID: given.parent === undefined ? before.parentUID : given.parent,
    description: given.description ?? before.description,
    status: given.status ?? before.status,
    seo: {
      title: given.seo_title ?? title,
      description: given.seo_description ?? description,
      keywords: given.seo_keywords ?? keywords
    }
  }
  // Both sides have their fields in the same order, so equal values have equal texts.
  return JSON.stringify(after) === JSON.stringify(before) ? before : after
}

/** Where a category would be: below these categories, the nearest first, with so many levels of its own. */
export interface Place {
  readonly uid: number
  readonly path: ReadonlyArray<number>
  readonly levels: number
}

/** Finds what is wrong with a place below a parent; a parent without a path does not exist. */
export const placeFindings = ({ levels, path, uid }: Place): ReadonlyArray<Finding> => {
  const at = ["parent"]
  if (path.length === 0) return [{ at, message: "names no category of the shop" }]
  if (path.includes(uid)) return [{ at, message: "must not be the category itself or one below it" }]
  return path.length + levels > maxLevels
    ? [{ at, message: `would make the tree deeper than ${maxLevels} levels` }]
    : []
}

/** How parameters create and change a category. All functions are pure. */
import type { Category } from "./document.ts"

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

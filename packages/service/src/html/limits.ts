/** The limits of restricted HTML. Cleaning takes time for each tag, so tags are counted before anything is parsed. */

/** The cleaned HTML, or the problem, as the end of a sentence about the parameter. */
export type Cleaned = { readonly html: string } | { readonly wrong: string }

/** The maximum depth of elements: the parser moves all open elements at each tag. */
export const maxDepth = 250

/** The maximum number of tags, counted as `<`: cleaning takes up to 4 µs for each, so 0.2 s for all of them. */
export const maxTags = 50_000

/** The maximum size of cleaned HTML in bytes: that of a parameter, so that what is read can be sent again. */
export const maxCleanedBytes = 1024 * 1024

/** The number of tags, counted up to one over the limit. */
export const tagsIn = (html: string, max = maxTags): number => {
  let tags = 0
  for (let at = html.indexOf("<"); at >= 0 && tags <= max; at = html.indexOf("<", at + 1)) tags++
  return tags
}

/** The model of a customer's tags, written from the specification: a set of texts, compared without regard to case. */

export interface Tagging {
  readonly id?: string
  readonly email?: string
  readonly tags: string
}
export interface BatchTagging {
  readonly email: ReadonlyArray<string>
  readonly tags: string
}
/** What a call makes of a customer's tags. */
export type Retag = (tags: ReadonlyArray<string>) => ReadonlyArray<string>

export const replacing =
  (given: string): Retag =>
  () =>
    distinct(given.split(","))

export const adding =
  (given: string): Retag =>
  (tags) =>
    distinct([...tags, ...given.split(",")])

export const removing = (given: string): Retag => {
  const gone = given.split(",").map(lower)
  return (tags) => tags.filter((tag) => !gone.includes(lower(tag)))
}

/** Removes one tag, or with an asterisk at its end every tag that begins so. */
export const removingMatches =
  (pattern: string): Retag =>
  (tags) =>
    tags.filter((tag) =>
      pattern.endsWith("*") ? !lower(tag).startsWith(lower(pattern.slice(0, -1))) : lower(tag) !== lower(pattern)
    )

/** Whether two lists have the same tags, in any case and order. */
export const hasSameTags = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.map(lower).sort().join() === other.map(lower).sort().join()

const distinct = (tags: ReadonlyArray<string>) =>
  tags.filter((tag, at) => tags.findIndex((one) => lower(one) === lower(tag)) === at)
const lower = (text: string) => text.toLowerCase()

/** Holds a document to the bounds of its lists, and finds how much of it the program itself adds. */
import type { Collection, Fields } from "./collection.ts"
import type { Finding } from "./endpoint.ts"

/** Finds the lists of a document that are over their bound and longer than they were before. */
export const overBounds = <Doc>(
  { bounds, noun }: Pick<Collection<Doc>, "bounds" | "noun">,
  after: Doc,
  before?: Doc
): ReadonlyArray<Finding> =>
  bounds.flatMap(({ bound, count, path }): ReadonlyArray<Finding> => {
    const members = count(after)
    if (members <= bound.max || members <= count(before)) return []
    const message = `makes ${members} ${bound.noun} of the ${bound.of ?? noun}, which has at most ${bound.max}`
    return [{ at: [bound.at ?? path.findLast((name) => name !== "*")!], message }]
  })

/** The JSON of the lists to which the program itself adds, in characters. */
export const historyCharactersOf = <Doc>({ bounds }: Pick<Collection<Doc>, "bounds">, doc: Doc): number =>
  bounds
    .filter(({ bound }) => bound.isHistory === true)
    .reduce(
      (sum, { path }) => sum + JSON.stringify(path.reduce<unknown>((at, name) => (at as Fields)[name], doc)).length,
      0
    )

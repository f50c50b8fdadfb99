/** Finds the operations of the API by words. */
import { type Contract, type Entry, entries, fieldsOf, pathOf } from "@bottega/domain/contract"

/** An operation as a search shows it. */
export interface Hit {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly summary: string
}

/** The operations that match most of the words, the best first. A word counts more in a name than in a summary. */
export const search = (contract: Contract, query: string, limit: number): ReadonlyArray<Hit> => {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, maxWords)
  return entries(contract)
    .map((entry) => ({ entry, score: scoreOf(placesOf(entry), words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ entry }) => hitOf(entry))
}

/** An operation by its id; of another name, the nearest hits. */
export const operationNamed = (contract: Contract, id: string): Entry | ReadonlyArray<Hit> =>
  entries(contract).find((entry) => entry.id === id) ?? search(contract, id, 5)

const maxWords = 20

/** The texts of an operation, and how much a word in each counts. */
type Places = ReadonlyArray<readonly [text: string, weight: number]>

const placesOf = ({ area, endpoint, name }: Entry): Places => [
  [area.toLowerCase(), 4],
  [name.toLowerCase(), 4],
  [pathOf(endpoint).toLowerCase(), 2],
  [endpoint.summary.toLowerCase(), 2],
  [
    fieldsOf(endpoint)
      .map((field) => `${field.name} ${field.title ?? ""}`)
      .join(" ")
      .toLowerCase(),
    1
  ]
]

/** A word in the plural is also found in the singular. */
const scoreOf = (places: Places, words: ReadonlyArray<string>): number =>
  words.reduce((sum, word) => {
    const stem = word.length > 3 ? word.replace(/s$/, "") : word
    return sum + places.reduce((best, [text, weight]) => (text.includes(stem) ? Math.max(best, weight) : best), 0)
  }, 0)

const hitOf = ({ endpoint, id }: Entry): Hit => ({
  operation: id,
  method: endpoint.method,
  path: pathOf(endpoint),
  summary: endpoint.summary
})

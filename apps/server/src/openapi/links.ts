/** Links of an answer: from each id in it to the operation that reads what the id names. */
import { answerOf, type Entry, type Field, fieldsOf, type Shape } from "@bottega/domain/contract"

/** An operation that reads one document by its id, and the parameter that takes the id. */
interface ReadBy {
  readonly operationId: string
  readonly parameter: string
}

/** The operations that read one document, by the collections that ids name. */
export type Readers = ReadonlyMap<string, ReadBy>

/** The operations that read one document by its id alone; the first for each collection. */
export const readersOf = (entries: ReadonlyArray<Entry>): Readers => {
  const readers = new Map<string, ReadBy>()
  for (const { endpoint, id } of entries) {
    const { inner = [] } = answerOf(endpoint)
    const [field] = neededBy(fieldsOf(endpoint))
    const names = field?.names
    if (endpoint.answer !== "read" || names === undefined || readers.has(names)) continue
    if (inner.some((shown) => shown.names === names)) readers.set(names, { operationId: id, parameter: field!.name })
  }
  return readers
}

/** The only required field; where none is required, the only one that names something. */
const neededBy = (fields: ReadonlyArray<Field>): ReadonlyArray<Field> => {
  const required = fields.filter((field) => field.required)
  const needed = required.length > 0 ? required : fields.filter(({ names }) => names !== undefined)
  return needed.length === 1 ? needed : []
}

/** The links of an operation's answer, by the paths of the ids in it: `brandUID`, `client.id`. */
export const linksOf = ({ endpoint, id }: Entry, readers: Readers): Readonly<Record<string, object>> =>
  Object.fromEntries(
    idsIn(answerOf(endpoint), []).flatMap(({ names, path }) => {
      const reader = readers.get(names)
      if (reader === undefined || reader.operationId === id) return []
      const { operationId, parameter } = reader
      return [[path.join("."), { operationId, parameters: { [parameter]: `$response.body#/${path.join("/")}` } }]]
    })
  )

interface Id {
  readonly names: string
  readonly path: ReadonlyArray<string>
}

/** The ids of an answer; ids within a list are left out, because no path leads to one of them. */
const idsIn = ({ inner = [], names }: Shape, path: ReadonlyArray<string>): ReadonlyArray<Id> => [
  ...(names === undefined ? [] : [{ names, path }]),
  ...inner.flatMap((field) => idsIn(field, [...path, field.name]))
]

/** Finds which parameter each column of a file is, by its header. */
import { Usage } from "../usage.ts"
import type { CsvKind } from "./csv-kinds.ts"

/** A column: its header, and the parameter that its cells give; undefined if they are ignored. */
export interface Column {
  readonly header: string
  readonly parameter: string | undefined
}

/** The columns of a file; `given` are parameters by headers, as the option names them. */
export const columnsOf = (
  kind: CsvKind,
  headers: ReadonlyArray<string>,
  given: ReadonlyMap<string, string>
): ReadonlyArray<Column> => {
  for (const [header, parameter] of given) {
    if (!headers.includes(header))
      throw new Usage(`The file has no column ${JSON.stringify(header)}, which --columns names.`)
    if (!isParameter(kind, parameter)) throw new Usage(`--columns: ${parameter} is not a parameter of ${kind.name}.`)
  }
  const columns = headers.map((header) => ({ header, parameter: given.get(header) ?? parameterOf(kind, header) }))
  const named = columns.flatMap(({ parameter }) => parameter ?? [])
  const twice = named.find((parameter, at) => named.indexOf(parameter) !== at)
  if (twice !== undefined)
    throw new Usage(`Two columns of the file are ${twice}; choose one with --columns '<header>=${twice}'.`)
  const missing = kind.required.filter((one) => !one.some((parameter) => named.includes(parameter)))
  if (missing.length > 0)
    throw new Usage(
      `The file has no column for ${missing.map((one) => one.join(" or ")).join(", ")}; --columns '<header>=<parameter>' names one.`
    )
  return columns
}

const parameterOf = (kind: CsvKind, header: string): string | undefined => {
  const name = header.trim()
  if (isParameter(kind, name)) return name
  const plain = name.toLowerCase().replaceAll(/[\s_]+/g, " ")
  const known = Object.hasOwn(kind.headers, plain) ? kind.headers[plain] : undefined
  return known ?? [...kind.fields].find((field) => field.toLowerCase().replaceAll("_", " ") === plain)
}

/** Whether a name is a parameter, or a part of one such as `attributes[material]`. */
const isParameter = ({ fields }: CsvKind, name: string): boolean => fields.has(/^[^[]*/.exec(name)![0])

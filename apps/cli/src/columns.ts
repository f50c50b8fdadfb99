/** The content of an operation's table: the columns that its declaration chooses, and values formatted for people. */
import { type Any, answerOf, customerStyle, type Shape, shapeAt } from "@bottega/domain/contract"
import { flagsOf } from "./flags.ts"

/** The requested columns, or those of the declaration; undefined shows all. */
export const columnsOf = (endpoint: Any, asked: string | undefined): ReadonlyArray<string> | undefined =>
  asked === undefined ? endpoint.columns : asked.split(",").map((name) => name.trim())

/** The parameters with the nodes that the columns need, besides those that the caller names. */
export const withNodes = (
  endpoint: Any,
  columns: ReadonlyArray<string> = [],
  parameters: Readonly<Record<string, unknown>>
): Readonly<Record<string, unknown>> => {
  const known = flagsOf(endpoint).find(({ name }) => name === "nodes")?.values ?? []
  const needed = known.filter((node) => columns.some((column) => column === node || column.startsWith(`${node}.`)))
  return needed.length === 0 ? parameters : { ...parameters, nodes: [...askedNodes(parameters), ...needed].join(",") }
}

/** The names of nodes that the caller requests; their columns are shown too. */
export const askedNodes = (parameters: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  [parameters["nodes"] ?? []]
    .flat()
    .flatMap((names) => String(names).split(","))
    .map((name) => name.trim())

/** Formats values by the answer's schema. */
export const formatOf = (endpoint: Any): ((path: string, value: unknown) => unknown) => {
  const known = new Map<string, Shape | undefined>()
  const answer = answerOf(endpoint)
  return (path, value) => {
    if (!known.has(path)) known.set(path, shapeAt(answer.item ?? answer, stepsOf(path)))
    const { kind, labels } = known.get(path) ?? {}
    if (kind === "unix" && typeof value === "number") return readable(customerStyle(value, zone))
    const label = labels?.[String(value)]
    if (label !== undefined) return `${value} ${label}`
    return typeof value === "string" && instant.test(value) ? readable(value) : value
  }
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/

/** `2026-11-22 18:30`, in the time zone of the text; an instant in UTC keeps its `Z`. */
const readable = (text: string): string => `${text.slice(0, 10)} ${text.slice(11, 16)}${text.endsWith("Z") ? "Z" : ""}`

/** The steps of a column's path: those of `payments[0].cost` are `payments`, `0` and `cost`. */
const stepsOf = (path: string): ReadonlyArray<string> => path.replaceAll(/\[(\d+)\]/g, ".$1").split(".")

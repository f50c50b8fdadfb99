/** The text that answers say of an order's row, made from the stored text with as little reading of it as can be. */
import { collections } from "@bottega/domain/areas"
import * as domain from "@bottega/domain/areas/orders"
import {
  type Detail,
  type DetailNodes,
  listNodes,
  nodesOf,
  type Summary,
  summaryOf
} from "@bottega/domain/areas/orders"
import { beside, orderStyle, shown } from "@bottega/domain/contract"
import type { Row } from "@bottega/storage"
import { Encoded } from "../../engine/answer.ts"

/** The order of a row, for one answer: kept documents would fill the memory that their texts are meant to spare. */
export const decoded = (row: Row): domain.Order => collections.orders.decode(row.text)

/** What is kept beside the order of a row, without reading the order itself: its log, say. */
export const besideOf = (row: Row): Pick<domain.Order, "log"> => JSON.parse(beside(row.text))

/** The detail of an order with what nodes add. Nothing is parsed: the stored line is the detail but for its `iso`. */
export const detailText = (row: Row, zone: string, added: DetailNodes): Encoded<typeof Detail.Type> => {
  const text = shown(row.text)
  const iso = { orderDate: orderStyle(secondOf(text), zone) }
  return new Encoded(`${text.slice(0, -1)},${JSON.stringify({ iso, ...added }).slice(1)}`)
}

/** The second an order was placed in. A quote within a JSON text is escaped, so no value can look like this name. */
const secondOf = (text: string): number => Number(/"orderDate":\{"sec":(\d+)/.exec(text)![1])

/** The summary of an order with what nodes add. */
export const summaryText = (row: Row, zone: string, nodes: ReadonlyArray<string> = []): Encoded<Summary> => {
  const { summary } = lineOf(row, zone)
  if (nodes.length === 0) return summary
  const added = JSON.stringify(nodesOf(decoded(row), listNodes, nodes))
  return added === "{}" ? summary : new Encoded(`${summary.text.slice(0, -1)},${added.slice(1)}`)
}

/** When the order of a row was placed, in microseconds; cheap once the row's summary was asked for. */
export const placedAt = (row: Row, zone: string): number => lineOf(row, zone).placed

/** What a list says of a row, derived once for as long as the row lives and the shop keeps its zone. */
interface Line {
  readonly zone: string
  readonly placed: number
  readonly summary: Encoded<Summary>
}
const lines = new WeakMap<Row, Line>()

const lineOf = (row: Row, zone: string): Line => {
  const known = lines.get(row)
  if (known !== undefined && known.zone === zone) return known
  const order = JSON.parse(shown(row.text)) as domain.Order
  const summary = new Encoded<Summary>(JSON.stringify(summaryOf(order, zone)))
  const line = { zone, placed: domain.placedAt(order), summary }
  lines.set(row, line)
  return line
}

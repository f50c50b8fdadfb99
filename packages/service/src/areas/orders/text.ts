/** The text of an order in answers, made from the stored text with as little parsing as possible. */
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
import { besideLine, orderStyle, shownLine } from "@bottega/domain/contract"
import { fromText, Recent, type Row } from "@bottega/storage"
import { Encoded } from "../../engine/answer/answer.ts"

const { orders } = collections

/** Decodes the order of a row for one answer only: caching it would use the memory that storing texts saves. */
export const decoded = (row: Row): domain.Order => fromText(orders, row, orders.decode)

/** The fields beside the order of a row, such as its log, without decoding the order itself. */
export const besideOf = (row: Row): Pick<domain.Order, "log"> =>
  fromText(orders, row, (text) => JSON.parse(besideLine(text)))

/** The detail of an order with its nodes. Nothing is parsed: the stored line is the detail except for its `iso`. */
export const detailText = (row: Row, zone: string, added: DetailNodes): Encoded<typeof Detail.Type> => {
  const text = shownLine(row.text)
  const iso = { orderDate: orderStyle(fromText(orders, row, secondOf), zone) }
  return new Encoded(`${text.slice(0, -1)},${JSON.stringify({ iso, ...added }).slice(1)}`)
}

/** The second in which an order was placed. Quotes within JSON texts are escaped, so no value can match this name. */
const secondOf = (text: string): number => Number(/"orderDate":\{"sec":(\d+)/.exec(text)![1])

/** The summary of an order with its nodes. */
export const summaryText = (row: Row, zone: string, nodes: ReadonlyArray<string> = []): Encoded<Summary> => {
  const { summary } = lineOf(row, zone)
  if (nodes.length === 0) return summary
  const added = JSON.stringify(nodesOf(decoded(row), listNodes, nodes))
  return added === "{}" ? summary : new Encoded(`${summary.text.slice(0, -1)},${added.slice(1)}`)
}

/** When the order of a row was placed, in microseconds; cheap once the row's summary exists. */
export const placedAt = (row: Row, zone: string): number => lineOf(row, zone).placed

/** A row as lists show it, in one zone. */
interface Line {
  readonly zone: string
  readonly placed: number
  readonly summary: Encoded<Summary>
}
const lines = new Recent<Line>(4 * 1024 * 1024)

const lineOf = (row: Row, zone: string): Line => {
  const known = lines.get(row)
  if (known !== undefined && known.zone === zone) return known
  const order = fromText(orders, row, (text): domain.Order => JSON.parse(shownLine(text)))
  const summary = new Encoded<Summary>(JSON.stringify(summaryOf(order, zone)))
  const line = { zone, placed: domain.placedAt(order), summary }
  lines.keep(row, line, summary.text.length)
  return line
}

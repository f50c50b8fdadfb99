/** The members of a list as the sender wrote them: by index, as `x[]`, or by repeating the name. */
import { Node } from "./form.ts"
import type { Problems } from "./problems.ts"

/** The members of a list in order: those with an index first, then those of `x[]`. A value sent twice counts twice. */
export const itemsOf = (node: Node): ReadonlyArray<Node> => {
  if (node.children === undefined) return []
  const items = [...node.children.values()]
  if (items.length < 2) return items
  return items
    .map((item) => ({ item, place: item.key === "" ? Infinity : Number(item.key) }))
    .sort((a, b) => a.place - b.place || 0)
    .map(({ item }) => item)
}

/** The node that each member of a list was read from; empty values are not members. */
export const membersOf = (node: Node): ReadonlyArray<Node> => {
  let members = membersByNode.get(node)
  if (members === undefined) {
    members = [
      ...valuesOf(node),
      ...itemsOf(node).flatMap((item) => (item.children === undefined ? valuesOf(item) : [item]))
    ]
    membersByNode.set(node, members)
  }
  return members
}

/** A cache: a refusal asks for the same list again for each member that it names. */
const membersByNode = new WeakMap<Node, ReadonlyArray<Node>>()

const valuesOf = (node: Node): ReadonlyArray<Node> =>
  (node.values ?? []).flatMap((value) => (value === "" ? [] : [node]))

/** Each value of a repeated name as a node of its own, so that a leaf sees one value. */
export const partsOf = (node: Node): ReadonlyArray<Node> =>
  node.values === undefined
    ? []
    : node.values.length === 1 && node.children === undefined
      ? [node]
      : node.values.map((value) => singleValue(node, value))

/** One value under the name of a node. */
export const singleValue = (node: Node, value: string): Node => {
  const part = new Node(node.parent, node.key)
  part.add(value)
  return part
}

/** Whether a node and its members hold only empty texts, which means "not sent" unless empty is a value of the field. */
export const isBlank = (node: Node): boolean => {
  if (node.values?.some((value) => value !== "")) return false
  if (node.children === undefined) return true
  for (const child of node.children.values()) {
    if (child.children !== undefined || child.values?.some((value) => value !== "")) return false
  }
  return true
}

/** Whether a node is a JSON null or the word `null`. */
export const isNullSent = ({ children, isNull, values = [] }: Node): boolean =>
  isNull || (children === undefined && values.length > 0 && values.every((value) => /^\s*null\s*$/i.test(value)))

/** Calls `take` for each non-empty part of a comma list. Each comma counts as a pair; false once there are too many. */
export const readCommaList = (value: string, problems: Problems, take: (part: string) => void): boolean => {
  for (let start = 0; ; ) {
    const comma = value.indexOf(",", start)
    const part = value.slice(start, comma < 0 ? undefined : comma).trim()
    if (part !== "") take(part)
    if (comma < 0) return true
    if (!problems.pair()) return false
    start = comma + 1
  }
}

/** Counts the parts of all texts of a node before they are split; false once there are too many. */
export const countParts = (node: Node, problems: Problems): boolean => {
  for (const { values = [] } of [node, ...itemsOf(node)])
    for (const value of values) if (!readCommaList(value, problems, () => {})) return false
  return true
}

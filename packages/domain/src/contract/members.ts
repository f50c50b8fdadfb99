/** The members of a list as they were sent: by index, as `x[]`, or by repeating the name. */
import { Node } from "./form.ts"
import type { Problems } from "./problems.ts"

/** The members of a list in order: by index where one was sent, then those of `x[]`. A value given twice counts twice. */
export const itemsOf = (node: Node): ReadonlyArray<Node> => {
  if (node.children === undefined) return []
  const items = [...node.children.values()]
  if (items.length < 2) return items
  return items
    .map((item) => ({ item, place: item.key === "" ? Infinity : Number(item.key) }))
    .sort((a, b) => a.place - b.place || 0)
    .map(({ item }) => item)
}

/** The nodes that the members of a list were read from, one for each member: empty values are none. */
export const membersOf = (node: Node): ReadonlyArray<Node> => {
  let members = known.get(node)
  if (members === undefined) {
    members = [
      ...valuesOf(node),
      ...itemsOf(node).flatMap((item) => (item.children === undefined ? valuesOf(item) : [item]))
    ]
    known.set(node, members)
  }
  return members
}

/** A refusal asks for the members of one list again for each that it names. */
const known = new WeakMap<Node, ReadonlyArray<Node>>()

const valuesOf = (node: Node): ReadonlyArray<Node> =>
  (node.values ?? []).flatMap((value) => (value === "" ? [] : [node]))

/** Each value of a repeated name as a node of its own, so that a leaf sees one value. */
export const partsOf = (node: Node): ReadonlyArray<Node> =>
  node.values === undefined
    ? []
    : node.values.length === 1 && node.children === undefined
      ? [node]
      : node.values.map((value) => alone(node, value))

/** One value under the name of a node. */
export const alone = (node: Node, value: string): Node => {
  const part = new Node(node.parent, node.key)
  part.add(value)
  return part
}

/** Nothing but empty texts, itself or in its members: "not given", unless a field says that empty is a value. */
export const isBlank = (node: Node): boolean => {
  if (node.values?.some((value) => value !== "")) return false
  if (node.children === undefined) return true
  for (const child of node.children.values()) {
    if (child.children !== undefined || child.values?.some((value) => value !== "")) return false
  }
  return true
}

/** Takes the parts of a text that are not empty; each comma makes one more pair of it, and too many end it. */
export const eachPart = (value: string, problems: Problems, take: (part: string) => void): boolean => {
  for (let start = 0; ; ) {
    const comma = value.indexOf(",", start)
    const part = value.slice(start, comma < 0 ? undefined : comma).trim()
    if (part !== "") take(part)
    if (comma < 0) return true
    if (!problems.pair()) return false
    start = comma + 1
  }
}

/** Counts the parts of all texts of a node, before they are parted; false once there are too many. */
export const countParts = (node: Node, problems: Problems): boolean => {
  for (const { values = [] } of [node, ...itemsOf(node)])
    for (const value of values) if (!eachPart(value, problems, () => {})) return false
  return true
}

/**
 * Reads texts that are kept by number. A sender numbers them from 1, or sends a list, whose members have an index from 0
 * or none. So texts that were read as `{"1": "a"}` can be sent back, and a list keeps the places of its empty texts.
 */
import type { Node } from "./form.ts"
import { type Read, refuse } from "./grammar.ts"
import { partsOf } from "./members.ts"

/**
 * Makes the reader of texts by number, each read by `read`. If index 0 is sent, all indexes count from 0. Texts without an
 * index follow the highest one.
 */
export const readNumbered =
  (read: Read, maxNumber: number): Read =>
  (node, problems) => {
    const value: Record<string, unknown> = {}
    let highest = 0
    for (const [number, text] of indexed(node)) {
      if (!(number >= 1 && number <= maxNumber)) {
        refuse(text, problems, `is not one of ${maxNumber} entries, numbered from 1`)
        continue
      }
      highest = Math.max(highest, number)
      value[number] = read(text, problems)
    }
    for (const text of listed(node)) {
      if (++highest > maxNumber) return refuse(text, problems, `would be more than ${maxNumber} entries`)
      value[highest] = read(text, problems)
    }
    return value
  }

/** The texts with an index, by their number; `NaN` is the number of any other key. */
const indexed = ({ children }: Node): ReadonlyArray<readonly [number: number, text: Node]> => {
  const after = children?.has("0") === true ? 1 : 0
  return [...(children?.values() ?? [])]
    .filter(({ key }) => key !== "")
    .map((text) => [/^(0|[1-9]\d{0,8})$/.test(text.key) ? Number(text.key) + after : Number.NaN, text] as const)
}

/** The texts without an index: those of a repeated name, then those of `x[]`. A single empty text counts as none. */
const listed = (node: Node): ReadonlyArray<Node> => {
  const own = node.values?.length === 1 && node.values[0] === "" ? [] : partsOf(node)
  const members = node.children?.get("")
  return [...own, ...(members === undefined ? [] : members.children === undefined ? partsOf(members) : [members])]
}

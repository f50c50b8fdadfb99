/** The operation that a request called, and the parameters that it sent. */
import { emptyTree, type Node, parse } from "@bottega/domain/form"
import type { Operation } from "../contract/operation.ts"
import { operations } from "../contract/operations.ts"

/** The operation of a method and a path; calls of a shop through the control surface are of the same operations. */
export const operationAt = (method: string, path: string): Operation | undefined => {
  const plain = path.replace(/^\/control\/v1\/shop\/[^/]+/, "/v1.1")
  return operations.find((one) => one.method === method && (one.path === path || one.path === plain))
}

type Parameters = Readonly<Record<string, unknown>>

/** The parameters of a body, which is a form or JSON, and of a query. */
export const parametersOf = (body: string | null, query: string | null): Parameters => ({
  ...inForm(query ?? ""),
  ...(/^\s*\{/.test(body ?? "") ? inJson(body ?? "") : inForm(body ?? ""))
})

const inJson = (text: string): Parameters => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const inForm = (text: string): Parameters => {
  const { root } = text === "" ? emptyTree() : parse(text)
  return (sentIn(root) ?? {}) as Parameters
}

/** Names that are numbers, or none, are places in a list. */
const sentIn = ({ children, values }: Node): unknown => {
  if (children === undefined) return values === undefined || values.length > 1 ? values : values[0]
  const pairs = [...children].map(([key, node]) => [key, sentIn(node)] as const)
  return pairs.every(([key]) => /^\d*$/.test(key)) ? pairs.flatMap(([, value]) => value) : Object.fromEntries(pairs)
}

/** The contract as the console knows it: plain data, without functions and schemas. */
import type { Field, Requirement, Shape } from "@bottega/domain/contract"

/** A value, as far as a page shows it or asks for it. */
export type Part = Pick<Shape, "kind" | "nullable" | "choices" | "labels" | "names" | "key"> & {
  readonly bounds?: Shape["bounds"]
  readonly item?: Part
  readonly member?: Part
  readonly inner?: ReadonlyArray<Named>
  readonly either?: ReadonlyArray<Part>
}

/** A named value: a parameter, or a field of an answer. */
export type Named = Part & Pick<Field, "name" | "title" | "help" | "default"> & { readonly required?: true }

/** An operation. */
export interface Operation {
  /** `orders.list` */
  readonly id: string
  readonly area: string
  readonly name: string
  readonly surface: "shop" | "control" | "public"
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly answer: "read" | "page" | "stream" | "change" | "bytes"
  /** Calls with the same name here count against the same limit. */
  readonly limit: string
  readonly audience: "operator" | "shop" | "session" | "anyone"
  readonly summary: string
  readonly description?: string
  readonly columns?: ReadonlyArray<string>
  readonly secret?: true
  readonly workbench?: true
  /** What the shop must have. */
  readonly requires?: Requirement
  readonly endless?: true
  readonly input: ReadonlyArray<Named>
  readonly output: Part
}

/** Real calls of the operations and their answers. A test of the conformance package makes `examples.json`. */
import examples from "./examples.json" with { type: "json" }

/** A call that was answered with 200. */
export interface Example {
  readonly parameters: object
  /** The answer; of a file, its bytes in base64. */
  readonly answer: unknown
  /** The content type of a file. */
  readonly type?: string
}

/** The call of an operation; undefined if no call of it can succeed yet. */
export const exampleOf = (id: string): Example | undefined => byId[id]

const byId: Readonly<Record<string, Example | undefined>> = examples

/** The beginning of addresses in the examples. */
export const exampleAddress = "http://embedded"

/**
 * Unique values: a collection declares the refusal of a value that is in use, and an endpoint declares which values its
 * parameters name. The engine looks for documents that have them, so that no handler needs to.
 */

/** The `Duplicate` refusal of a value that another document has. */
export interface Duplicated<in Doc = never> {
  /** The parameter that names the value by default; an endpoint can declare another. */
  readonly parameter: string
  /** One sentence that explains which value is in use. */
  readonly sentence: (wanted: Partial<Doc>) => string
  /** What is wrong with the parameter: `is the code of another coupon`. */
  readonly detail: string
}

/** Marks a unique lookup whose values no caller names: a duplicate is then a race, and the engine retries one call. */
export const internal = "internal"

/** How a unique lookup handles a value that is in use. */
export type Unique<Doc> = Duplicated<Doc> | typeof internal

/** Declares the refusal of a value that is in use. */
export const duplicate = <Doc>(
  parameter: keyof Doc & string,
  sentence: (wanted: Partial<Doc>) => string,
  detail: string
): Duplicated<Doc> => ({ parameter, sentence, detail })

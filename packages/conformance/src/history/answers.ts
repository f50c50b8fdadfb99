/** What the model expects of an answer: how it ends, and what matters in its content. */

/** An expected answer. Ids are the model's names: `order 1`, `product 2`. */
export interface Foreseen {
  readonly status: number
  /** For a success: what the body must contain; a list has exactly these items. */
  readonly body?: unknown
  /** For a refusal: its type, and exactly these parameters if it names any. */
  readonly type?: string
  readonly wrong?: ReadonlyArray<string>
}

/** A success. */
export const given = (body: unknown): Foreseen => ({ status: 200, body })

/** A refusal because of the parameters. */
export const invalid = (wrong: ReadonlyArray<string>): Foreseen => ({ status: 400, type: "invalid", wrong })

/** A refusal because of what is stored. */
export const conflict = (type: string, wrong?: ReadonlyArray<string>): Foreseen =>
  wrong === undefined ? { status: 409, type } : { status: 409, type, wrong }

/** The refusal of a request for something that does not exist. */
export const notFound: Foreseen = { status: 404, type: "not_found" }

/** The answer of the companion and coupon operations to a removal. */
export const removed = given({ ok: 1, n: 1, err: null, errmsg: null })

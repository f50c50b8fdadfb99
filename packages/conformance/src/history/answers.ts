/** What the model expects of an answer: its status, and the content that matters. */

/** An expected answer. Ids are the model's names: `order 1`, `product 2`. */
export interface Expected {
  readonly status: number
  /** For a success: what the body must contain; a list has exactly these items. */
  readonly body?: unknown
  /** For a refusal: its type, and exactly these parameters if it names any. */
  readonly type?: string
  readonly wrong?: ReadonlyArray<string>
}

/** A success. */
export const success = (body: unknown): Expected => ({ status: 200, body })

/** A refusal because of the parameters. */
export const invalid = (wrong: ReadonlyArray<string>): Expected => ({ status: 400, type: "invalid", wrong })

/** A refusal because of what is stored. */
export const conflict = (type: string, wrong?: ReadonlyArray<string>): Expected =>
  wrong === undefined ? { status: 409, type } : { status: 409, type, wrong }

/** The refusal of a request for something that does not exist. */
export const notFound: Expected = { status: 404, type: "not_found" }

/** The answer of the companion and coupon operations to a removal. */
export const removed = success({ ok: 1, n: 1, err: null, errmsg: null })

/** One refusal for several reasons: 400 if any is a 400, otherwise the first of them in the catalogue. It names everything. */
export const together = (refusals: ReadonlyArray<Expected>): Expected | undefined => {
  const [first, ...others] = refusals
  if (first === undefined || others.length === 0) return first
  const wrong = refusals.flatMap((one) => one.wrong ?? [])
  if (refusals.some(({ status }) => status === 400)) return invalid(wrong)
  return conflict(catalogue.find((type) => refusals.some((one) => one.type === type))!, wrong)
}
const catalogue = [
  "duplicate",
  "not_enough_stock",
  "stock_moved",
  "transition_refused",
  "coupon_not_usable",
  "conflict"
]

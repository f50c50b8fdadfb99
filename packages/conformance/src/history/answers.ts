/** What the model foresees of an answer: how it ends, and what matters of what it says. */

/** A foreseen answer. Ids are the model's names: `order 1`, `product 2`. */
export interface Foreseen {
  readonly status: number
  /** Of a success: what must be in the body; a list has exactly these. */
  readonly body?: unknown
  /** Of a refusal: its type, and where it names parameters exactly these. */
  readonly type?: string
  readonly wrong?: ReadonlyArray<string>
}

/** A success. */
export const given = (body: unknown): Foreseen => ({ status: 200, body })

/** A refusal for parameters. */
export const invalid = (wrong: ReadonlyArray<string>): Foreseen => ({ status: 400, type: "invalid", wrong })

/** A refusal for what is there. */
export const conflict = (type: string, wrong?: ReadonlyArray<string>): Foreseen =>
  wrong === undefined ? { status: 409, type } : { status: 409, type, wrong }

/** What a request addresses is not there. */
export const notFound: Foreseen = { status: 404, type: "not_found" }

/** How the companion and coupon operations say that something is gone. */
export const removed = given({ ok: 1, n: 1, err: null, errmsg: null })

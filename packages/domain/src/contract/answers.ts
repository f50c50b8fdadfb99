/** The answers that several operations share, as schemas and as values; {@link doneWith} is for an answer of one's own. */
import { Schema } from "effect"
import { Int } from "./values.ts"

/** `{ok, err}`: it is done. */
export const Done = Schema.Struct({ ok: Int, err: Schema.Null })
export const done: typeof Done.Type = { ok: 1, err: null }

/** `{ok, err}` with fields of an operation's own beside them; its handler answers `{ ...done, id }`. */
export const doneWith = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({ ...Done.fields, ...fields })

/** `{ok, n, err, errmsg}`: one document was removed. */
export const Removal = Schema.Struct({ ok: Int, n: Int, err: Schema.Null, errmsg: Schema.Null })
export const removed: typeof Removal.Type = { ok: 1, n: 1, err: null, errmsg: null }

/** `{ok, n, nModified, err, errmsg, updatedExisting}`: one document was found, and really changed or not. */
export const Update = Schema.Struct({ ...Removal.fields, nModified: Int, updatedExisting: Schema.Boolean })
export const updated = (changed: boolean): typeof Update.Type => ({
  ...removed,
  nModified: changed ? 1 : 0,
  updatedExisting: true
})

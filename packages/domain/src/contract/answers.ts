/** The answers that several operations share, as schemas and values; {@link doneWith} adds an operation's own fields. */
import { Schema } from "effect"
import { Int } from "./values.ts"

/** `{ok, err}`: the operation succeeded. */
export const Done = Schema.Struct({ ok: Int, err: Schema.Null }).annotate({ identifier: "Done" })
export const done: typeof Done.Type = { ok: 1, err: null }

/** `{ok, err}` with the operation's own fields added; its handler answers `{ ...done, id }`. */
export const doneWith = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({ ...Done.fields, ...fields })

/** `{ok, n, err, errmsg}`: one document was removed. */
export const Removal = Schema.Struct({ ok: Int, n: Int, err: Schema.Null, errmsg: Schema.Null }).annotate({
  identifier: "Removal"
})
export const removed: typeof Removal.Type = { ok: 1, n: 1, err: null, errmsg: null }

/** `{ok, n, nModified, err, errmsg, updatedExisting}`: one document was found; `nModified` is 1 if it changed. */
export const Update = Schema.Struct({ ...Removal.fields, nModified: Int, updatedExisting: Schema.Boolean }).annotate({
  identifier: "Update"
})
export const updated = (changed: boolean): typeof Update.Type => ({
  ...removed,
  nModified: changed ? 1 : 0,
  updatedExisting: true
})

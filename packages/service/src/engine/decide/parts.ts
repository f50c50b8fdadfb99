/** Removes what goes with a document, as the references of collections declare it. See docs/decisions/0342. */
import { type Collection, isPart, type Value } from "@bottega/domain/contract"
import { stored, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { absent, type GuardDraft, remove, type WriteDraft } from "./change.ts"
import { referrersOf } from "./references.ts"
import type { Find } from "./session.ts"

/** What is removed, and by whose call. */
interface Whole {
  /** What documents name of it: its key by default, or a unique lookup. */
  readonly by?: string
  /** The shop of its parts, for a call of the operator. */
  readonly shop?: string
}

/** How the parts of a document are removed with it, and the reasons for which it has to stay. */
export interface RemovedParts {
  readonly writes: ReadonlyArray<WriteDraft>
  /** No part is added meanwhile. */
  readonly guards: ReadonlyArray<GuardDraft>
  readonly reasons: ReadonlyArray<string>
}

/** Removes the parts of a document that goes, or that loses the value that they name. */
export const removingParts = Effect.fnUntraced(function* (
  find: Find,
  to: Collection,
  value: Value,
  { by = "key", shop }: Whole = {}
): Effect.fn.Return<RemovedParts, Unavailable> {
  const writes: Array<WriteDraft> = []
  const guards: Array<GuardDraft> = []
  const reasons: Array<string> = []
  for (const { from, reference } of referrersOf(to)) {
    const { on, whenRemoved } = reference
    if (!isPart(whenRemoved) || reference.by !== by) continue
    const [row] = yield* find(from, { where: [{ on, eq: value }], limit: 1 })
    if (row === undefined) {
      guards.push(absent(from, on, value, shop))
      continue
    }
    const found = stored(from, row)
    reasons.push(...[whenRemoved.unless(found.doc)].filter((reason) => reason !== undefined))
    writes.push(remove(from, found, shop))
  }
  return { writes, guards, reasons }
})

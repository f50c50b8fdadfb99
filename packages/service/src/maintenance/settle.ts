/** Makes the last commit of an import, with which the shop exists. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import {
  type Adapter,
  installation,
  Stale,
  sequences,
  stored,
  Taken,
  type Unavailable,
  type Write
} from "@bottega/storage"
import { Effect } from "effect"
import { documentName, isShop } from "./documents.ts"
import type { NotMovable } from "./lines.ts"
import { unlessOvertaken } from "./overtaken.ts"
import { fail } from "./sentences.ts"

/**
 * Commits the installation's documents of a shop, with the record that the import is done. The shop keeps its group number
 * unless another shop of the store has it; then it gets the store's next one, which its new orders use.
 */
export const finishImport = (
  storage: Adapter,
  held: ReadonlyArray<Write>,
  record: Write
): Effect.Effect<FinishedImport, NotMovable | Unavailable> =>
  unlessOvertaken(storage, record, attempt(storage, held, record))

/** The names of an imported shop in this store. */
export interface FinishedImport {
  readonly name: string
  readonly group_number: number
  readonly group_number_before?: number
}

const groups = "groups"

const attempt = Effect.fnUntraced(function* (storage: Adapter, held: ReadonlyArray<Write>, record: Write) {
  const own = held.find(isShop)!
  const shop: Shop = own.doc!
  const [other] = yield* storage.find(installation, collections.shops, {
    where: [{ on: "group_number", eq: shop.group_number }],
    limit: 1,
    latest: true
  })
  const [row] = yield* storage.find(installation, sequences, {
    where: [{ on: "key", eq: groups }],
    limit: 1,
    latest: true
  })
  const count = row === undefined ? undefined : stored(sequences, row)
  const free = count?.doc.next ?? 1
  const group_number = other === undefined ? shop.group_number : free
  const doc = { name: groups, next: Math.max(free, group_number + 1) }
  const counting: Write = { shop: installation, collection: sequences, key: groups, expect: count?.version ?? 0, doc }
  yield* storage
    .commit([
      record,
      ...held.map((write) => (write === own ? { ...own, doc: { ...shop, group_number } } : write)),
      ...(doc.next === free && count !== undefined ? [] : [counting])
    ])
    .pipe(Effect.catchIf(isFinal, (refused) => refusal(refused, held)))
  const { name } = shop
  return group_number === shop.group_number
    ? { name, group_number }
    : { name, group_number, group_number_before: shop.group_number }
})

/** Whether a retry cannot help: for every failure but a race for a group number. */
const isFinal = (failure: Stale | Taken | Unavailable): failure is Stale | Taken =>
  (failure instanceof Stale && failure.collection !== sequences.name) ||
  (failure instanceof Taken && failure.collection !== collections.shops.name)

const refusal = (
  refused: Stale | Taken,
  held: ReadonlyArray<Write>
): Effect.Effect<never, NotMovable | Stale | Taken> => {
  const write = held.find(({ collection, key }) => collection.name === refused.collection && key === refused.key)
  if (write === undefined) return Effect.fail(refused)
  return refused._tag === "Taken"
    ? fail(`Another document of the store has the ${refused.lookup} of ${documentName(write)}.`)
    : fail(`The store has a document ${documentName(write)} already.`)
}

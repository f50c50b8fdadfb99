/** Inspects a database from outside: whether it contains a store, and what is wrong below its documents. */
import type { Db } from "mongodb"
import type { Layout } from "./documents.ts"
import { fingerprint, specifications } from "./indexes.ts"
import { indexesIn, upgradedIn } from "./start.ts"

/** Whether a store was ever created in a database. */
export const isMade = async (database: Db): Promise<boolean> => (await upgradedIn(database).findOne()) !== null

/** What is wrong with a database, each as a sentence; if anything is, lookups may miss documents. */
export const damagesOf = async (database: Db, layouts: ReadonlyArray<Layout>): Promise<ReadonlyArray<string>> => {
  const known = new Map((await upgradedIn(database).find().toArray()).map((one) => [one._id, one.fingerprint]))
  if (known.size === 0) return ["The database contains no store."]
  const found = []
  for (const layout of layouts) found.push(...(await lacks(layout, known.get(layout.name))))
  return found
}

const lacks = async (layout: Layout, known: string | undefined): Promise<ReadonlyArray<string>> => {
  const of = layout.name
  if (known !== fingerprint(layout))
    return [`The database has ${of} in another form than this program uses; starting the server upgrades it.`]
  const there = new Map((await indexesIn(layout)).map((index) => [index.name, index]))
  return specifications(layout).flatMap(({ key, name, partialFilterExpression, unique = false }) => {
    const index = there.get(name)
    if (index === undefined) return [`The database lacks the index "${name}" of ${of}; starting the server creates it.`]
    const same =
      text(index.key) === text(key) &&
      (index.unique ?? false) === unique &&
      text(index.partialFilterExpression) === text(partialFilterExpression)
    return same
      ? []
      : [`The database has another index under the name "${name}" of ${of}; drop it, and start the server.`]
  })
}

const text = (part: unknown): string => JSON.stringify(part ?? {})

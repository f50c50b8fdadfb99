/** Inspects a database from outside: whether it contains a store, and what is wrong below its documents. */
import type { Db } from "mongodb"
import { ownFormat, whyNotRead, whyUnfinished } from "../format.ts"
import type { Layout } from "./documents.ts"
import { formOf } from "./form.ts"
import { fingerprint, specifications } from "./indexes.ts"
import { indexesIn } from "./start.ts"

/** Whether a store was ever created in a database. */
export const isMade = async (database: Db): Promise<boolean> => (await formOf(database)).isMade

/** What is wrong with a database, each as a sentence; if anything is, lookups may miss documents. */
export const damagesOf = async (database: Db, layouts: ReadonlyArray<Layout>): Promise<ReadonlyArray<string>> => {
  const { collections: known, format, isMade, upgrading } = await formOf(database)
  if (!isMade) return ["The database contains no store."]
  const refused = whyNotRead(format, ownFormat) ?? (upgrading ? whyUnfinished : undefined)
  if (refused !== undefined) return [`The database cannot be read: ${refused}.`]
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

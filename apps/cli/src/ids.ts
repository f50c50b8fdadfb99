/**
 * Ids for the completions of shells: the answer of the operation that lists a collection. A shell asks for them when the Tab
 * key is pressed, so nothing here asks, writes, spends a limit of its own or takes long.
 */
import { answerOf, type Contract, type Entry, entries, type Field, fieldsOf } from "@bottega/domain/contract"
import { methodOf, withShop } from "./call.ts"
import { withNodes } from "./columns.ts"
import { connect, withConnection } from "./connect.ts"
import { takesShop } from "./flags.ts"
import { say, write } from "./output.ts"

/** The operation that lists a collection, the field with the id, and a field that describes the document. */
interface Lister {
  readonly entry: Entry
  readonly id: string
  readonly label: string | undefined
}

/** The first list without parameters and limits whose items always name a document of a collection; by collections. */
export const listersOf = (contract: Contract): ReadonlyMap<string, Lister> => {
  const listers = new Map<string, Lister>()
  for (const entry of entries(contract)) {
    const { endpoint } = entry
    const { item } = answerOf(endpoint)
    const needed = fieldsOf(endpoint).filter(
      ({ name, required }) => required && !(name === "shop" && takesShop(endpoint))
    )
    if (endpoint.method !== "GET" || endpoint.throttle !== undefined || needed.length > 0) continue
    for (const { name, names, required } of item?.inner ?? [])
      if (names !== undefined && required && !listers.has(names))
        listers.set(names, { entry, id: name, label: labelOf(entry, item!.inner!) })
  }
  return listers
}

const labelOf = ({ endpoint }: Entry, inner: ReadonlyArray<Field>): string | undefined => {
  const texts = inner.flatMap(({ kind, name, names }) => (kind === "text" && names === undefined ? [name] : []))
  return ["title", ...(endpoint.columns ?? []), "name", "label"].find((name) => texts.includes(name))
}

/** The maximum number of ids for a shell, and the maximum time it waits for them. */
const maxIds = 1000
const timeoutMs = 3000

/** Prints the ids of a collection, one a line, with a tab and a label; the exit code is 1 if they cannot be read. */
export const printIds = async (
  contract: Contract,
  collection: string,
  options: ReadonlyMap<string, string>
): Promise<number> => {
  const lister = listersOf(contract).get(collection)
  if (lister === undefined) return 0
  try {
    await withConnection(await connect(lister.entry, options), async (connection) => {
      for await (const line of linesOf(lister, await itemsOf(connection, lister, options))) await write(line)
    })
    return 0
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return 1
  }
}

const itemsOf = async (
  connection: Awaited<ReturnType<typeof connect>>,
  { entry, label }: Lister,
  options: ReadonlyMap<string, string>
): Promise<AsyncIterable<unknown> | Iterable<unknown>> => {
  const method = methodOf(connection, entry)
  const given = await withShop(connection, entry, options, {})
  const parameters = withNodes(entry.endpoint, label === undefined ? [] : [label], given)
  const quick = { retries: 0, timeoutMs, signal: AbortSignal.timeout(timeoutMs) }
  if (entry.endpoint.answer !== "read") return method.all(parameters, quick)
  return (await method(parameters, quick).withResponse()).data as Iterable<unknown>
}

async function* linesOf({ id, label }: Lister, items: AsyncIterable<unknown> | Iterable<unknown>) {
  let left = maxIds
  for await (const item of items) {
    const value = (item as Readonly<Record<string, unknown>>)[id]
    const text = label === undefined ? "" : String((item as Readonly<Record<string, unknown>>)[label] ?? "")
    // A control character could leave the line, or steer the terminal. Customers without an account have the number 0.
    if (value && !/\p{C}/u.test(String(value))) yield `${value}\t${text.replaceAll(/\p{C}/gu, " ").slice(0, 60)}\n`
    if (--left === 0) return
  }
}

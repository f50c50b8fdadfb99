/** `bottega trigger`: makes an event happen, for a developer who waits for one. */
import { randomBytes } from "node:crypto"
import { contract, events } from "@bottega/domain/areas"
import { type AnyEvent, type Entry, entries } from "@bottega/domain/contract"
import { meant } from "@bottega/server/config"
import { isDemo } from "@bottega/service/demo"
import { withShop } from "../call.ts"
import type { Invocation } from "../command.ts"
import { connect, failureAt } from "../connect.ts"
import type { Connection } from "../connection.ts"
import { ask, say, write } from "../output.ts"
import { safeJson } from "../table.ts"
import { Usage } from "../usage.ts"
import { type Possible, recipes } from "./recipes.ts"

const entryOf = (id: string): Entry => entries(contract).find((entry) => entry.id === id)!

/** Makes the event happen, once it is clear that it may. */
export const run = async ({ operand: name = "", options }: Invocation): Promise<number> => {
  const recipe = recipes[eventOf(name)]
  const connections: Array<Connection> = []
  const open = async (entry: Entry) => {
    const connection = await connect(entry, options)
    connections.push(connection)
    return connection
  }
  try {
    const shop = await open(entryOf("orders.create"))
    if (!(await mayChange(name, shop, { open, options }))) {
      say("Nothing was done.")
      return 1
    }
    const made: Array<string> = []
    const mark = randomBytes(4).toString("hex")
    const codeFor = async (orderID: string) => {
      const entry = entryOf("authorizations.create")
      const connection = await open(entry)
      const given = (await withShop(connection, entry, options, { orderID })) as { shop: string; orderID: string }
      return (await connection.client.authorizations.create(given)).authorization_code
    }
    await recipe({ api: shop.client, codeFor, mark, made: (what) => void made.push(what) })
    if (options.has("json")) await write(`${safeJson({ event: name, made })}\n`)
    else say(`${name} happened.${made.length === 0 ? " Nothing was left behind." : ` It made ${made.join(" and ")}.`}`)
    return 0
  } catch (error) {
    const [first] = connections
    throw first === undefined ? error : await failureAt(error, first)
  } finally {
    for (const { close } of connections) await close()
  }
}

const eventOf = (name: string): Possible => {
  const all = Object.entries<AnyEvent>(events)
  const [key, found] = all.find(([, event]) => event.name === name) ?? []
  if (key === undefined)
    throw new Usage(
      `There is no event ${name}${meant(
        name,
        all.map(([, event]) => event.name)
      )}`
    )
  if (!Object.hasOwn(recipes, key)) throw new Usage(`${name} cannot happen: ${found!.summary}`)
  return key as Possible
}

interface Opening {
  readonly open: (entry: Entry) => Promise<Connection>
  readonly options: ReadonlyMap<string, string>
}

/** A demo shop is there for this; in another one a person says so, or `--yes`. */
const mayChange = async (name: string, shop: Connection, opening: Opening): Promise<boolean> => {
  if (opening.options.has("yes") || (await isOfDemo(shop, opening))) return true
  const { store_name } = await shop.client.store.info()
  const question = ask()
  if (question === undefined)
    throw new Usage(`${store_name} is not a demo shop: use --yes to have ${name} happen there all the same.`)
  return question(`${store_name} is not a demo shop, and real operations will make ${name} happen. Continue?`)
}

/** Whether the shop that the operations act on is a demo shop, as far as these credentials can tell. */
const isOfDemo = async (shop: Connection, { open, options }: Opening): Promise<boolean> => {
  const entry = entryOf("shops.read")
  try {
    const { client } = await open(entry)
    const { shop: id } = (await withShop({ ...shop, client }, entryOf("ledger.list"), options, {})) as { shop: string }
    if (!isDemo({ id })) return false
    return (await client.shops.read({ id })).group_number === (await shop.client.store.info()).uid
  } catch (error) {
    if (error instanceof Usage) return false
    throw error
  }
}

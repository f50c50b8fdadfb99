/**
 * Writes a decision's rows into a file that `bottega serve` made: the same tables and index entries, in group commit, with
 * prepared statements.
 */
import { DatabaseSync } from "node:sqlite"
import type { Decided, Held, Known, MadeOrder } from "./decision.ts"

/** Which of the service's rows a program leaves out or writes later. */
export interface Variant {
  /** Writes the event of a commit. */
  readonly events: boolean
  /** Writes the entries of the ledger's index by SKU sorted, those of this many movements at a time; 1 writes them at once. */
  readonly movements: number
}

/** Where decisions are kept. */
export interface Store extends Known {
  /** Applies a decision that was made in this turn; resolves when it is durable. */
  readonly keep: (decided: Decided) => Promise<void>
}

/** The store in this file for a shop. */
export const fileStore = (file: string, shopId: string, { events, movements }: Variant): Store => {
  const db = new DatabaseSync(file)
  for (const pragma of pragmas) db.exec(`pragma ${pragma}`)
  const shop = db.prepare("select id from bottega_shops where name = ?").get(shopId)!["id"] as number
  const idOfSku = db.prepare('select id from "inventory.unique (sku)" where shop = ? and value = ?')
  const stockById = db.prepare("select version, doc from inventory where id = ?")
  const customer = db.prepare("select key from customers where shop = ? and at_email = ?")
  const change = db.prepare("update inventory set version = version + 1, doc = ? where id = ? and version = ?")
  const movement = db.prepare("insert into ledger (shop, key, version, doc) values (?, ?, 1, ?)")
  const moved = db.prepare('insert into "ledger.(sku)" (shop, value, key, id) values (?, ?, ?, ?)')
  const outgoing = db.prepare("insert into outbox (shop, key, version, doc) values (?, ?, 1, ?)")
  const commits = db.prepare(
    "update bottega_generation set number = number + 1, schema = (select schema_version from pragma_schema_version)"
  )
  const order = orderIn(db, shop)
  let number = Number(db.prepare("select max(id) as n from orders").get()!["n"])
  let late: Array<readonly [sku: string, key: string, id: number]> = []
  let lateMovements = 0
  let waiting: Array<() => void> = []

  const begin = () => {
    if (db.isTransaction) return
    db.exec("begin immediate")
    setImmediate(() => {
      commits.run()
      db.exec("commit")
      const done = waiting
      waiting = []
      for (const answer of done) answer()
    })
  }
  const index = () => {
    lateMovements = 0
    const sorted = late.sort(([one, key], [other, than]) => (one < other || (one === other && key < than) ? -1 : 1))
    late = []
    for (const [sku, key, id] of sorted) moved.run(shop, sku, key, id)
  }

  return {
    stock: (skus) => {
      begin()
      const byId = new Map<number, Held>()
      return new Map(
        skus.map((sku) => {
          const id = idOfSku.get(shop, sku)!["id"] as number
          const row = byId.has(id) ? undefined : stockById.get(id)!
          if (row !== undefined)
            byId.set(id, { id, version: Number(row["version"]), doc: JSON.parse(String(row["doc"])) })
          return [sku, byId.get(id)!] as const
        })
      )
    },
    buyer: (email) => String(customer.get(shop, email)!["key"]),
    number: () => ++number,
    keep: (decided) => {
      const { movement: made, stock } = decided
      for (const { id, text, version } of stock)
        if (change.run(text, id, version).changes !== 1) throw new Error("the stock changed within a turn")
      if (decided.order !== undefined) order(decided.order)
      const id = Number(movement.run(shop, made.key, made.text).lastInsertRowid)
      for (const sku of made.skus) late.push([sku, made.key, id])
      if (++lateMovements >= movements) index()
      if (events) outgoing.run(shop, decided.outgoing.key, decided.outgoing.text)
      return new Promise((resolve) => waiting.push(resolve))
    }
  }
}

// Those of the service.
const pragmas = [
  "journal_mode = wal",
  "synchronous = full",
  "wal_autocheckpoint = 2000",
  "journal_size_limit = 33554432",
  "cache_size = -65536",
  "temp_store = memory",
  "busy_timeout = 10000"
]

const orderIn = (db: DatabaseSync, shop: number) => {
  const insert = db.prepare(
    "insert into orders (shop, key, version, at_placed, at_status, at_email, at_begun, at_customer, doc) values (?, ?, 1, ?, ?, ?, ?, ?, ?)"
  )
  const word = db.prepare(
    'insert into "orders.(word, placed)" (shop, value, at_placed, key, id) values (?, ?, ?, ?, ?)'
  )
  const active = db.prepare('insert into "orders.(active)" (shop, value, key, id) values (?, ?, ?, ?)')
  return ({ at, key, text }: MadeOrder): void => {
    const { placed } = at
    const row = insert.run(shop, key, placed, at.status, at.email, at.begun, at.customer, text)
    const id = Number(row.lastInsertRowid)
    for (const one of at.word) word.run(shop, one, placed, key, id)
    active.run(shop, at.active, key, id)
  }
}

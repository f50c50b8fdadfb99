/**
 * Writes a decision's rows into a file that `bottega serve` made: the same tables and index entries, in group commit, with
 * prepared statements.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite"
import type { Decided } from "./decision.ts"
import type { Held, Known } from "./known.ts"
import type { MadeOrder } from "./order.ts"

/** Which of the service's rows a program leaves out or writes later. */
export interface Variant {
  /** Writes the event of a commit. */
  readonly events: boolean
  /** Writes the entries that the service defers sorted, those of this many documents at a time; 1 writes them at once. */
  readonly documents: number
}

/** Where decisions are kept. */
export interface Store extends Known {
  /** Applies a decision that was made in this turn; resolves when it is durable. */
  readonly keep: (decided: Decided) => Promise<void>
}

/** The store in this file for a shop. */
export const fileStore = (file: string, shopId: string, { documents, events }: Variant): Store => {
  const db = new DatabaseSync(file)
  for (const pragma of pragmas) db.exec(`pragma ${pragma}`)
  const shop = Number(db.prepare("select id from bottega_shops where name = ?").get(shopId)!["id"])
  const customer = db.prepare("select key from customers where shop = ? and at_email = ?")
  const change = db.prepare("update inventory set version = version + 1, doc = ? where id = ? and version = ?")
  const outgoing = db.prepare("insert into outbox (shop, key, version, doc) values (?, ?, 1, ?)")
  const stock = stockIn(db, shop)
  const order = orderIn(db, shop, documents)
  const movement = movementIn(db, shop, documents)
  const group = groupIn(db)
  let number = Number(db.prepare("select max(id) as n from orders").get()!["n"])
  return {
    stock: (skus) => {
      group.begin()
      return stock(skus)
    },
    buyer: (email) => String(customer.get(shop, email)!["key"]),
    number: () => ++number,
    keep: (decided) => {
      for (const { id, text, version } of decided.stock)
        if (change.run(text, id, version).changes !== 1) throw new Error("the stock changed within a turn")
      if (decided.order !== undefined) order(decided.order)
      movement(decided.movement)
      if (events) outgoing.run(shop, decided.outgoing.key, decided.outgoing.text)
      return group.durable()
    }
  }
}

/** The commits of a turn in one transaction. */
const groupIn = (db: DatabaseSync) => {
  const commits = db.prepare(
    "update bottega_generation set number = number + 1, schema = (select schema_version from pragma_schema_version)"
  )
  let waiting: Array<() => void> = []
  const end = () => {
    commits.run()
    db.exec("commit")
    const done = waiting
    waiting = []
    for (const answer of done) answer()
  }
  return {
    begin: () => {
      if (db.isTransaction) return
      db.exec("begin immediate")
      setImmediate(end)
    },
    durable: () => new Promise<void>((resolve) => waiting.push(resolve))
  }
}

const stockIn = (db: DatabaseSync, shop: number): Known["stock"] => {
  const idOfSku = db.prepare('select id from "inventory.unique (sku)" where shop = ? and value = ?')
  const byId = db.prepare("select version, doc from inventory where id = ?")
  const heldOf = (id: number): Held => {
    const { doc, version } = byId.get(id)!
    return { id, version: Number(version), doc: JSON.parse(String(doc)) }
  }
  return (skus) => {
    const read = new Map<number, Held>()
    const bySku = new Map<string, Held>()
    for (const sku of skus) {
      const id = Number(idOfSku.get(shop, sku)!["id"])
      const held = read.get(id) ?? heldOf(id)
      read.set(id, held)
      bySku.set(sku, held)
    }
    return bySku
  }
}

/** Entries of an index in a table of its own, written sorted for some documents at a time. */
const entriesIn = (insert: StatementSync, shop: number, atATime: number) => {
  let late: Array<readonly [value: string, placed: number, key: string, id: number]> = []
  let documents = 0
  return (values: ReadonlyArray<string>, placed: number, key: string, id: number): void => {
    for (const value of values) late.push([value, placed, key, id])
    if (++documents % atATime !== 0) return
    late.sort((one, other) => compare(one[0], other[0]) || one[1] - other[1] || compare(one[2], other[2]))
    // A statement whose index has no time does not name that parameter.
    for (const [value, time, of, at] of late) insert.run({ shop, value, time, key: of, id: at })
    late = []
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const movementIn = (db: DatabaseSync, shop: number, atATime: number) => {
  const insert = db.prepare("insert into ledger (shop, key, version, doc) values (?, ?, 1, ?)")
  const entry = db.prepare('insert into "ledger.(sku)" (shop, value, key, id) values (:shop, :value, :key, :id)')
  entry.setAllowUnknownNamedParameters(true)
  const enter = entriesIn(entry, shop, atATime)
  return ({ key, skus, text }: Decided["movement"]): void =>
    enter(skus, 0, key, Number(insert.run(shop, key, text).lastInsertRowid))
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

const orderIn = (db: DatabaseSync, shop: number, atATime: number) => {
  const insert = db.prepare(
    "insert into orders (shop, key, version, at_placed, at_status, at_email, at_begun, at_customer, doc) values (?, ?, 1, ?, ?, ?, ?, ?, ?)"
  )
  const word = db.prepare(
    'insert into "orders.(word, placed)" (shop, value, at_placed, key, id) values (?, ?, ?, ?, ?)'
  )
  const active = db.prepare('insert into "orders.(active)" (shop, value, key, id) values (?, ?, ?, ?)')
  const [email, customer] = ["email", "customer"].map((lookup) => byBuyer(db, lookup, shop, atATime))
  return ({ at, key, text }: MadeOrder): void => {
    const { placed } = at
    const row = insert.run(shop, key, placed, at.status, at.email, at.begun, at.customer, text)
    const id = Number(row.lastInsertRowid)
    for (const one of at.word) word.run(shop, one, placed, key, id)
    active.run(shop, at.active, key, id)
    email?.([at.email], placed, key, id)
    customer?.([at.customer], placed, key, id)
  }
}

/** The entries of an index of orders, if it has a table of its own; in an older file it is one of SQLite's. */
const byBuyer = (db: DatabaseSync, lookup: string, shop: number, atATime: number) => {
  const table = `orders.(${lookup}, placed)`
  if (db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table) === undefined)
    return undefined
  const columns = `shop, "at_${lookup}", at_placed, key, id`
  return entriesIn(
    db.prepare(`insert into "${table}" (${columns}) values (:shop, :value, :time, :key, :id)`),
    shop,
    atATime
  )
}

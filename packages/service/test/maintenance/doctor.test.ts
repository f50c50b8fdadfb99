import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { collections } from "@bottega/domain/areas"
import type { Order } from "@bottega/domain/areas/orders"
import type { Collection, Key } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { all as allOf, installation, type Row, Storage, sequences } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allCollections } from "../../src/collections.ts"
import { records } from "../../src/engine/records.ts"
import { trusted } from "../../src/engine/trusted.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { examineStore } from "../../src/maintenance/doctor.ts"
import { makeService } from "../../src/service.ts"
import { exportOf, furnish, importOf, names, type Opened, open, sweep } from "./given.ts"

afterAll(sweep)

const { attributes, coupons, couponUses, customers, inventory, keySets, ledger, mail, mailQueue, orders, products } =
  collections

const examine = async (store: Opened) => {
  const reported: Array<string> = []
  const examination = await store.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  return { reported, ...examination }
}

describe.each(names)("a demo shop in %s", (adapter) => {
  it("has no faults, before and after it moved", async () => {
    const store = open(adapter)
    // On a server's store each document costs more, and doctor does not know which store it examines. It reads 500 of a
    // collection at a time, so that elsewhere it needs more than one page of orders.
    const [orders, minDocuments] = adapter === "mongo" ? [250, 1000] : [520, 1500]
    const { id } = await furnish(store, orders)
    const { checked, documents, reported, wrong } = await examine(store)
    expect({ reported, wrong }).toEqual({ reported: [], wrong: 0 })
    expect(documents).toBeGreaterThan(minDocuments)
    expect(checked).toContain("The ledger of each SKU adds up to its stock.")
    const other = open("memory")
    await importOf(other, await exportOf(store, id))
    expect(await examine(other)).toMatchObject({ reported: [], shops: 1, notes: [] })
    await store.close()
  })
})

describe("a store in use", () => {
  it("has no faults even if it changes while it is examined", async () => {
    const store = open("memory")
    const shop = await furnish(store, 60)
    const service = await store.run(makeService())
    const transport = inProcessTransport(trusted(service, shop), (effect) => Effect.runPromise(effect))
    const sku = (await store.run(allOf(shop.id, inventory))).find(({ doc }) => !doc.has_child)!.doc.sku
    const body = new URLSearchParams(format({ sku, quantity: "1" })).toString()
    const path = "/v1.1/inventory/patchInventory.json"
    let running = true
    const selling = (async () => {
      let sold = 0
      for (; running; sold++) {
        const { status } = await transport({ method: "PUT", path, query: "", headers: {}, body })
        expect(status).toBe(200)
        await new Promise(setImmediate)
      }
      return sold
    })()
    // Each query first lets other work run.
    const turns = Effect.flatMap(Storage, (storage) => {
      const find: typeof storage.find = (...asked) =>
        Effect.andThen(
          Effect.promise(() => new Promise(setImmediate)),
          storage.find(...asked)
        )
      const reported: Array<string> = []
      const examining = examineStore({ onWrong: (sentence) => reported.push(sentence) })
      return Effect.as(Effect.provideService(examining, Storage, { ...storage, find }), reported)
    })
    expect(await store.run(turns)).toEqual([])
    running = false
    const sold = await selling
    expect(sold).toBeGreaterThan(20)
    expect((await examine(store)).outbox).toEqual({ "stock.changed": sold })
  })
})

describe("of inconsistent documents", () => {
  let store: Opened
  let shop: string
  let place: string
  beforeAll(async () => {
    store = open("memory")
    shop = (await furnish(store, 60)).id
    place = `Shop ${shop}: `
  })

  const collections = <Doc>(collection: Collection<Doc>, owner = shop) => store.run(allOf(owner, collection))
  const commit = (collection: Collection, key: Key, before: Row | undefined, doc: unknown, owner = shop) =>
    store.run(
      Storage.use(({ commit }) => commit([{ shop: owner, collection, key, expect: before?.version ?? 0, doc }]))
    )
  /** The reports while a document is replaced by another one or removed; the last case shows that each was put back. */
  const reportedOf = async <Doc>(
    collection: Collection<Doc>,
    which: (doc: Doc) => boolean,
    change: (doc: Doc) => Doc | undefined,
    owner = shop
  ) => {
    const { doc, row } = (await collections(collection, owner)).find((one) => which(one.doc))!
    await commit(collection, row.key, row, change(doc), owner)
    const { reported } = await examine(store)
    const now = (await collections(collection, owner)).find((one) => one.row.key === row.key)
    await commit(collection, row.key, now?.row, doc, owner)
    return { reported, doc }
  }

  it("a stock that differs from the sum of its ledger is reported", async () => {
    const { doc, reported } = await reportedOf(
      inventory,
      ({ has_child, quantity }) => !has_child && quantity! > 0,
      (item) => ({ ...item, quantity: item.quantity! + 3 })
    )
    expect(reported).toEqual([
      `${place}the SKU ${doc.sku} has ${doc.quantity! + 3} in stock, and its ledger adds up to ${doc.quantity}.`
    ])
  })

  it("a missing entry of the ledger is reported", async () => {
    const { doc, reported } = await reportedOf(
      ledger,
      ({ moves }) => moves.length === 1 && moves[0]!.delta !== 0,
      () => undefined
    )
    expect(reported).toEqual([expect.stringContaining(`the SKU ${doc.moves[0]!.sku} has `)])
  })

  it("a missing use of a coupon is reported for the order and for the coupon that counts it", async () => {
    const limited = new Set(
      (await collections(coupons)).filter(({ doc }) => doc.unlimited === 0).map(({ doc }) => doc.uid)
    )
    const { doc, reported } = await reportedOf(
      couponUses,
      ({ uid }) => limited.has(uid),
      () => undefined
    )
    // The two checks go through the documents on their own, so either may come first.
    expect(reported).toHaveLength(2)
    expect(reported).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/: the coupon \w+ counts \d+ uses, and \d+ are stored\.$/),
        `${place}the order ${doc.orderID} has the coupon ${doc.uid}, and its use is not stored.`
      ])
    )
  })

  it("a queued message without its entry, and an entry of a message that is not queued, are reported", async () => {
    const entry = (id: string, of = shop) => ({ id, shop: of, due: 5 })
    const queue = (id: string, doc: unknown, before?: Row) => commit(mailQueue, id, before, doc, installation)
    const row = async () => (await collections(mailQueue, installation))[0]!.row
    const { doc, reported } = await reportedOf(
      mail,
      () => true,
      (message) => ({ ...message, state: "queued" as const, due: 5 })
    )
    expect(reported).toEqual([`${place}the message ${doc.id} is queued, and has no entry in the queue.`])
    await queue(doc.id, entry(doc.id))
    expect((await examine(store)).reported).toEqual([
      `Installation: the message ${doc.id} of the shop ${shop} is kept, and has an entry in the queue.`
    ])
    const kept = (await collections(mail)).find((one) => one.doc.id === doc.id)!
    await commit(mail, doc.id, kept.row, { ...kept.doc, state: "queued", due: 6 })
    expect((await examine(store)).reported).toEqual([
      `${place}the message ${doc.id} is due at 6, and its entry in the queue at 5.`
    ])
    await queue(doc.id, undefined, await row())
    const queued = (await collections(mail)).find((one) => one.doc.id === doc.id)!
    await commit(mail, doc.id, queued.row, kept.doc)
    // An erasure leaves an entry, until it is due.
    await queue("0".repeat(22), entry("0".repeat(22)))
    expect((await examine(store)).reported).toEqual([])
    await queue("0".repeat(22), undefined, await row())
  })

  it("a use of a coupon without its order is reported", async () => {
    const { doc, reported } = await reportedOf(
      couponUses,
      () => true,
      (use) => ({ ...use, uid: 9999 })
    )
    expect(reported).toContain(
      `${place}a use of the coupon 9999 by the order ${doc.orderID} is stored, but no such order has it.`
    )
  })

  it("an aborted order that did not give back its stock is reported", async () => {
    const { doc, reported } = await reportedOf(
      orders,
      ({ coupon, status }) => status === 7 && coupon === null,
      (order) => ({ ...order, stock: { ...order.stock, given: false } })
    )
    expect(reported).toEqual([`${place}the order ${doc.orderID} has the status 7 and did not give back its stock.`])
  })

  it("an order whose log does not lead to its status is reported", async () => {
    for (const log of [(all: Order["log"]) => all.slice(1), (all: Order["log"]) => all.slice(0, -1)]) {
      const { doc, reported } = await reportedOf(
        orders,
        ({ log, status }) => log.length > 1 && log.at(-2)!.status !== status,
        (order) => ({ ...order, log: log(order.log) })
      )
      expect(reported).toEqual([
        `${place}the log of the order ${doc.orderID} does not lead from its creation to its status ${doc.status}.`
      ])
    }
  })

  it("an order keeps the id of a customer who was removed, so that nothing is reported", async () => {
    const buyers = new Set((await collections(orders)).map(({ doc }) => doc.customer.id))
    const { reported } = await reportedOf(
      customers,
      // Nothing else refers to them.
      ({ id, updated, userUID }) => buyers.has(id) && updated === null && userUID === 0,
      () => undefined
    )
    expect(reported).toEqual([])
  })

  it("a coupon that was used too often is reported", async () => {
    const { doc, reported } = await reportedOf(
      coupons,
      ({ unlimited, used }) => unlimited === 0 && used > 0,
      (coupon) => ({ ...coupon, count: 0 })
    )
    expect(reported).toEqual([`${place}the coupon ${doc.code} was used ${doc.used} times, and 0 are allowed.`])
  })

  it("a number that two orders share is reported", async () => {
    const { reported } = await reportedOf(
      orders,
      ({ short_id }) => short_id === "3",
      (order) => ({ ...order, short_id: "4" })
    )
    expect(reported).toEqual([`${place}the number 4 of orders is used twice.`])
  })

  it("a product without its stock, and a stock without its product, are reported", async () => {
    const without = await reportedOf(
      inventory,
      ({ quantity }) => quantity === 0,
      () => undefined
    )
    expect(without.reported).toEqual([expect.stringContaining(`the product ${without.doc.uid} has the SKUs [`)])
    const alone = await reportedOf(
      products,
      () => true,
      () => undefined
    )
    expect(alone.reported).toEqual([
      `${place}the stock of ${alone.doc.code} belongs to the product ${alone.doc.uid}, which does not exist.`
    ])
  })

  it("a product's value that does not fit its attribute is reported", async () => {
    const price = (await collections(attributes)).find(({ doc }) => doc.type === "number")
    const { doc, reported } = await reportedOf(
      products,
      () => true,
      (product) => ({ ...product, attributes: { [price!.doc.id]: "1,5" } })
    )
    expect(reported).toEqual([
      `${place}the product ${doc.uid} has a value of the attribute ${price!.doc.id} that must be a number with a point, and not a comma, before its decimals.`
    ])
  })

  it("a counter below a number in use is reported", async () => {
    const { reported } = await reportedOf(
      sequences,
      ({ name }) => name === "orders",
      (count) => ({ ...count, next: 7 })
    )
    expect(reported).toEqual([`${place}the counter orders would give 7 next, but 60 is in use.`])
    const { reported: groups } = await reportedOf(
      sequences,
      ({ name }) => name === "groups",
      () => undefined,
      installation
    )
    expect(groups).toEqual(["Installation: the counter groups would give 1 next, but 1 is in use."])
  })

  it("a key set without its shop is reported", async () => {
    const { doc, reported } = await reportedOf(
      keySets,
      () => true,
      (set) => ({ ...set, shop: "none" }),
      installation
    )
    expect(reported).toEqual([`Installation: the key set ${doc.id} belongs to the shop none, which does not exist.`])
  })

  it("a document that does not fit its schema, or is stored under another key, is reported", async () => {
    const unfit = await reportedOf(
      customers,
      () => true,
      (customer) => ({ ...customer, userUID: "none" }) as never
    )
    expect(unfit.reported).toEqual([`${place}customers ${unfit.doc.id} does not fit its schema.`])
    const [one, other] = (await collections(customers)).filter(({ doc }) => doc.updated === null && doc.userUID === 0)
    const { reported } = await reportedOf(
      customers,
      ({ id }) => id === one!.doc.id,
      (customer) => ({ ...customer, id: other!.doc.id })
    )
    expect(reported).toEqual([
      `${place}customers ${one!.doc.id} is stored under a different key than its own, ${other!.doc.id}.`
    ])
  })

  it("many faults of one kind are counted", async () => {
    const found = await collections(orders)
    for (const { doc, row } of found.slice(0, 25))
      await commit({ ...orders, encode: () => "{" } as Collection, row.key, row, doc)
    const { reported, wrong } = await examine(store)
    const kind = reported.filter((sentence) => sentence.includes("cannot be read"))
    expect(kind).toHaveLength(11)
    expect(kind[10]).toBe(`${place}15 more of the kind: orders has a text that cannot be read.`)
    expect(wrong).toBeGreaterThanOrEqual(25)
    for (const { doc, row } of found.slice(0, 25))
      await commit(orders, row.key, { ...row, version: row.version + 1 }, doc)
    expect((await examine(store)).reported).toEqual([])
  })

  it("an event with a number that no area declares is reported", async () => {
    const doc = { id: "one", at: 0, instance: null, requestId: "", events: [{ type: 99, data: null }] }
    await commit(records.outbox, doc.id, undefined, doc)
    expect((await examine(store)).reported).toEqual([`${place}outbox one holds an event 99, which no area declares.`])
    const [kept] = await store.run(allOf(shop, records.outbox))
    await commit(records.outbox, doc.id, kept!.row, undefined)
  })

  it("nothing is reported once every document is as it was", async () => {
    expect((await examine(store)).reported).toEqual([])
  })

  it("an import that is not finished is a note", async () => {
    const text = await exportOf(store, shop)
    const target = open("memory")
    await expect(importOf(target, text.slice(0, -200), {}, 4096)).rejects.toThrow()
    const { notes, reported } = await examine(target)
    expect(reported).toEqual([])
    expect(notes).toEqual([
      expect.stringMatching(/^The import of the shop \w+ is not finished: \d+ lines are imported\.$/)
    ])
  })
})

describe("of a file that was damaged by hand", () => {
  let whole: string
  let id: string
  beforeAll(async () => {
    const store = open("sqlite")
    id = (await furnish(store, 60)).id
    await store.close()
    whole = store.file
  })
  let copies = 0
  const copied = (): string => {
    const file = `${whole}-${++copies}`
    copyFileSync(whole, file)
    return file
  }

  const damaged = async (damage: (database: DatabaseSync) => void) => {
    const file = copied()
    const database = new DatabaseSync(file)
    damage(database)
    database.close()
    const sqlite = adapters.find(({ name }) => name === "sqlite")!
    const found = await Effect.runPromise(sqlite.damages!(file, allCollections))
    if (found.length > 0) return found
    const reported: Array<string> = []
    await Effect.runPromise(
      Effect.provide(
        examineStore({ onWrong: (sentence) => reported.push(sentence) }),
        sqlite.look!(file, allCollections)
      )
    )
    return reported.map((sentence) => sentence.replace(`Shop ${id}: `, ""))
  }

  it.each<[string, (database: DatabaseSync) => void, RegExp]>([
    [
      "a column that was changed",
      (database) => database.exec(`update orders set at_status = 8 where id = 7`),
      /^orders 1_\w+ is not found by its status\.$/
    ],
    [
      "a text that was changed",
      (database) => database.exec(`update customers set doc = replace(doc, '"email":"', '"email":"x') where id = 7`),
      /^customers \w+ is not found by its email\.$/
    ],
    [
      "a text that was cut off",
      (database) => database.exec(`update coupons set doc = substr(doc, 1, 20) where id = 3`),
      /^coupons 3 has a text that cannot be read\.$/
    ],
    [
      "a text with added whitespace",
      (database) => database.exec(`update coupons set doc = replace(doc, ':', ': ') where id = 3`),
      /^coupons 3 has a different text than this program would write\.$/
    ],
    [
      "an entry that was removed from an index",
      (database) => {
        const table = database.prepare("select name from sqlite_schema where name like 'customers.%tags%'").get() as {
          name: string
        }
        database.exec(
          `delete from "${table.name}" where rowid in (select rowid from "${table.name}" limit 1)`.replaceAll(
            /rowid in .*/g,
            `key = (select key from "${table.name}" limit 1)`
          )
        )
      },
      /^customers \w+ is not found by its tags\.$/
    ]
  ])("%s is reported", async (_, damage, sentence) => {
    const reported = await damaged(damage)
    expect(reported.length).toBeGreaterThan(0)
    expect(reported[0]).toMatch(sentence)
  })

  it.each([
    ["shops", "{", /^Installation: shops \w+ has a text that cannot be read\.$/],
    ["shops", '{"id":7}', /^Installation: shops \w+ does not fit its schema\.$/],
    [
      "sequences",
      "{",
      /^not all of the counter \w+ could be checked, because the text of sequences \w+ cannot be read: /
    ]
  ])("one of %s with the text %s ends no more than what needs it", async (table, text, sentence) => {
    const reported = await damaged((database) => {
      database.prepare(`update ${table} set doc = ? where id = (select max(id) from ${table})`).run(text)
      database.exec("update pages set doc = '{' where id = 1")
    })
    expect(reported).toContainEqual(expect.stringMatching(sentence))
    expect(reported).toContainEqual(expect.stringMatching(/^pages \w+ has a text that cannot be read\.$/))
  })

  it("two documents with the same unique value are both reported", async () => {
    const reported = await damaged((database) => {
      const indexes = database
        .prepare("select name from sqlite_schema where type = 'index' and name like 'coupons unique%'")
        .all()
      for (const { name } of indexes)
        database.exec(`drop index "${name}"; create index "${name}" on coupons (shop, at_code)`)
      database.exec(`update coupons set at_code = (select at_code from coupons where id = 1) where id = 2`)
      database.exec(
        `update coupons set doc = json_set(doc, '$.code', (select json_extract(doc, '$.code') from coupons where id = 1)) where id = 2`
      )
    })
    expect(reported).toEqual([
      "coupons 2 is not found by its token.",
      "coupons 1 has the same code as 2, but it must be unique.",
      "coupons 2 has the same code as 1, but it must be unique."
    ])
  })

  it.each<[string, (database: DatabaseSync) => void, RegExp]>([
    [
      "an index that is missing",
      (database) => database.exec(`drop index "coupons unique (code)"`),
      /^The file lacks the index coupons unique \(code\)\.$/
    ],
    [
      "a table that is missing",
      (database) => database.exec(`drop table "customers.(tags)"`),
      /^The file lacks the table customers\.\(tags\)\.$/
    ],
    [
      "a missing entry of an index that SQLite itself finds",
      (database) => {
        database.enableDefensive(false)
        database.exec("pragma writable_schema = 1")
        database.exec(
          `update sqlite_schema set sql = replace(sql, 'at_status', 'at_placed') where name = 'orders (status, placed)'`
        )
      },
      /^The file is damaged: /
    ],
    [
      "the format of another program",
      (database) => database.exec("update bottega_collections set fingerprint = '' where name = 'orders'"),
      /^The file has orders in another form than this program uses; /
    ],
    [
      "a database of another application",
      (database) => database.exec("drop table bottega_collections"),
      /^The file is a database of another program\.$/
    ]
  ])("%s is reported, and the examination stops there", async (_, damage, sentence) => {
    expect(await damaged(damage)).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]))
  })

  it("missing bytes are reported", async () => {
    const file = copied()
    const sqlite = adapters.find(({ name }) => name === "sqlite")!
    writeFileSync(file, readFileSync(file).fill(0x5a, 3 * 8192, 6 * 8192))
    const [first] = await Effect.runPromise(sqlite.damages!(file, allCollections))
    expect(first).toMatch(/^The file is damaged: /)
    writeFileSync(file, "no database")
    expect(await Effect.runPromise(sqlite.damages!(file, allCollections))).toEqual([
      "The file is not an SQLite database."
    ])
  })
})

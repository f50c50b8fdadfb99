/** Moves of categories: the tree stays a tree of at most ten levels, whatever the order of calls, and when they race. */
import fc from "fast-check"
import { expect, it } from "vitest"
import type { Store, Suite } from "../../surface.ts"
import { wrongIn } from "../orders/sample.ts"
import { categoryMade, faultsOf, listedByUid, pathMade } from "./sample.ts"

/** What a call does to one of the categories, and to which other one. */
interface Step {
  readonly act: "create" | "move" | "raise" | "remove"
  readonly of: number
  readonly to: number
}
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.record<Step>({
    act: fc.constantFrom("create", "create", "create", "create", "move", "move", "move", "raise", "remove"),
    of: fc.nat(),
    to: fc.nat()
  }),
  { minLength: 10, maxLength: 30 }
)

/** The tree as a plain map of parents. */
class Model {
  readonly parents = new Map<number, number | null>()

  /** A category and those above it, the nearest first. */
  path(uid: number | null): ReadonlyArray<number> {
    const path: Array<number> = []
    for (let one = uid; one !== null; one = this.parents.get(one)!) path.push(one)
    return path
  }

  levels(uid: number): number {
    const below = [...this.parents].flatMap(([one, parent]) => (parent === uid ? [this.levels(one)] : []))
    return 1 + Math.max(0, ...below)
  }

  canMove(uid: number, to: number): boolean {
    const path = this.path(to)
    return !path.includes(uid) && path.length + this.levels(uid) <= 10
  }

  remove(uid: number): void {
    const branch = [...this.parents.keys()].filter((one) => this.path(one).includes(uid))
    for (const one of branch) this.parents.delete(one)
  }
}

/** Makes one call and the same change of the model; returns what differs. */
const played = async (store: Store, model: Model, { act, of, to }: Step): Promise<void> => {
  const uids = [...model.parents.keys()]
  const [uid, other] = [uids[of % uids.length], uids[to % uids.length]]
  const { create, remove, update } = store.api.categories
  if (uid === undefined || other === undefined || act === "create") {
    // Every other category is made below a recent one, so that paths get long.
    const parent = of % 8 === 0 ? null : (uids.at(-1 - (of % 2)) ?? null)
    const isRefused = model.path(parent).length >= 10
    if (isRefused) expect(await wrongIn(create({ name: "x", parent }))).toEqual(["parent"])
    else model.parents.set((await create({ name: `${of}`, parent })).uid, parent)
  } else if (act === "remove") {
    await remove({ uid })
    model.remove(uid)
    await expect(remove({ uid })).rejects.toMatchObject({ status: 404 })
  } else if (act === "raise" || model.canMove(uid, other)) {
    const parent = act === "raise" ? null : other
    expect(await update({ uid, parent })).toEqual({ ok: 1, err: null, updatedExisting: true })
    model.parents.set(uid, parent)
  } else expect(await wrongIn(update({ uid, parent: other }))).toEqual(["parent"])
}

const parentsOf = async (store: Store) =>
  [...(await listedByUid(store)).values()].map(({ parentUID, uid }) => [uid, parentUID] as const)

/** Registers the promises of moves. */
export const moves: Suite["register"] = (open) => {
  it("move below another one with everything below them, and back to the top", async () => {
    const store = await (await open()).withShop()
    const { send } = store
    const [top, middle, leaf] = await pathMade(store, 3)
    const other = await categoryMade(store)
    const answer = { ok: 1, err: null, updatedExisting: true }
    expect(await store.api.categories.update({ uid: middle!, parent: other })).toEqual(answer)
    expect(await parentsOf(store)).toEqual([
      ...[[top, null] as const, [middle, other] as const],
      ...[[leaf, middle] as const, [other, null] as const]
    ])
    const put = (body: string, headers = {}) =>
      send({ method: "PUT", path: "/v1.1/categories/category.json", body, headers })
    expect((await put(`uid=${middle}&parent=`)).json).toEqual(answer)
    expect((await listedByUid(store)).get(middle!)?.parentUID).toBe(other)
    expect((await put(`uid=${middle}&parent=null`)).json).toEqual(answer)
    expect((await listedByUid(store)).get(middle!)).toMatchObject({ parentUID: null, parent: null })
    await put(`uid=${leaf}&parent=${top}`)
    await put(JSON.stringify({ uid: leaf, parent: null }), { "content-type": "application/json" })
    expect((await listedByUid(store)).get(leaf!)?.parentUID).toBeNull()
  })

  it("cannot move below themselves, below one of their own, or below an unknown one", async () => {
    const store = await open()
    const path = await pathMade(store, 4)
    const foreign = await categoryMade({ api: store.stranger })
    const before = await parentsOf(store)
    const place = (parent: number, uid = path[0]!) => wrongIn(store.api.categories.update({ uid, parent }))
    for (const uid of path) expect(await place(uid)).toEqual(["parent"])
    for (const absent of [0, 999_999_999]) expect(await place(absent)).toEqual(["parent"])
    if (!(await listedByUid(store)).has(foreign)) expect(await place(foreign)).toEqual(["parent"])
    expect(await wrongIn(store.api.categories.create({ name: "x", parent: 999_999_999 }))).toEqual(["parent"])
    expect(await parentsOf(store)).toEqual(before)
  })

  it("are on at most ten levels, also those that move along", async () => {
    const store = await (await open()).withShop()
    const { create, update } = store.api.categories
    const path = await pathMade(store, 10)
    expect(await wrongIn(create({ name: "x", parent: path[9]! }))).toEqual(["parent"])
    const wide = await categoryMade(store)
    // More than one query finds at a time; only one of them has another level.
    const children = await Promise.all(Array.from({ length: 70 }, () => categoryMade(store, { parent: wide })))
    await categoryMade(store, { parent: Math.max(...children) })
    const place = (level: number) => update({ uid: wide, parent: path[level - 1]! })
    for (const level of [8, 9, 10]) expect(await wrongIn(place(level))).toEqual(["parent"])
    await place(7)
    await update({ uid: wide, parent: path[2]! })
    await place(7)
    expect(await wrongIn(update({ uid: path[1]!, parent: await categoryMade(store, { parent: path[0]! }) }))).toEqual([
      "parent"
    ])
    expect(faultsOf(await store.api.categories.list())).toEqual([])
  })

  it("stay a tree after any history of calls", async () => {
    const store = await open()
    const property = fc.asyncProperty(steps, async (history) => {
      const shop = await store.withShop()
      const model = new Model()
      for (const step of history) await played(shop, model, step)
      const byUid = (one: readonly [number, unknown], other: readonly [number, unknown]) => one[0] - other[0]
      expect(await parentsOf(shop)).toEqual([...model.parents].sort(byUid))
      expect(faultsOf(await shop.api.categories.list())).toEqual([])
      expect(await shop.reader.categories.count()).toEqual({ count: model.parents.size })
    })
    await fc.assert(property, { numRuns: 4 })
  })

  it("make no circle where two of them move below each other at once", async () => {
    const store = await open()
    const clients = [store, await store.twin()]
    for (let round = 0; round < 10; round++) {
      const paths = await Promise.all(clients.map((client) => pathMade(client, 3)))
      const moves = clients.map(({ api }, at) =>
        api.categories.update({ uid: paths[at]![0]!, parent: paths[1 - at]![round % 3]! })
      )
      const ends = await Promise.allSettled(moves)
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
      for (const end of ends) if (end.status === "rejected") expect(end.reason).toMatchObject({ status: 400 })
    }
    expect(faultsOf(await store.api.categories.list())).toEqual([])
  })

  it("stay a tree where creations, moves and removals race", async () => {
    const store = await (await open()).withShop()
    const clients = [store, await store.twin()]
    await pathMade(store, 9)
    for (let round = 0; round < 12; round++) {
      const uids = [...(await listedByUid(store)).keys()]
      const some = () => uids[Math.floor(Math.random() * uids.length)] ?? 1
      const calls = Array.from({ length: 8 }, (_, n) => {
        const { create, remove, update } = clients[n % 2]!.api.categories
        if (n < 3) return create({ name: "x", parent: some() })
        return n < 7 ? update({ uid: some(), parent: some() }) : remove({ uid: some() })
      })
      for (const end of await Promise.allSettled(calls))
        if (end.status === "rejected") expect([400, 404]).toContain(end.reason.status)
      const listed = await store.api.categories.list()
      expect(faultsOf(listed)).toEqual([])
      expect(await store.reader.categories.count()).toEqual({ count: listed.length })
    }
  })
}

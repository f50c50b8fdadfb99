/** The positions of brands: 1 to n without gaps, whatever is called in whatever order. */
import { expect, it } from "vitest"
import type { Store, Suite } from "../../surface.ts"
import { brandMade, brandsMade, listedUids, refusalOf } from "./sample.ts"

/** Moves a brand as the specification says, in a plain list. */
const moved = (uids: ReadonlyArray<number>, uid: number, position: number): Array<number> => {
  const others = uids.filter((one) => one !== uid)
  others.splice(position - 1, 0, uid)
  return others
}

/** Registers the promises of positions. */
export const positions: Suite["register"] = (open) => {
  it("are listed by their positions, and move to where they are sent", async () => {
    const store = await (await open()).withShop()
    let uids = await brandsMade(store, 5)
    expect(await listedUids(store)).toEqual(uids)
    for (const [from, to] of [
      [1, 3],
      [5, 1],
      [2, 4],
      [3, 5],
      [4, 4]
    ] as const) {
      const brandUID = uids[from - 1]!
      const answer = await store.api.brands.setPosition({ brandUID, position: to })
      expect(answer).toEqual({ updated: from !== to, previous_position: from, actual_position: to })
      uids = moved(uids, brandUID, to)
      expect(await listedUids(store)).toEqual(uids)
    }
  })

  it("are last where a position is greater than their number, and have none below 1", async () => {
    const store = await (await open()).withShop()
    const uids = await brandsMade(store, 3)
    const over = await store.api.brands.setPosition({ brandUID: uids[0]!, position: 999_999_999_999 })
    expect(over).toEqual({ updated: true, previous_position: 1, actual_position: 3 })
    expect(await listedUids(store)).toEqual([uids[1], uids[2], uids[0]])
    for (const position of [0, -1, "1.5", "x", ""])
      expect(await refusalOf(store, "PUT", "setPosition", { brandUID: uids[0], position })).toEqual([400, "position"])
    expect(await refusalOf(store, "PUT", "setPosition", {})).toEqual([400, "brandUID", "position"])
    expect(await listedUids(store)).toEqual([uids[1], uids[2], uids[0]])
  })

  it("close the gap of a removed brand, and give a new one the last position", async () => {
    const store = await (await open()).withShop()
    const [first, second, third] = await brandsMade(store, 3)
    await store.api.brands.remove({ uid: second! })
    expect(await listedUids(store)).toEqual([first, third])
    const answer = await store.api.brands.setPosition({ brandUID: third!, position: 1 })
    expect(answer).toEqual({ updated: true, previous_position: 2, actual_position: 1 })
    const last = await brandMade(store)
    expect(await listedUids(store)).toEqual([third, first, last])
    const gone = store.api.brands.setPosition({ brandUID: second!, position: 1 })
    await expect(gone).rejects.toMatchObject({ status: 404, type: "not_found" })
  })

  it("have no gap and no brand twice after brands were created, moved and removed at once", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const uids = await brandsMade(store, 12)
    const doomed = new Set(uids.slice(8))
    const created = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => brandMade(n % 2 === 0 ? store : twin)),
      ...uids.map((brandUID, n) => movedOrGone(n % 2 === 0 ? twin : store, brandUID, ((n * 7) % 14) + 1)),
      ...[...doomed].map(async (uid) => void (await store.api.brands.remove({ uid })))
    ])
    const made = created.filter((uid) => uid !== undefined)
    const left = [...uids.filter((uid) => !doomed.has(uid)), ...made]
    const listed = await listedUids(store)
    expect(listed.toSorted()).toEqual(left.toSorted())
    expect(await listedUids(twin)).toEqual(listed)
    for (const [index, brandUID] of listed.entries()) {
      const answer = await twin.api.brands.setPosition({ brandUID, position: index + 1 })
      expect(answer).toEqual({ updated: false, previous_position: index + 1, actual_position: index + 1 })
    }
  })

  it("end where the last of moves at once put them", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const uids = await brandsMade(store, 4)
    const targets = Array.from({ length: 12 }, (_, n) => (n % 4) + 1)
    const answers = await Promise.all(
      targets.map((position, n) =>
        (n % 2 === 0 ? store : twin).api.brands.setPosition({ brandUID: uids[1]!, position })
      )
    )
    // Each move begins where another one ended, so all of them are one chain that begins at position 2.
    const ends = answers.map(({ actual_position }) => actual_position)
    expect(ends).toEqual(targets)
    const last = (await listedUids(store)).indexOf(uids[1]!) + 1
    const begins = answers.map(({ previous_position }) => previous_position)
    expect([...begins, last].toSorted()).toEqual([...ends, 2].toSorted())
  })
}

/** Moves a brand that may be removed meanwhile. */
const movedOrGone = async ({ api }: Store, brandUID: number, position: number): Promise<undefined> => {
  await api.brands.setPosition({ brandUID, position }).catch((error) => expect(error.status).toBe(404))
}

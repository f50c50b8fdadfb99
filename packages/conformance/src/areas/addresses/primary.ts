/** The primary address of a user: exactly one, whatever the order of calls, and when calls race for it. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Store, Suite } from "../../surface.ts"
import { added, addressesOf, newAddress, primariesOf, registered } from "./sample.ts"

type Client = Pick<Store, "api">

/** Makes a call on an address of a user; false if that address was removed meanwhile. */
const act = async ({ api }: Client, uid: number, known: ReadonlyArray<string>): Promise<void> => {
  const address_id = known[Math.floor(Math.random() * known.length)] ?? noId
  const mark = [undefined, 0, 1][Math.floor(Math.random() * 3)] as 0 | 1 | undefined
  const given = { ...newAddress(uid), ...(mark === undefined ? {} : { default: mark }) }
  const chance = Math.random()
  const call =
    chance < 0.4
      ? api.addresses.create(given)
      : chance < 0.7
        ? api.addresses.update({ ...given, address_id })
        : api.addresses.remove({ uid, address_id })
  await call.catch((error) => expect(error).toMatchObject({ status: 404 }))
}

/** Registers the promises of the primary address. */
export const primary: Suite["register"] = (open) => {
  it("have the first one as the primary, then the one that was last marked", async () => {
    const store = await open()
    const { uid } = await registered(store)
    const first = await store.api.addresses.create(newAddress(uid, { default: 0 }))
    expect(first.principalAddress).toBe(true)
    const second = await store.api.addresses.create(newAddress(uid))
    expect(second.principalAddress).toBe(false)
    expect(await primariesOf(store, uid)).toEqual([first.id])
    const third = await store.api.addresses.create(newAddress(uid, { default: 1 }))
    expect(third.principalAddress).toBe(true)
    expect(await primariesOf(store, uid)).toEqual([third.id])
    const put = (address_id: string, mark?: 0 | 1) =>
      store.api.addresses.update({ ...newAddress(uid, mark === undefined ? {} : { default: mark }), address_id })
    expect(await put(second.id, 1)).toMatchObject({ id: second.id, principalAddress: true })
    expect(await primariesOf(store, uid)).toEqual([second.id])
    expect(await put(second.id)).toMatchObject({ principalAddress: true })
    expect(await put(third.id, 0)).toMatchObject({ principalAddress: false })
    expect(await primariesOf(store, uid)).toEqual([second.id])
  })

  it("have the oldest other one as the primary, once the primary loses its mark or is removed", async () => {
    const store = await open()
    const { uid } = await registered(store)
    const [first, second, third] = [await added(store, uid), await added(store, uid), await added(store, uid)]
    const unmark = async (address_id: string) =>
      (await store.api.addresses.update({ ...newAddress(uid, { default: 0 }), address_id })).principalAddress
    expect(await unmark(first)).toBe(false)
    expect(await primariesOf(store, uid)).toEqual([second])
    expect(await unmark(second)).toBe(false)
    expect(await primariesOf(store, uid)).toEqual([first])
    await store.api.addresses.remove({ uid, address_id: first })
    expect(await primariesOf(store, uid)).toEqual([second])
    await store.api.addresses.remove({ uid, address_id: third })
    expect(await unmark(second)).toBe(true)
    expect(await primariesOf(store, uid)).toEqual([second])
    await store.api.addresses.remove({ uid, address_id: second })
    expect(await store.reader.addresses.list({ uid })).toEqual({ count: 0, addresses: [] })
    const again = await added(store, uid)
    expect(await primariesOf(store, uid)).toEqual([again])
  })

  it("have one primary if several are made the primary at once", async () => {
    const store = await open()
    const clients = [store, await store.twin()]
    const { uid } = await registered(store)
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, n) => added(clients[n % 2]!, uid, { default: n % 3 === 0 ? 1 : 0 }))
    )
    expect((await addressesOf(store, uid)).map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(await primariesOf(store, uid)).toHaveLength(1)
    const answers = await Promise.all(
      ids.map((address_id, n) =>
        clients[n % 2]!.api.addresses.update({ ...newAddress(uid, { default: 1 }), address_id })
      )
    )
    expect(answers.every(({ principalAddress }) => principalAddress)).toBe(true)
    expect(await primariesOf(store, uid)).toHaveLength(1)
  })

  it("have one primary after any calls, in any order", async () => {
    const store = await open()
    const clients = [store, await store.twin()]
    const { uid } = await registered(store)
    for (let round = 0; round < 12; round++) {
      const known = (await addressesOf(store, uid)).map(({ id }) => id)
      await Promise.all(Array.from({ length: 6 }, (_, n) => act(clients[n % 2]!, uid, known)))
      const { addresses, count } = await store.reader.addresses.list({ uid })
      expect(count).toBe(addresses.length)
      expect(await primariesOf(store, uid)).toHaveLength(Math.min(1, count))
    }
  })
}

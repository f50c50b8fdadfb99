/** Points are read as they were made and changed, alone and in the list. */
import { expect, it } from "vitest"
import type { Suite } from "../../surface.ts"
import { added, newPoint, pointPath } from "./sample.ts"

const contact = {
  contact_name: "Carla Riva",
  contact_email: "brera@example.com",
  contact_website: "https://www.example.com/brera",
  contact_phone: "02 1234567",
  contact_code: "MI-02"
}
const data = {
  code: "MI-02",
  contactname: "Carla Riva",
  email: "brera@example.com",
  website: "https://www.example.com/brera",
  phone: "02 1234567"
}
const unset = { code: "", contactname: "", email: "", website: "", phone: "" }

/** Registers the promises of points. */
export const points: Suite["register"] = (open) => {
  it("are read as they were made, alone and in the list", async () => {
    const { api, reader, stranger } = await (await open()).withShop()
    expect(await reader.storelocator.list()).toEqual([])
    const full = newPoint({ disabled: 1, tags: ["parking", "repairs"], custom: { "1": "a", "50": "z" }, ...contact })
    const { id } = await api.storelocator.create(full)
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    const { address, geo, name } = full
    const shown = { name, address, geo, data, tags: full.tags, custom: full.custom, is_disabled: 1, id }
    expect(await reader.storelocator.read({ id })).toEqual(shown)
    const plain = { ...shown, id: await added({ api }), data: unset, tags: [], custom: {}, is_disabled: 0 }
    expect(await reader.storelocator.list()).toEqual(expect.arrayContaining([shown, plain]))
    expect(await reader.storelocator.list()).toHaveLength(2)
    expect((await stranger.storelocator.list()).filter((point) => point.id === id)).toEqual([])
    for (const call of [
      () => stranger.storelocator.read({ id }),
      () => stranger.storelocator.remove({ id }),
      () => stranger.storelocator.update({ ...newPoint(), id })
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, type: "not_found" })
    expect(await reader.storelocator.read({ id })).toEqual(shown)
  })

  it("change the fields that are sent, and count only real changes", async () => {
    const store = await open()
    const { api, reader } = store
    const id = await added(store, { disabled: 1, tags: ["parking"], custom: { "1": "a" }, ...contact })
    const before = await reader.storelocator.read({ id })
    const same = { ok: 1, nModified: 0, err: null, updatedExisting: true }
    expect(await api.storelocator.update({ id, ...newPoint() })).toEqual(same)
    expect(await reader.storelocator.read({ id })).toEqual(before)
    const moved = newPoint({ name: "Bottega Isola", address: "Via Borsieri 3", geo: { lat: 45.4871, long: 9.1892 } })
    expect(await api.storelocator.update({ id, ...moved })).toEqual({ ...same, nModified: 1 })
    expect(await reader.storelocator.read({ id })).toEqual({ ...before, ...moved })
    const more = { disabled: 0 as const, tags: ["repairs", "repairs"], contact_phone: "02 7654321" }
    expect(await api.storelocator.update({ id, ...moved, ...more })).toEqual({ ...same, nModified: 1 })
    expect(await api.storelocator.update({ id, ...moved, ...more })).toEqual(same)
    expect(await reader.storelocator.read({ id })).toEqual({
      ...{ ...before, ...moved, is_disabled: 0, tags: ["repairs"] },
      data: { ...data, phone: "02 7654321" }
    })
  })

  it("lose the texts and tags that are sent empty", async () => {
    const store = await open()
    const id = await added(store, { tags: ["parking"], custom: { "1": "a" }, ...contact })
    const empty = Object.fromEntries([...Object.keys(contact), "tags"].map((name) => [name, ""]))
    const { json } = await store.send({ method: "PUT", path: pointPath, body: { id, ...newPoint(), ...empty } })
    expect(json.nModified).toBe(1)
    expect(await store.reader.storelocator.read({ id })).toMatchObject({ data: unset, tags: [], custom: { "1": "a" } })
  })

  it.each([
    ["custom[]=a&custom[]=b", { 1: "a", 2: "b" }],
    ["custom[]=&custom[]=b", { 2: "b" }],
    ["custom=a&custom=b", { 1: "a", 2: "b" }],
    ["custom=a", { 1: "a" }],
    ["custom=", {}],
    ["custom[1]=a&custom[50]=b", { 1: "a", 50: "b" }],
    ["custom[0]=a&custom[1]=b&custom[49]=z", { 1: "a", 2: "b", 50: "z" }],
    ["custom[2]=b&custom[]=c", { 2: "b", 3: "c" }],
    ['{"custom":["a","","c",null]}', { 1: "a", 3: "c" }],
    ['{"custom":{"1":"a","7":"g"}}', { 1: "a", 7: "g" }]
  ])("have the custom texts of %s", async (sent, custom) => {
    const { reader, send } = await open()
    const { geo, ...texts } = newPoint()
    const isJson = sent.startsWith("{")
    const place = `name=${texts.name}&address=x&geo[lat]=${geo.lat}&geo[long]=${geo.long}`
    const { json } = await send({
      method: "POST",
      path: pointPath,
      ...(isJson ? { headers: { "content-type": "application/json" } } : {}),
      body: isJson ? JSON.stringify({ ...newPoint(), ...JSON.parse(sent) }) : `${place}&${sent}`
    })
    expect((await reader.storelocator.read({ id: json.id })).custom).toEqual(custom)
  })

  it("keep the custom texts that are not sent, and lose those that are sent empty", async () => {
    const store = await open()
    const { api, reader } = store
    const id = await added(store, { custom: { "1": "a", "2": "b", "3": "c" } })
    const set = async (custom: Readonly<Record<string, string>>) => [
      (await api.storelocator.update({ id, ...newPoint(), custom })).nModified,
      (await reader.storelocator.read({ id })).custom
    ]
    expect(await set({ "2": "B", "10": "j" })).toEqual([1, { "1": "a", "2": "B", "3": "c", "10": "j" }])
    expect(await set({ "3": "" })).toEqual([1, { "1": "a", "2": "B", "10": "j" }])
    expect(await set({ "3": "", "2": "B" })).toEqual([0, { "1": "a", "2": "B", "10": "j" }])
    expect(await set({})).toEqual([0, { "1": "a", "2": "B", "10": "j" }])
    expect(await set((await reader.storelocator.read({ id })).custom)).toEqual([0, { "1": "a", "2": "B", "10": "j" }])
  })

  it("are gone once removed", async () => {
    const store = await open()
    const { api, reader } = store
    const id = await added(store)
    expect(await api.storelocator.remove({ id })).toEqual({ ok: 1, n: 1, err: null, errmsg: null })
    expect((await reader.storelocator.list()).filter((point) => point.id === id)).toEqual([])
    const around = { near: newPoint().geo, radius_km: 1 }
    expect((await reader.storelocator.list(around)).filter((point) => point.id === id)).toEqual([])
    for (const call of [
      () => reader.storelocator.read({ id }),
      () => api.storelocator.remove({ id }),
      () => api.storelocator.update({ ...newPoint(), id })
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, type: "not_found" })
  })
}

/** The names of brands, by which a brand is not made twice, and the slugs that are made of them. */
import { expect, it } from "vitest"
import { unique } from "../../subjects.ts"
import type { Suite } from "../../surface.ts"
import { brandMade, listedUids, refusalOf } from "./sample.ts"

/** Registers the promises of names and slugs. */
export const names: Suite["register"] = (open) => {
  it("are made once by name, whatever its case and outer blanks, and a second call changes nothing", async () => {
    const store = await (await open()).withShop()
    const uid = await brandMade(store, { name: "  Società Élan ", description: "first" })
    const again = ["Società Élan", "SOCIETÀ ÉLAN", "\tsocietà élan\n", "Societa\u0300 E\u0301lan"]
    for (const name of again) expect(await brandMade(store, { name, description: "second", disabled: 1 })).toBe(uid)
    expect(await store.reader.brands.read({ uid })).toMatchObject({
      ...{ name: "Società Élan", description: "first", disabled: false }
    })
    expect(await brandMade(store, { name: "Societa Elan" })).not.toBe(uid)
    const stranger = await store.stranger.brands.create({ name: `Società Élan ${unique()}` })
    expect(await store.stranger.brands.create({ name: "Società Élan" })).not.toEqual(stranger)
    expect(await listedUids(store)).toHaveLength(2)
  })

  it("are one brand after a hundred calls at once of one name", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const uids = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        brandMade(n % 2 === 0 ? store : twin, { name: n % 3 === 0 ? "OFFICINA" : " Officina" })
      )
    )
    expect(new Set(uids).size).toBe(1)
    expect(await listedUids(store)).toEqual([uids[0]])
  })

  it("keep a name to themselves, and may spell it in another way", async () => {
    const store = await (await open()).withShop()
    const { api, reader } = store
    const [one, other] = [await brandMade(store, { name: "One" }), await brandMade(store, { name: "Other" })]
    expect(await refusalOf(store, "PUT", "brand", { uid: other, name: " ONE " })).toEqual([409, "name"])
    await expect(api.brands.update({ uid: other, name: "one" })).rejects.toMatchObject({ type: "duplicate" })
    expect((await reader.brands.read({ uid: other })).name).toBe("Other")
    await api.brands.update({ uid: one, name: "oNe" })
    expect((await reader.brands.read({ uid: one })).name).toBe("oNe")
    await api.brands.update({ uid: one, name: "Third" })
    await api.brands.update({ uid: other, name: "One" })
    expect(await brandMade(store, { name: "third" })).toBe(one)
  })

  it("never take each other's name, even at once", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const uids = [await brandMade(store), await brandMade(store), await brandMade(store)]
    const results = await Promise.allSettled(
      uids.map((uid, n) => (n % 2 === 0 ? store : twin).api.brands.update({ uid, name: "Wanted" }))
    )
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    for (const result of results) if (result.status === "rejected") expect(result.reason).toMatchObject({ status: 409 })
    const held = await Promise.all(uids.map((uid) => store.reader.brands.read({ uid })))
    expect(held.filter(({ name }) => name === "Wanted")).toHaveLength(1)
  })

  it.each([
    ["Officina Rossi & Figli", "officina-rossi-figli"],
    ["Società Élan", "societa-elan"],
    ["Straße Æsir Øl", "strasse-aesir-ol"],
    ["  --3M-- ", "3m"],
    ["漢字", "hanzi"],
    ["Кириллица", "kirillitsa"],
    ["Ελλάδα", "ellada"],
    ["🎉🎉", "tada-tada"],
    ["!!!", "brand"],
    [`${"x".repeat(99)} ${"y".repeat(99)}`, "x".repeat(99)]
  ])("have a slug of the name %s", async (name, slug) => {
    const store = await (await open()).withShop()
    const uid = await brandMade(store, { name })
    expect((await store.reader.brands.read({ uid })).slug).toBe(slug)
  })

  it("have a slug of their own in the shop, also if they are made at once, and keep it", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const { api, reader } = store
    const slugOf = async (uid: number) => (await reader.brands.read({ uid })).slug
    const first = await brandMade(store, { name: "C&A" })
    expect(await slugOf(first)).toBe("c-a")
    const made = await Promise.all(
      ["C+A", "c-a", "C.A", "C/A", "c a!"].map((name, n) => brandMade(n % 2 === 0 ? store : twin, { name }))
    )
    const slugs = await Promise.all(made.map(slugOf))
    expect(slugs.toSorted()).toEqual(["c-a-2", "c-a-3", "c-a-4", "c-a-5", "c-a-6"])
    await api.brands.update({ uid: first, name: "Peek" })
    expect(await slugOf(first)).toBe("c-a")
    await api.brands.remove({ uid: first })
    expect(await slugOf(await brandMade(store, { name: "C & A" }))).toBe("c-a")
    const { uid } = await store.stranger.brands.create({ name: `C&A ${unique()}` })
    expect((await store.stranger.brands.read({ uid })).slug).toMatch(/^c-a-/)
  })

  it("need a name of at most 255 characters", async () => {
    const store = await open()
    const uid = await brandMade(store)
    const long = "x".repeat(256)
    for (const name of ["", "   ", long]) {
      expect(await refusalOf(store, "POST", "brand", { name })).toEqual([400, "name"])
      expect(await refusalOf(store, "PUT", "brand", { uid, name })).toEqual([400, "name"])
    }
    expect(await refusalOf(store, "POST", "brand", {})).toEqual([400, "name"])
    expect(await refusalOf(store, "POST", "brand", { name: long, disabled: "x" })).toEqual([400, "name", "disabled"])
    expect(await refusalOf(store, "PUT", "brand", {})).toEqual([400, "uid", "name"])
    expect((await refusalOf(store, "POST", "brand", { name: long.slice(1) }))[0]).toBe(200)
  })
}

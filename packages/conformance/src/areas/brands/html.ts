/** The descriptions of brands: HTML that is kept as far as a fixed list of tags and attributes allows it. */
import { expect, it } from "vitest"
import type { Store, Suite } from "../../surface.ts"
import { brandMade, refusalOf } from "./sample.ts"

const MiB = 1024 * 1024

const described = async (store: Store, description: string): Promise<string> =>
  (await store.reader.brands.read({ uid: await brandMade(store, { description }) })).description

/** Registers the promises of descriptions. */
export const html: Suite["register"] = (open) => {
  it.each([
    ["<p>Made <b>by hand</b> &amp; in Florence.</p>", "<p>Made <b>by hand</b> &amp; in Florence.</p>"],
    ["Bags\n  and belts", "Bags\n  and belts"],
    ["<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"],
    ['<p onclick="x()" style="color:red" class="y">a</p>', "<p>a</p>"],
    [
      '<a href="javascript:alert(1)">a</a><a href="https://example.com/?a=1">b</a>',
      '<a>a</a><a href="https://example.com/?a=1">b</a>'
    ],
    [
      '<img src="x" onerror="y"><img src="https://example.com/a.png" alt="Logo">',
      '<img src="x" /><img src="https://example.com/a.png" alt="Logo" />'
    ],
    ['<iframe src="https://example.com"></iframe><form><input></form><style>a{}</style><b>c</b>', "<b>c</b>"],
    ["<ul><li>one<li>two</ul><p>open", "<ul><li>one</li><li>two</li></ul><p>open</p>"],
    ["1 < 2", "1 &lt; 2"]
  ])("are cleaned: %s", async (sent, kept) => {
    expect(await described(await open(), sent)).toBe(kept)
  })

  it("stay as they are when they are read and sent again", async () => {
    const store = await open()
    const kept = await described(store, "<h2>Über</h2><table><tr><td colspan=2>a&nbsp;&copy;<x>b</x></table> & <br>")
    expect(await described(store, kept)).toBe(kept)
    const uid = await brandMade(store)
    const { name } = await store.reader.brands.read({ uid })
    await store.api.brands.update({ uid, name, description: `${kept}<script>` })
    expect((await store.reader.brands.read({ uid })).description).toBe(kept)
    expect((await store.reader.brands.list()).find((brand) => brand.uid === uid)?.description).toBe(kept)
  })

  it("have up to 1 MiB, before they are cleaned and after", async () => {
    const store = await open()
    const largest = `<p>${"é".repeat(MiB / 2 - 4)}.</p>`
    expect(Buffer.byteLength(largest)).toBe(MiB)
    expect(await described(store, largest)).toBe(largest)
    const uid = await brandMade(store)
    const { name } = await store.reader.brands.read({ uid })
    const wrong = [`${largest}.`, "<".repeat(300_000), "<div>".repeat(300), "<x>".repeat(MiB / 3)]
    for (const description of wrong)
      expect(await refusalOf(store, "PUT", "brand", { uid, name, description })).toEqual([400, "description"])
    expect(await refusalOf(store, "POST", "brand", { name: "Deep", description: wrong[2] })).toEqual([
      400,
      "description"
    ])
    expect((await store.reader.brands.read({ uid })).description).toBe("")
    const gone = await refusalOf(store, "PUT", "brand", {
      uid: 999_999_999,
      name: "x",
      description: "<x>".repeat(9999)
    })
    expect(gone).toEqual([404])
    const other = await brandMade(store)
    const taken = { uid: other, name, description: "<x>".repeat(9999) }
    expect(await refusalOf(store, "PUT", "brand", taken)).toEqual([400, "description", "name"])
  })
}

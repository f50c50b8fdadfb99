/** A product made, changed and found fresh in its list, on a phone and at a desk: stories in a real browser. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { desk, expectSound, hashOf, rows, running, screens, show, story, withConsole } from "./console-given.ts"

withConsole()

/** Calls the shop without the console. */
const send = async (method: string, path: string, body?: object): Promise<unknown> => {
  const { exchange, key } = running().credentials
  const answer = await fetch(`${running().url}/v1.1/${path}`, {
    method,
    headers: { key: key!, exchange: exchange!, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return answer.json()
}
const read = (uid: string) => send("GET", `products/product.json?uid=${uid}`) as Promise<Product>
interface Product {
  readonly title: string
  readonly image_id: string | null
  readonly gallery: ReadonlyArray<{ readonly id: string }>
  readonly variants: ReadonlyArray<{ sku: string; quantity: number; price: number | null; attributes: object }>
}

/** The uid in the address of the page of a product. */
const uidOf = async (page: Page): Promise<string> => {
  await expect.poll(() => hashOf(page)).toMatch(/\/products\/\d+$/)
  return (await hashOf(page)).replace(/.*\//, "")
}

/** Pictures that differ: parts of the page itself. */
const photos = (page: Page, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `photo-${at + 1}.png`,
      mimeType: "image/png",
      buffer: await page.screenshot({ clip: { x: 0, y: at * 40, width: 120, height: 120 } })
    }))
  )

story("a product with 3 pictures and 12 variants is made on a phone", { width: 390 }, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "products/-/create")
  await page.getByLabel("Title").first().fill("Sciarpa di lana")
  const chosen = await photos(page, 3)
  await page.getByLabel("Choose pictures").setInputFiles(chosen.slice(0, 2))
  await page.getByLabel("Take a photo").setInputFiles(chosen.slice(2))
  await page.getByRole("button", { name: "Move picture 3 forward" }).waitFor()
  await page.getByRole("button", { name: "Move picture 3 forward" }).press("Enter")
  await page.getByRole("button", { name: "Remove picture 1" }).click()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByLabel("Price (EUR)", { exact: true }).fill("39,50")
  await page.getByLabel("SKU").fill("SCI")
  await page.getByRole("button", { name: "Add an option" }).click()
  await page.getByLabel("Name of option 1").fill("colore")
  await page.getByLabel("Values of option 1").fill("rosso, blu, verde, grigio")
  await page.getByRole("button", { name: "Add an option" }).click()
  await page.getByLabel("Name of option 2").fill("misura")
  await page.getByLabel("Values of option 2").fill("S, M, L")
  await page.getByLabel("Values of option 2").press("Enter")
  await expect.poll(() => page.locator(".matrix tbody tr").count()).toBe(12)
  await page.getByLabel("Set all: Stock").fill("5")
  await page.getByRole("button", { name: "Set all" }).click()
  await page.getByLabel("rosso / L: Price").fill("42")
  await page.getByLabel("rosso / L: Price").press("Enter")
  await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("blu / S: Price")
  await page.getByRole("button", { name: "Create product" }).click()
  const product = await read(await uidOf(page))
  expect(product).toMatchObject({ title: "Sciarpa di lana", code: "SCI", price: 39.5, stock_count: 60 })
  expect([product.image_id === null, product.gallery.length]).toEqual([false, 2])
  expect(product.variants).toHaveLength(12)
  expect(product.variants[2]).toMatchObject({ sku: "SCI-ROSSO-L", price: 42, quantity: 5 })
  expect(product.variants[3]).toMatchObject({ attributes: { colore: "blu", misura: "S" }, price: null })
})

/** A product with as many variants as a page must take at once. */
const many = (code: string) => ({
  code,
  title: `Many ${code}`,
  price: 20,
  variants: Array.from({ length: 250 }, (_, at) => ({
    ...{ sku: `${code}-${at}`, superkey: String(at), quantity: at },
    attributes: { size: String(Math.floor(at / 10)), colour: `c${at % 10}` }
  }))
})

/** The link of a row, which may be further down than what is drawn. */
const scrolledTo = async (page: Page, name: string) => {
  const link = page.getByRole("link", { name })
  await page.locator(rows).first().waitFor()
  await page.mouse.move(700, 500)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 3000)
        return link.isVisible()
      },
      { timeout: 60_000 }
    )
    .toBe(true)
  return link
}

story("a product of 250 variants is opened and saved, and its list is fresh", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const { uid } = (await send("POST", "products/product.json", many("MANY"))) as { readonly uid: number }
  await show(page, "products")
  await page.locator(rows).first().waitFor()
  await (await scrolledTo(page, "Many MANY")).click()
  await page.getByLabel("Title").first().fill("Fresh MANY")
  await page.getByLabel("3 / c1: Stock", { exact: true }).fill("77")
  const [sent] = await Promise.all([
    page.waitForRequest((one) => one.method() === "PUT"),
    page.getByRole("button", { name: "Save", exact: true }).click()
  ])
  // Only what changed is sent.
  expect([...new URLSearchParams(sent.postData() ?? "")]).toEqual([
    ["uid", String(uid)],
    ["title", "Fresh MANY"],
    ["variants[0][sku]", "MANY-31"],
    ["variants[0][quantity]", "77"]
  ])
  await page.getByRole("heading", { name: "Fresh MANY" }).waitFor()
  await expect.poll(() => page.getByText("Unsaved changes").count()).toBe(0)
  await page.getByRole("link", { name: "Products" }).first().click()
  await scrolledTo(page, "Fresh MANY")
})

story(
  "a column is pasted, a variant goes with its consequence, and what was left unsaved is found again",
  desk,
  async (page) => {
    await page.locator(rows).first().waitFor()
    const given = { ...many("PASTE"), variants: many("PASTE").variants.slice(0, 4) }
    const { uid } = (await send("POST", "products/product.json", given)) as { readonly uid: number }
    await show(page, `products/${uid}`)
    const cell = page.getByLabel("0 / c1: Price")
    await cell.focus()
    await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", "11\\t1\\n12,5\\t2\\n")
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  }`)
    await page.getByRole("checkbox", { name: "0 / c3: Sold" }).uncheck()
    await page.getByText("1 variant is removed with 3 pieces in stock.").waitFor()
    await show(page, "coupons")
    await page.getByRole("heading", { name: "Coupons", level: 1 }).waitFor()
    await show(page, `products/${uid}`)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Saved", { exact: true }).waitFor()
    const { variants } = await read(String(uid))
    expect(variants.map(({ price, quantity }) => [price, quantity])).toEqual([
      [null, 0],
      [11, 1],
      [12.5, 2]
    ])
  }
)

story(
  "a refusal is at its field, also in a variant, and a picture that is too large is refused in the server's words",
  desk,
  async (page) => {
    await page.locator(rows).first().waitFor()
    await show(page, "products/-/create")
    await page.getByRole("button", { name: "Create product" }).click()
    await page.locator("#product-title[aria-invalid=true]").waitFor()
    await page.getByLabel("Title").first().fill("Refused")
    await page.getByLabel("Price (EUR)", { exact: true }).fill("1")
    await page.getByLabel("SKU", { exact: true }).fill("REFUSED")
    await page.getByRole("button", { name: "Add an option" }).click()
    await page.getByLabel("Name of option 1").fill("size")
    await page.getByLabel("Values of option 1").fill("S, M")
    await page.getByLabel("Values of option 1").press("Tab")
    await page.getByLabel("M: Stock").fill("many")
    await page.getByRole("button", { name: "Create product" }).click()
    await page.getByRole("row", { name: /^M/ }).locator(".problem").waitFor()
    await expect.poll(() => page.getByLabel("M: Stock").getAttribute("aria-invalid")).toBe("true")
    const buffer = Buffer.alloc(13_000_000, "padding")
    await page.getByLabel("Choose pictures").setInputFiles([{ name: "large.png", mimeType: "image/png", buffer }])
    await page.locator(".tile.failed").getByText("is longer than 9437184 bytes").waitFor()
    await page.getByRole("button", { name: "Dismiss large.png" }).click()
  }
)

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing in a product's pages, and nothing is wider than the screen", screen, async (page) => {
    await page.locator(rows).first().waitFor()
    for (const place of ["products/1", "products/-/create"]) {
      await show(page, place)
      await page.locator("form.product").waitFor()
      await page.getByRole("button", { name: "Preview" }).click()
      await page.getByLabel("Title").first().fill("Changed")
      await expectSound(page, place)
    }
  })
})

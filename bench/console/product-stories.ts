/** What the owner of a shop does with products in the console. */
import type { Page } from "playwright-core"
import { rows, type Story } from "./desk.ts"

/** Pictures that differ: parts of the page itself. */
const photos = (page: Page) =>
  Promise.all(
    [0, 1, 2].map(async (at) => ({
      name: `photo-${at}.png`,
      mimeType: "image/png",
      buffer: await page.screenshot({ clip: { x: 0, y: at * 40, width: 120, height: 120 } })
    }))
  )

const make: Story = {
  name: "6 a product with 3 pictures and 12 variants at 390 px",
  ...{ withinMs: 90_000, at: "products/-/create", width: 390 },
  run: async (desk) => {
    const { page } = desk
    await page.locator("form.product").waitFor()
    const chosen = await photos(page)
    desk.begin()
    await page.getByLabel("Title").first().fill("Sciarpa di lana")
    await page.getByLabel("Choose pictures").setInputFiles(chosen.slice(0, 2))
    await page.getByLabel("Take a photo").setInputFiles(chosen.slice(2))
    await page.getByLabel("Price (EUR)", { exact: true }).fill("39,50")
    await page.getByLabel("SKU").fill("SCI")
    for (const [at, [name, values]] of Object.entries({
      colore: "rosso, blu, verde, grigio",
      misura: "S, M, L"
    }).entries()) {
      await desk.click(desk.button("Add an option"))
      await page.getByLabel(`Name of option ${at + 1}`).fill(name)
      await page.getByLabel(`Values of option ${at + 1}`).fill(values)
      await page.getByLabel(`Values of option ${at + 1}`).press("Enter")
    }
    await page.locator(".matrix tbody tr").nth(11).waitFor()
    await page.getByLabel("Set all: Stock").fill("5")
    await desk.click(page.getByRole("button", { name: "Set all" }))
    await page.getByRole("button", { name: "Move picture 3 forward" }).waitFor()
    await desk.click(desk.button("Create product"))
    await page.waitForURL(/\/products\/\d+$/)
    desk.lap()
  }
}

/** A product with as many variants as a page must take at once. */
const many = {
  ...{ code: "BENCH", title: "Bench, 250 variants", price: 20 },
  variants: Array.from({ length: 250 }, (_, at) => ({
    ...{ sku: `BENCH-${at}`, superkey: String(at), quantity: at },
    attributes: { size: String(Math.floor(at / 10)), colour: `c${at % 10}` }
  }))
}

/** The link of a row, which may be further down than what is drawn. */
const scrolledTo = async (page: Page, name: string) => {
  const link = page.getByRole("link", { name })
  await page.locator(rows).first().waitFor()
  await page.mouse.move(700, 500)
  for (let turn = 0; turn < 500 && !(await link.isVisible()); turn++) {
    await page.mouse.wheel(0, 3000)
    await page.waitForTimeout(20)
  }
  await link.waitFor()
  return link
}

const change: Story = {
  name: "7 a product of 250 variants opened, saved, fresh in its list; the longest of the three",
  ...{ clicks: 3, withinMs: 1000, at: "products" },
  run: async (desk) => {
    const { page } = desk
    await desk.call("POST", "products/product.json", many)
    await page.reload()
    const link = await scrolledTo(page, many.title)
    desk.begin()
    await desk.click(link)
    await page.getByLabel("24 / c9: Stock", { exact: true }).waitFor()
    desk.lap()
    await page.getByLabel("Title").first().fill("Bench, saved")
    await page.getByLabel("3 / c1: Stock", { exact: true }).fill("77")
    await desk.click(desk.button("Save"))
    await page.getByRole("heading", { name: "Bench, saved" }).waitFor()
    desk.lap()
    await desk.click(page.getByRole("link", { name: "Products" }).first())
    await scrolledTo(page, "Bench, saved")
    desk.lap()
  }
}

/** In the order in which they are run. */
export const productStories: ReadonlyArray<Story> = [make, change]

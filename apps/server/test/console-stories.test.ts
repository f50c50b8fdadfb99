/** What people do in the console, in a real browser: its stories, and axe on every page in both themes and at both widths. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import {
  callControl,
  desk,
  expectSound,
  hashOf,
  rows,
  running,
  screens,
  show,
  story,
  violationsIn,
  withConsole
} from "./console-given.ts"

withConsole(300)

const begun = { ...desk, at: "" }
story("from the printed link to the list of orders, and the code is in no address", begun, async (page) => {
  await page.getByRole("link", { name: "Orders", exact: true }).click()
  await page.locator(rows).first().waitFor()
  expect(await hashOf(page)).toMatch(/^#\/[0-9a-f]{24}\/orders$/)
  expect(await page.locator("meta[name=code]").count()).toBe(0)
  await page.goto("about:blank")
  const printed = (await running().signIn())!
  await page.goto(printed)
  await page.getByRole("heading", { name: "Today" }).waitFor()
  expect(page.url()).not.toContain(printed.split("#")[1]!)
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByText("Operator").waitFor()
  await page.goto("about:blank")
  await page.goto(printed)
  await page.getByRole("alert").getByText("The code is unknown").waitFor()
})

story("a list has filters in its address, columns that are kept, and all of it as CSV", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await page.getByRole("button", { name: "Filter" }).click()
  await page.locator("#filter-status").selectOption({ label: "Sent" })
  await page.getByRole("button", { name: "Apply" }).click()
  await page.getByText("Status: Sent").waitFor()
  expect(await hashOf(page)).toMatch(/orders\?status=3$/)
  await expect.poll(() => page.locator(`${rows} .badge:text-is("Order Paid")`).count()).toBe(0)
  await page.getByRole("button", { name: "Columns" }).click()
  await page.getByRole("checkbox", { name: "Recipient", exact: true }).check()
  await page.keyboard.press("Escape")
  await page.reload()
  await page.getByRole("columnheader", { name: "Recipient", exact: true }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click()
  ])
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n")
  expect(lines[0]).toBe("\ufeffNumber,Buyer,Status,Total,Placed,Recipient")
  const total = await ordersWith(3)
  expect(lines.length - 1).toBe(total)
})

/** Counts the orders with a status, without the console. */
const ordersWith = async (status: number): Promise<number> => {
  const { exchange, key } = running().credentials
  const headers = { key: key!, exchange: exchange! }
  const answer = await fetch(`${running().url}/v1.1/orders/list.json?status=${status}&limit=1000`, { headers })
  return ((await answer.json()) as ReadonlyArray<unknown>).length
}

story(
  "a list of any length has only the rows in view in its page, and the keyboard moves between them",
  desk,
  async (page) => {
    await page.locator(rows).first().waitFor()
    await page.locator(`${rows} a`).first().focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Billing" }).waitFor()
    await page.goBack()
    await page.locator(rows).first().waitFor()
    await page.mouse.move(700, 500)
    // How many turns of the wheel it takes depends on how fast rows arrive.
    const isAtEnd = async () => {
      await page.mouse.wheel(0, 3000)
      return page.getByText("300 entries").isVisible()
    }
    await expect.poll(isAtEnd).toBe(true)
    expect(await page.locator(rows).count()).toBeLessThan(100)
  }
)

story("a POST got 400: see its body and the field, mend it, send it again, by keyboard alone", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "requests")
  await page.getByRole("heading", { name: "Requests", exact: true }).waitFor()
  const { exchange, key } = running().credentials
  const refused = await fetch(`${running().url}/v1.1/brands/brand.json`, {
    method: "POST",
    headers: { key: key!, exchange: exchange!, "content-type": "application/x-www-form-urlencoded" },
    body: "description=Linen&disabled=7&name=Console+story"
  })
  expect(refused.status).toBe(400)
  const row = page.getByRole("row").filter({ hasText: "400" }).filter({ hasText: "/v1.1/brands/brand.json" })
  await row.getByRole("link").press("Enter")
  await page.getByText("description = Linen").waitFor()
  await page.getByRole("heading", { name: "What was wrong" }).waitFor()
  await page.getByRole("link", { name: "Edit and send again" }).press("Enter")
  const field = page.getByLabel("Disabled")
  await page.locator(".problem").waitFor()
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true")
  await field.focus()
  await page.keyboard.press("y")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Send" }).press("Enter")
  await page.getByRole("status").getByText("200").waitFor()
})

story(
  "what was typed into a form is there again when one comes back, until it is discarded or sent",
  desk,
  async (page) => {
    await page.locator(rows).first().waitFor()
    const title = page.getByLabel("Title").first()
    await show(page, "pages/-/create")
    await title.fill("Half a page")
    await show(page, "orders")
    await page.locator(rows).first().waitFor()
    await page.goBack()
    await page.getByText("This is what you typed before you left.").waitFor()
    expect(await title.inputValue()).toBe("Half a page")
    await page.getByRole("button", { name: "Discard it" }).click()
    expect(await title.inputValue()).toBe("")
    await title.fill("A whole page")
    await page.getByLabel("Content").fill("<p>All of it</p>")
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByRole("heading", { level: 1, name: "A whole page" }).waitFor()
    // A click beside a dialog closes it.
    await page.getByRole("button", { name: "Edit" }).click()
    await title.fill("Another title")
    await page.mouse.click(5, 400)
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Edit" }).click()
    expect(await title.inputValue()).toBe("Another title")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByRole("dialog").waitFor()
    expect(await page.getByText("This is what you typed before you left.").count()).toBe(0)
    await page.keyboard.press("Escape")
    await show(page, "pages/-/create")
    expect(await title.inputValue()).toBe("")
    await show(page, "coupons/-/create")
    await page.getByLabel("Code").fill("SUMMER")
    await show(page, "orders")
    await page.locator(rows).first().waitFor()
    await page.goBack()
    await expect.poll(() => page.getByLabel("Code").inputValue()).toBe("SUMMER")
  }
)

story("the keyboard goes on where it was before a dialog whose form was sent", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "brands")
  await page.locator(`${rows} a`).last().click()
  await page.getByRole("button", { name: "Edit" }).press("Enter")
  await page.getByRole("dialog").getByLabel("Name").first().fill("Renamed")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Edit")
})

story("the palette finds an operation and a page by keyboard alone", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await page.keyboard.press("ControlOrMeta+k")
  await page.getByRole("combobox", { name: "Search orders, products, customers, pages" }).fill("coupon create")
  await page.getByRole("option").first().waitFor()
  await page.keyboard.press("Enter")
  await page
    .getByRole("heading", { level: 1 })
    .getByText(/coupon/i)
    .waitFor()
  await page.keyboard.press("ControlOrMeta+k")
  await page.getByRole("dialog").waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
})

story("a caller's name leads to the order, by keyboard alone", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const buyer = (await page.locator(`${rows}:first-child td:nth-child(2)`).textContent())!
  await page.keyboard.press("ControlOrMeta+k")
  await page.getByRole("combobox", { name: "Search orders, products, customers, pages" }).fill(buyer)
  const order = page.getByRole("option").filter({ hasText: "Orders ·" }).first()
  await order.waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1 }).waitFor()
  await expect.poll(() => hashOf(page)).toMatch(/\/orders\/1_|\/customers\//)
})

story("a brand is made, refused at its field, changed and removed", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "brands")
  await page.getByRole("link", { name: "New" }).click()
  await page.getByRole("button", { name: "Send" }).click()
  await page.locator(".problem").first().waitFor()
  await page.getByLabel("Name").first().fill("Lanificio di prova")
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByRole("heading", { name: "Lanificio di prova" }).waitFor()
  await page.getByRole("button", { name: "Remove", exact: true }).click()
  await page.getByRole("dialog").getByText("This cannot be undone.").waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await page.getByRole("status").getByText("Removed").waitFor()
})

story("a detail has the words of HTML, the picture, and yes or no; the source is folded", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "brands/2")
  await page.getByRole("heading", { level: 1, name: "Fornace Bracedoro" }).waitFor()
  await page.getByText("Cinque torni e un forno a Montelupo.").first().waitFor()
  expect(await page.getByText("<p>Cinque torni").isVisible()).toBe(false)
  await page.getByText("Source", { exact: true }).click()
  await page.getByText("<p>Cinque torni").waitFor()
  await expect.poll(() => page.evaluate("document.querySelector('main img')?.naturalWidth ?? 0")).toBeGreaterThan(0)
  await page.locator("dt:text-is('Disabled') + dd").getByText("No", { exact: true }).waitFor()
  await show(page, "taxes")
  await page.locator(`${rows} a`).first().click()
  await page.getByText("Italy", { exact: true }).waitFor()
  await show(page, "template")
  await page.locator(`${rows} a`).first().click()
  const removal = page.getByRole("button", { name: "Remove snippet" })
  expect(await removal.getAttribute("class")).toBe("button danger")
  await page.locator("pre.code").getByText("<script>").waitFor()
})

story("headings name the area and the document, and a form has no names of the wire", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "brands/-/create")
  await page.getByRole("heading", { level: 1, name: "New brand" }).waitFor()
  await page.getByRole("button", { name: "Send" }).click()
  expect(await page.getByRole("alert").textContent()).toBe("1 field needs your attention")
  expect(await page.locator("form .wire").count()).toBe(0)
  await show(page, "brands/2")
  await page.getByRole("button", { name: "Edit" }).click()
  const dialog = page.getByRole("dialog", { name: "Edit: Fornace Bracedoro" })
  await dialog.waitFor()
  expect(await dialog.getByLabel("SEO title").inputValue()).toContain("Fornace Bracedoro")
  await page.keyboard.press("Escape")
  await show(page, "explorer/brands.create")
  await page.locator("form .wire").first().waitFor()
})

story("the page of an area without a list shows what it says of the shop", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "store")
  await page.getByRole("heading", { name: "Languages" }).waitFor()
  await page.getByText("www.bottegasantacroce.example", { exact: true }).waitFor()
})

/** A page of each kind, and the areas whose pages nobody drew by hand. */
const places = [
  "orders",
  "products",
  "customers",
  "coupons",
  "inventory",
  "legal",
  "people",
  "keys",
  "webhooks",
  "faults"
]
const folded = ["brands", "gallery", "filters", "storelocator", "store", "shops", "pages", "variants", "template"]
const entries = ["brands/2", "variants/colore", "filters/colore", "brands/-/create", "people/-/create"]
const more = ["requests", "explorer", "explorer/orders.create", "products/-/create", "products/1", "nothing"]

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing on any page, and nothing is wider than the screen", screen, async (page) => {
    await page.locator(rows).first().waitFor()
    for (const place of [...places, ...folded, ...entries, ...more]) {
      await show(page, place)
      await page.locator("h1").first().waitFor()
      await expectSound(page, place)
    }
    await page.keyboard.press("ControlOrMeta+k")
    await page.getByRole("option").first().waitFor()
    expect(["palette", await violationsIn(page)]).toEqual(["palette", []])
  })
})

story("signing out ends the session, and the page that says so has no violation", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByText("bottega console").waitFor()
  expect(await violationsIn(page)).toEqual([])
})

story("says that the server cannot be reached, and goes on when it can", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await page.context().setOffline(true)
  await show(page, "customers")
  await page.getByText("The server cannot be reached. What you see may be out of date.").waitFor()
  await page.context().setOffline(false)
  await page.getByRole("button", { name: "Try again" }).click()
  await page.locator(rows).first().waitFor()
})

const timed = { ...desk, before: (page: Page) => page.clock.install() }
story("says that an answer takes long, lets one go elsewhere, and tries again", timed, async (page) => {
  const slow = page.getByRole("status").getByText("The server takes long to answer.")
  await page.locator(rows).first().waitFor()
  await page.route(/\/clients\//, () => {})
  const begun = page.waitForRequest(/\/clients\//)
  await show(page, "customers")
  await begun
  await page.clock.fastForward(5000)
  await slow.waitFor()
  await page.getByRole("link", { name: "Coupons" }).click()
  await page.locator(rows).first().waitFor()
  expect(await slow.count()).toBe(0)
  await page.goBack()
  await expect
    .poll(async () => {
      await page.clock.fastForward(5000)
      return page.getByRole("alert").getByText("The server did not answer in time.").count()
    })
    .toBe(1)
  await page.unroute(/\/clients\//)
  await page.getByRole("button", { name: "Try again" }).click()
  await page.locator(rows).first().waitFor()
})

story("says that it takes long before anyone has signed in, too", { ...timed, at: "" }, async (page) => {
  await page.getByRole("heading", { name: "Today" }).waitFor()
  await page.route("**/session.json", () => {})
  const begun = page.waitForRequest("**/session.json")
  await page.reload()
  await begun
  await page.clock.fastForward(5000)
  await page.getByText("The server takes long to answer.").waitFor()
})

story("has no place for what the shop or the server lacks, and says how to get it", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const { shop } = running().credentials
  const tab = page.locator("nav.siblings").getByRole("link", { name: "B2B" })
  await show(page, "customers")
  await tab.waitFor()
  await page.getByRole("link", { name: "Faults" }).waitFor()
  await callControl("PUT", "/shops/shop.json", { id: shop!, modules: "" })
  await page.route("**/faults/list.json*", (route) =>
    route.fulfill({ status: 404, json: { error: { type: "not_found", details: [], message: "" } } })
  )
  await page.reload()
  await page.locator("nav.siblings").waitFor()
  expect(await tab.count()).toBe(0)
  await expect.poll(() => page.getByRole("link", { name: /Faults|Clock|Snapshots/ }).count()).toBe(0)
  await show(page, "b2b")
  await page.getByText(`bottega shops update ${shop} --modules b2b`).waitFor()
  await show(page, "faults")
  await page.getByText("bottega serve --workbench").waitFor()
  await callControl("PUT", "/shops/shop.json", { id: shop!, modules: "b2b" })
})

/** The cells of the first two columns that have no room for a short text. */
const cramped =
  "[...document.querySelectorAll('table.list tbody tr:not(.space) td:nth-child(-n+2)')].filter((td) => td.clientWidth < 80).length"
story("a list has room for its first columns at any width, also magnified twice", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  for (const width of [1280, 1024, 960, 800, 640]) {
    await page.setViewportSize({ width, height: 844 })
    expect([width, await page.evaluate(cramped)]).toEqual([width, 0])
  }
})

/** A coupon made, tried on a cart with every reason against it, and its conditions changed: stories in a real browser. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { desk, expectSound, rows, screens, show, story, withConsole } from "./console-given.ts"

withConsole()

/** Puts the first product that has these words into the cart. */
const add = async (page: Page, text: string) => {
  await page.getByRole("heading", { name: "Try it on a cart" }).waitFor()
  const picker = page.locator("section.card").getByRole("combobox", { name: "Find a product" })
  await picker.fill(text)
  await page.locator("section.card [role=option]").first().waitFor()
  await picker.press("Enter")
}

/** Cells of the first column whose text has no room. */
const cutOff =
  "[...document.querySelectorAll('table.list td:first-child')].filter((td) => td.scrollWidth > td.clientWidth).length"

story("the list says what each takes off and how often, and cuts no code off", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "coupons")
  const shown = async (code: string) => (await page.getByRole("row").filter({ hasText: code }).allTextContents())[0]
  await expect.poll(() => shown("BENVENUTO10")).toMatch(/10%Yes∞\w+ \d+, \d{4}$/)
  await expect.poll(() => shown("PRIMI25")).toMatch(/€10\.00Yes\d+/)
  expect(await page.evaluate(cutOff)).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(cutOff)).toBe(0)
})

story("a coupon is made and tried, and every reason against it is shown", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "coupons")
  await page.getByRole("link", { name: "New" }).click()
  await page.getByLabel("Code").fill("TRY20")
  await page.getByLabel("Value (%)").fill("20")
  await page.getByLabel("Minimum sum (EUR)").fill("9999")
  await page.getByLabel("Only these buyers").fill("anna@example.com")
  await page.getByRole("button", { name: "Create coupon" }).click()
  await page.getByRole("heading", { name: "TRY20" }).waitFor()
  await add(page, "lino")
  await page.getByText("The coupon cannot be used for this cart:").waitFor()
  await expect
    .poll(() => page.locator(".verdict li").allTextContents())
    .toEqual([
      "It is not for this buyer.",
      expect.stringMatching(/^The items that it applies to come to less than €9,999\.00\.$/)
    ])
  await page.getByLabel("Buyer's email").fill("anna@example.com")
  await page.getByLabel("Buyer's email").press("Tab")
  await page.getByLabel("Price", { exact: true }).fill("20000")
  await page.getByText("The coupon can be used for this cart.").waitFor()
  await page.locator(".verdict dd").getByText("-€4,000.00").waitFor()
})

story("conditions are changed, refused where they are wrong, and hold for the cart at once", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "coupons")
  await page.getByRole("link", { name: "LINO15" }).click()
  await add(page, "lino")
  await page.getByText("The coupon can be used for this cart.").waitFor()
  await page.getByLabel("Only these buyers").fill("nobody")
  await page.getByRole("button", { name: "Save conditions" }).click()
  await page.locator("#coupon-buyers[aria-invalid=true]").waitFor()
  await page.getByLabel("Only these buyers").fill("anna@example.com")
  await page.getByRole("checkbox", { name: "One use for each buyer" }).check()
  await page.getByRole("button", { name: "Save conditions" }).click()
  await page.getByText("It is not for this buyer.").waitFor()
  await page.getByText("It is for one order per buyer, and the cart names no buyer.").waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel("Only these buyers").inputValue()).toBe("anna@example.com")
  await expect.poll(() => page.getByRole("checkbox", { name: "One use for each buyer" }).isChecked()).toBe(true)
})

story("conditions that were not saved are there again after a link was followed", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "coupons/2")
  await page.getByLabel("Only these buyers").fill("left@example.com")
  await show(page, "orders")
  await page.locator(rows).first().waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel("Only these buyers").inputValue()).toBe("left@example.com")
  await page.getByRole("button", { name: "Discard" }).click()
  await show(page, "orders")
  await page.locator(rows).first().waitFor()
  await page.goBack()
  await page.getByLabel("Only these buyers").waitFor()
  expect(await page.getByLabel("Only these buyers").inputValue()).not.toContain("left")
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing in a coupon's pages, and nothing is wider than the screen", screen, async (page) => {
    await page.locator(rows).first().waitFor()
    for (const place of ["coupons/-/create", "coupons/2"]) {
      await show(page, place)
      await page.getByRole("heading", { name: "Conditions" }).waitFor()
      if (place === "coupons/2") {
        await add(page, "lino")
        await page.locator(".verdict").waitFor()
      }
      await page.getByLabel("Only items with one of these tags").fill("changed")
      await expectSound(page, place)
    }
  })
})

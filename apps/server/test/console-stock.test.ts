/** Why a stock is what it is, and its change in place: stories in a real browser. */
import { describe, expect } from "vitest"
import { desk, expectSound, hashOf, rows, screens, show, story, withConsole } from "./console-given.ts"

withConsole()

story("why is it so many: level, movements, and the order that took them, in two clicks", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "inventory")
  await page.locator(`${rows} a`).first().click()
  const now = (await page.locator(".stock-now").textContent())!.replace(/\D/g, "")
  const first = page.locator(".movements tbody tr").first()
  // The newest movement left what is there now.
  await expect.poll(() => first.locator("td").nth(2).textContent()).toBe(now)
  await page.locator(".movements").getByRole("link", { name: "Order placed" }).first().click()
  await expect.poll(() => hashOf(page)).toMatch(/\/orders\/1_\w+$/)
  await page.locator("h1").waitFor()
})

story("a stock is added to, taken from and set where it is shown, and its movements say so", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "inventory")
  const row = page.locator(rows).first()
  const sku = (await row.getByRole("link").textContent())!
  const before = Number(await row.locator("b").textContent())
  const change = async (way: string, count: number) => {
    await row.getByRole("button", { name: `Change the stock of ${sku}` }).click()
    await page.getByText(way, { exact: true }).click()
    await page.getByLabel("Pieces").fill(String(count))
    await page.getByLabel("Pieces").press("Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
  }
  await change("Add", 3)
  await expect.poll(() => row.locator("b").textContent()).toBe(String(before + 3))
  await change("Take away", 1)
  await change("Set to", 7)
  await expect.poll(() => row.locator("b").textContent()).toBe("7")
  await row.getByRole("link").click()
  const movements = page.locator(".movements tbody tr")
  await expect.poll(() => movements.nth(0).textContent()).toContain("Set by hand")
  await expect.poll(() => movements.nth(1).textContent()).toContain("Taken by hand")
  await expect.poll(() => movements.nth(2).textContent()).toContain("+3")
})

story("what was done without an answer is done once, however often it is sent", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "inventory")
  const row = page.locator(rows).first()
  const before = Number(await row.locator("b").textContent())
  await row.getByRole("button").click()
  await page.getByLabel("Pieces").fill("5")
  // Each answer is lost on its way.
  await page.route("**/inventory/**", async (route) => {
    await route.fetch()
    await route.abort("internetdisconnected")
  })
  await page.getByRole("button", { name: "Save" }).click()
  await page.locator("#stock-count[aria-invalid=true]").waitFor()
  await page.unroute("**/inventory/**")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.reload()
  await expect.poll(() => row.locator("b").textContent()).toBe(String(before + 5))
})

story("more than there is cannot be taken, and the server says so at the number", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "inventory")
  await page.locator(rows).first().getByRole("button").click()
  await page.getByText("Take away", { exact: true }).click()
  await page.getByLabel("Pieces").fill("99999")
  await page.getByRole("button", { name: "Save" }).click()
  await page.locator("#stock-count[aria-invalid=true]").waitFor()
  await expect.poll(() => page.locator("#stock-count-problem").textContent()).not.toBe("")
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing in the pages of stock, and nothing is wider than the screen", screen, async (page) => {
    await page.locator(rows).first().waitFor()
    for (const place of ["ledger", "inventory"]) {
      await show(page, place)
      await page
        .locator("h1")
        .getByText(place === "ledger" ? "Movements" : "Levels")
        .waitFor()
      await page.locator(rows).first().waitFor()
      await expectSound(page, place)
    }
    await page.locator(`${rows} a`).first().click()
    await page.locator(".movements tbody tr").first().waitFor()
    await expectSound(page, "a level")
    await page.getByRole("button", { name: "Change", exact: true }).click()
    await page.getByLabel("Pieces").fill("1")
    await expectSound(page, "a change")
  })
})

/** Categories as a tree, moved by keyboard and taken back: stories in a real browser. */
import { describe, expect } from "vitest"
import { desk, expectSound, rows, screens, show, story, withConsole } from "./console-given.ts"

withConsole()

story("a category is moved by keyboard, is not offered what is below it, and goes back", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "categories")
  const names = page.locator(".tree li > a:first-child")
  await names.first().waitFor()
  const before = await names.allTextContents()
  await page.getByRole("button", { name: "Move Tavola" }).press("Enter")
  await page.locator("#move-to").waitFor()
  const offered = (await page.locator("#move-to option").allTextContents()).map((one) => one.trim())
  expect(offered).not.toContain("Tavola")
  expect(offered).not.toContain("Piatti e ciotole")
  expect(offered).toContain("Cucina")
  await page.locator("#move-to").selectOption("")
  await page.getByRole("button", { name: "Move", exact: true }).last().press("Enter")
  await page.getByText("Tavola is at the top now.").waitFor()
  await expect.poll(() => names.allTextContents()).not.toEqual(before)
  await page.getByRole("button", { name: "Undo" }).click()
  await expect.poll(() => names.allTextContents()).toEqual(before)
})

story("a category is dragged onto another, and one is added below it", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "categories")
  await page.getByRole("link", { name: "Tazze e bicchieri", exact: true }).waitFor()
  const row = (name: string) => page.locator(".tree li").filter({ has: page.getByRole("link", { name, exact: true }) })
  await row("Tazze e bicchieri").dragTo(row("Cucina"))
  await page.getByText("Tazze e bicchieri is below Cucina now.").waitFor()
  await page.getByRole("link", { name: "Add a category below Cucina" }).click()
  await page.getByLabel("Name").first().fill("Pentole di prova")
  await page.getByRole("button", { name: "Send" }).click()
  await row("Pentole di prova").waitFor()
  const names = await page.locator(".tree li > a:first-child").allTextContents()
  // It is in the part of the tree that begins with the category above it.
  expect(names.indexOf("Pentole di prova")).toBeGreaterThan(names.indexOf("Cucina"))
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing in the tree of categories, and nothing is wider than the screen", screen, async (page) => {
    await page.locator(rows).first().waitFor()
    await show(page, "categories")
    await page.locator(".tree li").first().waitFor()
    await expectSound(page, "categories")
    await page.getByRole("button", { name: "Move Tavola" }).click()
    await expectSound(page, "a move")
  })
})

/** What people do on purpose in the console to see how a program takes it: faults, limits, the clock, snapshots, key sets. */
import type { Page } from "playwright-core"
import { afterEach, describe, expect } from "vitest"
import { whyNoBrowser } from "./browser.ts"
import {
  callControl,
  callShop,
  desk,
  expectSound,
  hashOf,
  rows,
  running,
  screens,
  show,
  story,
  withConsole
} from "./console-given.ts"

withConsole()

afterEach(async () => {
  // Without a browser nothing is served.
  if (whyNoBrowser() === undefined) await callControl("DELETE", "/clock.json")
})

/** Signs in as the operator, who alone moves the clock. */
const begunAsOperator = async (page: Page) => {
  await page.goto("about:blank")
  await page.goto((await running().signIn())!)
  await page.locator("main h1").first().waitFor()
}

/** Chooses the key set with which the test calls. */
const chooseOwn = async (page: Page) => {
  await page.getByLabel("Program").selectOption(running().credentials.key!)
}

story("503 on purpose and back, with two clicks each", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "faults")
  await page.getByText("Nothing fails on purpose").waitFor()
  await chooseOwn(page)
  await page.getByRole("button", { name: "The next call is refused: 503" }).click()
  await page.getByText("Faults are on: 1 rule makes calls fail on purpose.").waitFor()
  expect((await callShop("GET", "/brands/list.json")).status).toBe(503)
  expect((await callShop("GET", "/brands/list.json")).status).toBe(200)
  await page.getByRole("button", { name: "Three calls in ten are refused" }).click()
  await page.getByText(/30% of call answers 503/).waitFor()
  // The way back is on every page.
  await show(page, "orders")
  await page.getByRole("button", { name: "Turn all off" }).click()
  await page.locator(".bars").waitFor({ state: "detached" })
  expect((await callControl("GET", "/faults/list.json")).data).toEqual([])
})

story("429 on purpose and back, with two clicks each", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "faults")
  await chooseOwn(page)
  const limit = page.locator(".limits li").filter({ hasText: "Updates of orders, pictures" })
  await limit.getByRole("button", { name: "Use up" }).click()
  await limit.getByText("5 / 5").waitFor()
  expect((await callShop("GET", "/gallery/list.json")).status).toBe(429)
  await limit.getByRole("button", { name: "Give back" }).click()
  await limit.getByText("0 / 5").waitFor()
  expect((await callShop("GET", "/gallery/list.json")).status).toBe(200)
})

story("an expired coupon on purpose and back; who moves the clock stays signed in", desk, async (page) => {
  await begunAsOperator(page)
  const now = Math.floor(Date.now() / 1000)
  const coupon = {
    code: "ENDSSOON",
    name: "Ends soon",
    type: "1",
    value: "10",
    min_sum: "0",
    count: "100",
    "rules[users_email]": ""
  }
  const span = { start_time: String(now - 60), end_time: String(now + 40 * 86_400) }
  const made = await callShop("POST", "/coupons/coupon.json", { ...coupon, ...span, active: "1", unlimited: "0" })
  expect([made.status, made.data]).toMatchObject([200, {}])
  await show(page, "clock")
  await page.getByText("Real time", { exact: true }).waitFor()
  const coupons = page.getByRole("combobox", { name: "Coupons" })
  await coupons.selectOption({
    value: String((await coupons.locator("option").filter({ hasText: "ENDSSOON" }).getAttribute("value"))!)
  })
  await page.getByRole("button", { name: "Let it expire" }).click()
  await page.getByText(/The clock is moved: it is 40 days ahead/).waitFor()
  const { data } = await callControl("GET", "/clock.json")
  expect(Date.parse(data.now) / 1000).toBeGreaterThan(now + 40 * 86_400)
  await show(page, "orders")
  await page.locator(rows).first().waitFor()
  await page.getByRole("button", { name: "Back to real time" }).click()
  await page.locator(".bars").waitFor({ state: "detached" })
  await page.reload()
  await page.locator(rows).first().waitFor()
})

story("a snapshot is saved, restored and removed; a reset asks for the shop's name", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "snapshots")
  await page.getByLabel("Name").fill("before the story")
  await page.getByRole("button", { name: "Save a snapshot" }).click()
  const saved = page.locator(".snapshot-rows li").filter({ hasText: "before the story" })
  await saved.waitFor()
  const brand = await callShop("POST", "/brands/brand.json", { name: "Made after the snapshot" })
  expect(brand.status).toBe(200)
  await saved.getByRole("button", { name: "Restore" }).click()
  await page.getByRole("dialog").getByText("What waits to be sent is not sent any more.").waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click()
  await page.getByRole("status").getByText("The shop is as in before the story").waitFor()
  expect(JSON.stringify((await callShop("GET", "/brands/list.json")).data)).not.toContain("Made after the snapshot")
  // What was there before is kept.
  await page
    .locator(".snapshot-rows li")
    .filter({ hasText: /^before \d{4}-/ })
    .waitFor()
  await saved.getByRole("button", { name: "Remove" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await saved.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Reset the shop" }).click()
  const reset = page.getByRole("dialog").getByRole("button", { name: "Reset the shop" })
  expect(await reset.isDisabled()).toBe(true)
  await page.getByRole("dialog").getByRole("textbox").fill("Bottega Santa Croce")
  expect(await reset.isDisabled()).toBe(false)
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
})

story("a key set is made with its secret, gets a new pair, and ends by typed consent", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "keys")
  await page.getByRole("link", { name: "New key set" }).click()
  await page.getByLabel("Permission").selectOption("read")
  await page.getByLabel("Label").fill("Warehouse")
  await page.getByRole("button", { name: "Send" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Copy: Exchange" }).waitFor()
  const [key, exchange] = await dialog.locator("code").allTextContents()
  await dialog.getByRole("button", { name: "I have saved it" }).click()
  const called = () => fetch(`${running().url}/v1.1/brands/list.json`, { headers: { key: key!, exchange: exchange! } })
  expect((await called()).status).toBe(200)
  await page.getByRole("link", { name: "Warehouse" }).click()
  // The list has such a text in each row.
  await page.getByRole("heading", { name: "Warehouse" }).waitFor()
  await page.getByText("100,000").waitFor()
  await page.getByRole("button", { name: "New pair" }).click()
  await dialog.getByRole("button", { name: "New pair" }).click()
  await dialog.getByRole("button", { name: "I have saved it" }).click()
  await expect.poll(() => page.locator(".pairs li").count()).toBe(2)
  await page.getByRole("button", { name: "End key set" }).click()
  await dialog.getByRole("textbox").fill("Warehouse")
  await dialog.getByRole("button", { name: "End key set" }).click()
  await page.getByText("The key set has ended").waitFor()
  expect((await called()).status).toBe(401)
  expect(await hashOf(page)).toMatch(/\/keys\//)
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing, and nothing is wider than the screen", screen, async (page) => {
    await begunAsOperator(page)
    await callControl("POST", "/faults/fault.json", { operation: "orders.create", delay_ms: "5" })
    await callControl("PUT", "/clock.json", { forward_seconds: "3600" })
    for (const place of ["faults", "clock", "snapshots", "keys", `keys/${running().credentials.key}`]) {
      await show(page, place)
      await page.locator("h1").first().waitFor()
      await page.locator(".bars").getByText("The clock is moved").waitFor()
      await page.locator(".bars").getByText("Faults are on").waitFor()
      await expectSound(page, place)
    }
    await page.getByRole("button", { name: "End key set" }).click()
    await expectSound(page, "consent")
    await page.keyboard.press("Escape")
    await page.locator(".bars").getByRole("button", { name: "Turn all off" }).click()
  })
})

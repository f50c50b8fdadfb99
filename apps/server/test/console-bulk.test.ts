/** Changes of several entries at once: what is done, what is refused and why, and consent to what cannot be undone. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { desk, rows, running, screens, show, soundOf, story, withConsole } from "./console-given.ts"

withConsole()

const api = (path: string): Promise<unknown> => {
  const { exchange, key } = running().credentials
  return fetch(`${running().url}/v1.1/${path}`, { headers: { key: key!, exchange: exchange! } }).then((one) =>
    one.json()
  )
}

/** Sets which transitions the shop allows, as its operator does. */
const allow = async (transitions: "any" | "guarded") => {
  const { shop, token } = running().credentials
  const answer = await fetch(`${running().url}/control/v1/shops/shop.json`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" },
    body: `id=${shop}&transitions=${transitions}`
  })
  expect(answer.status).toBe(200)
}

const pick = (page: Page, at: number) => page.locator(rows).nth(at).getByRole("checkbox")
const statuses = async (count: number) =>
  ((await api(`orders/list.json?limit=${count}`)) as ReadonlyArray<{ status: number; orderID: string }>).map(
    ({ orderID, status }) => ({ orderID, status })
  )

story(
  "20 orders go into preparation in three clicks; the refused ones are named, with the reason",
  desk,
  async (page) => {
    await allow("guarded")
    await page.locator(rows).first().waitFor()
    const before = await statuses(20)
    const refused = before.filter(({ status }) => status !== 1 && status !== 2)
    expect(refused.length).toBeGreaterThan(0)
    await pick(page, 0).click()
    await pick(page, 19).click({ modifiers: ["Shift"] })
    await page.getByText("20 entries selected").waitFor()
    await page.getByText(/Each buyer gets the mail of the new status/).waitFor()
    await page.getByRole("button", { name: "Start preparation" }).click()
    const result = page.getByRole("region", { name: "Start preparation" })
    await result.getByText(`${20 - refused.length} done, ${refused.length} refused`).waitFor()
    expect(await result.getByRole("listitem").count()).toBe(refused.length)
    await result
      .getByText(/An order of status \d may not become 2/)
      .first()
      .waitFor()
    // The list is fresh, and the refused rows stay picked.
    await page.getByText(`${refused.length} entries selected`).waitFor()
    await expect
      .poll(() => page.locator(`${rows} .badge:text-is("Preparation")`).count())
      .toBeGreaterThanOrEqual(20 - refused.length)
    const named = await result.getByRole("link").evaluateAll((links) => links.map((one) => one.getAttribute("href")!))
    expect(named.map((one) => one.replace(/.*\//, "")).toSorted()).toEqual(
      refused.map(({ orderID }) => orderID).toSorted()
    )
    const after = await statuses(20)
    expect(after.filter(({ status }) => status === 2).length).toBe(20 - refused.length)
    await allow("any")
  }
)

story("products are hidden and shown again, by keyboard alone", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "products")
  await page.getByRole("checkbox", { name: "Select Tovaglia di lino" }).press("Space")
  await page.getByRole("button", { name: "Hide from the shop" }).press("Enter")
  await page.getByText("1 done").waitFor()
  expect(await api("products/product.json?uid=1")).toMatchObject({ status: 0 })
  await page.getByRole("checkbox", { name: "Select Tovaglia di lino" }).press("Space")
  await page.getByRole("button", { name: "Show in the shop" }).press("Enter")
  await expect.poll(async () => ((await api("products/product.json?uid=1")) as { status: number }).status).toBe(1)
})

story("several coupons are removed only after their number was typed", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "coupons")
  await page.getByRole("columnheader", { name: "Uses left" }).waitFor()
  const before = ((await api("coupons/list.json")) as ReadonlyArray<unknown>).length
  await pick(page, 0).click()
  await pick(page, 1).click()
  await page.getByRole("button", { name: "Remove" }).click()
  const dialog = page.getByRole("dialog")
  const remove = dialog.getByRole("button", { name: "Remove" })
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByLabel("To continue, type 2").fill("2")
  await remove.click()
  await page.getByText("2 done").waitFor()
  expect(((await api("coupons/list.json")) as ReadonlyArray<unknown>).length).toBe(before - 2)
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("a list with picked rows has no violation", screen, async (page) => {
    await page.locator(rows).first().waitFor()
    await pick(page, 1).click()
    await page.getByText("1 entry selected").waitFor()
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
  })
})

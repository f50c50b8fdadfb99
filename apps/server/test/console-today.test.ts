/** What the console begins with: its numbers are those of the API, and each leads to its list. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { callsOf, desk, hashOf, loaded, rows, running, screens, soundOf, story, withConsole } from "./console-given.ts"

withConsole()

const begun = { ...desk, at: "" }

const shown = async (page: Page) => {
  await page.getByRole("heading", { name: "Today" }).waitFor()
  await page.getByRole("heading", { name: "Orders that wait" }).waitFor()
  await page.locator(".plot").waitFor()
  await loaded(page)
}

const ordersWith = async (query: string): Promise<ReadonlyArray<{ status: number; total: number }>> => {
  const { exchange, key } = running().credentials
  const answer = await fetch(`${running().url}/v1.1/orders/list.json?limit=1000&${query}`, {
    headers: { key: key!, exchange: exchange! }
  })
  return (await answer.json()) as ReadonlyArray<{ status: number; total: number }>
}

story("the console begins with today; its numbers are the orders', and lead to them", begun, async (page) => {
  await shown(page)
  const paid = await ordersWith("status=1")
  // The sums are made in the background, and the page asks again.
  await page.getByRole("link", { name: new RegExp(`^${paid.length} orders? to be prepared`) }).click()
  await page.locator(rows).first().waitFor()
  await expect.poll(() => hashOf(page)).toMatch(/orders\?status=1$/)
  await page.getByText(new RegExp(`^${paid.length} (entry|entries)$`)).waitFor()
})

story("today asks for everything at the same time, and for no more sums than it shows", begun, async (page) => {
  await shown(page)
  await page.getByRole("link", { name: "Orders", exact: true }).click()
  await page.locator(rows).first().waitFor()
  const sums: Array<string> = []
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    searchParams.delete("shop")
    if (pathname.endsWith("/orders/days.json")) sums.push(searchParams.toString())
  })
  const { first, later } = await callsOf(page, async () => {
    await page.getByRole("link", { name: "Today", exact: true }).click()
    await shown(page)
  })
  expect(first).toEqual(["coupons/list", "inventory/levels", "orders/days", "orders/days", "status"])
  expect(later).toEqual([])
  // Thirty days and those before; and what waits, of any day.
  expect(sums.slice(0, 2).toSorted()).toEqual(["last=60", "status=0%2C1%2C2%2C8"])
})

story("on a phone no amount breaks within its digits, however long", { width: 390, at: "" }, async (page) => {
  await shown(page)
  const figures = page.locator(".numbers .figure")
  const heights = () => figures.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
  const before = await heights()
  await figures.evaluateAll((all) => {
    for (const figure of all) figure.textContent = "\u20ac999,999,999,999.00"
  })
  expect(await heights()).toEqual(before)
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390)
})

story("turnover and orders of a span are compared with the days before", begun, async (page) => {
  await shown(page)
  await page.getByRole("button", { name: "90 days" }).click()
  const figure = page.locator(".numbers li").filter({ hasText: "Orders, 90 days" })
  await figure.waitFor()
  await figure.getByText(/than the 90 days before|Same as in the 90 days before/).waitFor()
  const link = figure.getByRole("link")
  const href = await link.getAttribute("href")
  const since = new URLSearchParams(href!.split("?")[1]).get("since")!
  const all = (await ordersWith(`since=${since}`)).filter(({ status }) => status !== 6 && status !== 7)
  await expect.poll(() => link.textContent(), { timeout: 60_000 }).toBe(String(all.length))
  await expect.poll(() => page.locator(".chart tbody tr").count()).toBe(90)
  // The choice is kept.
  await page.reload()
  await page.locator(".numbers li").filter({ hasText: "Orders, 90 days" }).waitFor()
})

story("stock that runs out is named, to a bound that a person sets by keyboard", begun, async (page) => {
  await shown(page)
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Stock running out" }) })
  await card
    .getByText(/\d left/)
    .first()
    .waitFor()
  await card.getByLabel("Fewer than").selectOption("1")
  await card
    .getByText(/^(Everything has 1 or more in stock\.|0 left)$/)
    .first()
    .waitFor()
  await expect.poll(() => card.getByText(/^[1-9]\d* left$/).count(), { timeout: 60_000 }).toBe(0)
  await card.getByLabel("Fewer than").selectOption("20")
  await card.getByRole("link", { name: "All of them, with their movements" }).press("Enter")
  await expect.poll(() => hashOf(page)).toMatch(/inventory\?below=20$/)
})

story("stock that was never set is 0, and one of a thing is not several", begun, async (page) => {
  await shown(page)
  const { exchange, key } = running().credentials
  const made = await fetch(`${running().url}/v1.1/products/product.json`, {
    method: "POST",
    headers: { key: key!, exchange: exchange! },
    body: new URLSearchParams({ code: "UNCOUNTED", title: "Never counted", price: "1" })
  })
  expect(made.status).toBe(200)
  const status = {
    ...{ backup: null, doctor: null, workers: null, version: "0", clock: { now: new Date(0), offset_seconds: 0 } },
    mail: { failed: 1, queued: 1, oldest_at: null },
    deliveries: { dead: 1, undelivered: 1, disabled: 1, broken: 0, oldest_at: null }
  }
  await page.route(/\/status\.json/, (route) => route.fulfill({ json: status }))
  await page.reload()
  await shown(page)
  const line = page.locator("li").filter({ hasText: "UNCOUNTED" })
  await expect.poll(() => line.locator(".badge").textContent(), { timeout: 60_000 }).toBe("0 left")
  for (const text of [
    "1 mail failed",
    "1 mail waits to be sent",
    "1 delivery to a webhook was given up",
    "1 delivery to a webhook is late",
    "1 webhook was disabled"
  ])
    await page.getByText(text).waitFor()
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("the first page has no violation", { ...screen, at: "" }, async (page) => {
    await shown(page)
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
  })
})

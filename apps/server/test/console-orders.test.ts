/** Orders in the console: an order's life by keyboard alone, its mails, its removal; axe on its page in both themes and at both widths. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import {
  callControl,
  callShop,
  callsOf,
  desk,
  hashOf,
  loaded,
  rows,
  running,
  screens,
  show,
  soundOf,
  story,
  withConsole
} from "./console-given.ts"

withConsole()

/** Opens the newest order with a status; gives its id. */
const openOrder = async (page: Page, status: number, at = 0): Promise<string> => {
  await page.locator(rows).first().waitFor()
  const id = (await ordersWith(status))[at]!
  await show(page, `orders/${id}`)
  await page.locator(".order .timeline li").first().waitFor()
  return id
}

/** The orders with a status, without the console. */
const ordersWith = async (status: number): Promise<ReadonlyArray<string>> => {
  const all = (await read(`orders/list.json?status=${status}&limit=50`)) as ReadonlyArray<{ orderID: string }>
  return all.map(({ orderID }) => orderID)
}

const read = async (path: string): Promise<unknown> => {
  const { exchange, key } = running().credentials
  return (await fetch(`${running().url}/v1.1/${path}`, { headers: { key: key!, exchange: exchange! } })).json()
}

story("a paid order is shipped with courier and number, and its mail seen, by keyboard alone", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const paid = (await ordersWith(1))[0]!
  await show(page, "orders?status=1")
  const link = page.locator(`${rows} a[href$="${paid}"]`)
  await link.press("Enter")
  await page.getByRole("button", { name: "Ship", exact: true }).press("Enter")
  const dialog = page.getByRole("dialog")
  await dialog.getByText(/gets the mail “Shipped”/).waitFor()
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("field-courier")
  // One letter, because a select forgets what was typed a second before.
  await page.keyboard.type("D")
  await page.keyboard.press("Tab")
  await page.keyboard.type("877 000 111")
  await page.keyboard.press("Enter")
  await page.getByRole("status").getByText("The order is now: Sent").waitFor()
  expect(await read(`orders/tracking.json?orderID=${paid}`)).toMatchObject({
    courier: "deutsche_post",
    tracking: "877 000 111"
  })
  await page.locator(".timeline").getByText("Tracking set").waitFor()
  // It names the person and the request.
  await page.locator(".timeline li").first().getByRole("link", { name: "Request" }).waitFor()
  await page.getByRole("button", { name: "Shipped" }).press("Enter")
  const frame = page.frameLocator("iframe.mail")
  await frame.getByText("877 000 111").first().waitFor()
  expect(
    await frame.locator("h1").evaluate((one) => one.ownerDocument.defaultView!.getComputedStyle(one).fontSize)
  ).toBe("24px")
  expect(await frame.locator("a[href], script, style, form").count()).toBe(0)
})

story("an order says what cancelling it does, and is removed only after its number was typed", desk, async (page) => {
  const id = await openOrder(page, 2)
  await page.getByRole("button", { name: "More" }).click()
  await page.getByRole("button", { name: "Cancel the order" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("What the order took from the stock is given back.").waitFor()
  await dialog.getByText(/gets the mail “Cancelled”/).waitFor()
  await dialog.getByRole("button", { name: "Cancel the order" }).click()
  await page.getByRole("status").getByText("The order is now: Aborted").waitFor()
  await page.getByRole("button", { name: "More" }).click()
  await page.getByRole("button", { name: "Remove for good" }).click()
  const remove = dialog.getByRole("button", { name: "Remove for good" })
  expect(await remove.isDisabled()).toBe(true)
  const number = (await page.locator("h1").textContent())!.replace(/\D/g, "")
  await dialog.getByLabel(`To continue, type ${number}`).fill(number)
  await remove.click()
  await page.getByRole("status").getByText("Removed").waitFor()
  await expect.poll(() => hashOf(page)).toMatch(/\/orders$/)
  expect(await read(`orders/order.json?orderID=${id}`)).toMatchObject({ ok: 0 })
})

story("an order that someone else has cancelled meanwhile goes no further", desk, async (page) => {
  const id = await openOrder(page, 1, 1)
  await callShop("PUT", "/orders/order.json", { orderID: id, status: "7" })
  await page.getByRole("button", { name: "Start preparation" }).click()
  await page.getByRole("status").getByText("The order is now: Aborted").waitFor()
  expect(await page.getByRole("dialog").count()).toBe(0)
  expect(await read(`orders/order.json?orderID=${id}`)).toMatchObject({ status: 7 })
})

story("a tracking that someone else has changed meanwhile is not overwritten unseen", desk, async (page) => {
  const id = await openOrder(page, 3)
  await page.getByRole("button", { name: "Edit tracking" }).click()
  const number = page.locator("#field-tracking")
  await number.fill("111")
  const others = { courier: "dhl", tracking: "222", pickup_date: "2026-11-23" }
  await callShop("PUT", "/orders/order.json", { orderID: id, status: "3", ...others })
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("dialog").getByText("Someone else has changed this order.").waitFor()
  expect(await read(`orders/tracking.json?orderID=${id}`)).toMatchObject({ tracking: "222" })
  // Behind the dialog is what they set.
  await page.locator(".order-side").getByText("222").waitFor()
  expect(await number.inputValue()).toBe("111")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  expect(await read(`orders/tracking.json?orderID=${id}`)).toMatchObject({ tracking: "111" })
})

story("an order that someone else has cancelled while a step is asked for goes no further", desk, async (page) => {
  const id = await openOrder(page, 1)
  await page.getByRole("button", { name: "Start preparation" }).click()
  await page.getByRole("dialog").waitFor()
  await callShop("PUT", "/orders/order.json", { orderID: id, status: "7" })
  await page.getByRole("dialog").getByRole("button", { name: "Start preparation" }).click()
  await page.getByRole("status").getByText("The order is now: Aborted").waitFor()
  expect(await read(`orders/order.json?orderID=${id}`)).toMatchObject({ status: 7 })
})

story("an order shows its own mails and no other order's, whatever numbers the subject has", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const [older] = await numbered("short_id=100")
  const { billing } = (await read(`orders/order.json?orderID=${older!.orderID}`)) as { billing: { email: string } }
  const [newer] = await numbered(`orderID[]=${await ordered(billing.email)}`)
  expect(newer!.short_id).toMatch(/^100./)
  const subject = `Orders 100 and ${newer!.short_id}`
  await writeMails(subject, "<p>This is about {{order.number}}.</p>")
  for (const { orderID } of [older!, newer!]) await callShop("POST", "/orders/resendEmail.json", { orderID })
  for (const { orderID, short_id } of [older!, newer!]) {
    await show(page, `orders/${orderID}`)
    await page.getByRole("heading", { name: `Order ${short_id}`, exact: true }).waitFor()
    const mails = page.locator(".box", { has: page.getByRole("heading", { name: "Mails", exact: true }) })
    const own = mails.getByRole("listitem").filter({ hasText: subject }).getByRole("button")
    await own.first().waitFor()
    for (const one of await own.all()) {
      await one.click()
      await page.frameLocator("iframe.mail").getByText(`This is about ${short_id}.`).waitFor()
      await page.keyboard.press("Escape")
    }
  }
})

story("an order with more mails than a page leads to all of them", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const [order] = await numbered("limit=1")
  const { orderID } = order!
  const known = () => callControl("GET", "/mail/list.json", { orderID, limit: "1000" })
  const before = ((await known()).data as unknown as ReadonlyArray<unknown>).length
  for (let count = before; count <= 100; count++)
    expect((await callShop("POST", "/orders/resendEmail.json", { orderID })).status).toBe(200)
  await show(page, `orders/${orderID}`)
  await page.getByRole("link", { name: "All mails about this order" }).click()
  await page.getByRole("heading", { level: 1, name: "Mails" }).waitFor()
  await expect.poll(() => page.locator("table.list").getAttribute("aria-rowcount")).toBe("101")
  await page.getByText("101 entries", { exact: true }).waitFor()
})

const numbered = async (asked: string) =>
  (await read(`orders/list.json?nodes=short_id&${asked}`)) as ReadonlyArray<{ orderID: string; short_id: string }>

/** Makes an order of a buyer; gives its id. */
const ordered = async (billing_email: string): Promise<string> => {
  const [product] = (await read("products/list.json?limit=1&nodes=sku")) as ReadonlyArray<{ sku: string }>
  const { data } = await callShop("POST", "/orders/order.json", {
    ...{ shipping_flag: "not_required", shipping_method: "Courier", shipping_cost: "0", payment_method: "paypal" },
    ...{ "item_id[0][sku]": product!.sku, "item_id[0][price]": "10", "item_id[0][quantity]": "1", billing_email }
  })
  return (data as unknown as { order_id: string }).order_id
}

/** Gives all mails to buyers one text, in every language that orders of the demo shop have. */
const writeMails = (subject: string, message: string) =>
  Promise.all(
    ["2", "3", "4", "5", "6"].flatMap((id) =>
      ["it_IT", "en_GB", "de_DE", "fr_FR", "es_ES"].map((locale) =>
        callShop("PUT", "/emails/template.json", { id, locale, subject, message })
      )
    )
  )

story(
  "an order's page asks for its parts at the same time, and then only for what the order names",
  desk,
  async (page) => {
    await page.locator(rows).first().waitFor()
    /** What the page of an order asks for; nothing of the list before it is still on its way. */
    const callsOfOrder = async (at: number) => {
      const id = (await ordersWith(3))[at]!
      await page.locator(rows).first().waitFor()
      await loaded(page)
      return callsOf(page, async () => {
        await show(page, `orders/${id}`)
        await page.locator(".order .timeline li").first().waitFor()
        for (const one of await page.locator(".loading").all()) await one.waitFor({ state: "detached" })
        await page.locator("address").first().waitFor()
      })
    }
    // Its part of the program comes with the list, before anyone opens an order.
    await expect.poll(() => page.evaluate(partsLoaded), { timeout: 60_000 }).toBeGreaterThan(0)
    const calls = await callsOfOrder(0)
    expect(calls.first).toEqual([
      "mail/list",
      "orders/couriers",
      "orders/list",
      "orders/log",
      "orders/order",
      "orders/tracking",
      "shops/shop",
      "webhooks/deliveries"
    ])
    // People are asked for if one of them changed the order.
    const later = calls.later.filter((one) => one !== "people/list")
    expect(later).toEqual(["countries/list", "products/product"])
    // Couriers and countries are read once, whichever order is shown.
    await show(page, "orders")
    const others = await callsOfOrder(1)
    expect(others.first).toEqual(calls.first.filter((path) => path !== "orders/couriers"))
    expect(others.later).not.toContain("countries/list")
  }
)

/** How many scripts were loaded that the first page does not name. */
const partsLoaded = `(() => {
  const own = [...document.querySelectorAll("script[src], link[rel=modulepreload]")].map(({ href, src }) => src || href)
  const all = performance.getEntriesByType("resource").map(({ name }) => name)
  return all.filter((name) => name.endsWith(".js") && !own.includes(name)).length
})()`

story("an order gets a tag and loses it", desk, async (page) => {
  const id = await openOrder(page, 3)
  await page.getByLabel("Add a tag").fill("regalo di nozze")
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await page.getByRole("button", { name: "Remove the tag regalo di nozze" }).click()
  await page.getByRole("button", { name: "Remove the tag regalo di nozze" }).waitFor({ state: "detached" })
  await page.locator(".timeline").getByText("Tags removed").waitFor()
  const [listed] = (await read(`orders/list.json?orderID[]=${id}&nodes=tags`)) as ReadonlyArray<{ tags: string[] }>
  expect(listed!.tags).not.toContain("regalo di nozze")
})

story("an order prints as a delivery note, without prices and buttons", desk, async (page) => {
  await openOrder(page, 3)
  await page.emulateMedia({ media: "print" })
  await page.getByText("Delivery note").waitFor()
  expect(await page.getByRole("heading", { name: "Delivery" }).first().isVisible()).toBe(true)
  for (const hidden of ["Timeline", "Payment", "Mails", "Tags"])
    expect([hidden, await page.getByRole("heading", { name: hidden }).isVisible()]).toEqual([hidden, false])
  expect(await page.getByRole("button").count()).toBe(0)
  expect(await page.locator(".totals").isVisible()).toBe(false)
})

story("the delivery note of an order that is picked up names its buyer", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const item = { "item_id[0][sku]": "MOK-3", "item_id[0][price]": "31.9", "item_id[0][quantity]": "1" }
  const ways = { shipping_flag: "not_required", shipping_method: "Pick-up", shipping_cost: "0", payment_method: "cash" }
  const buyer = { billing_email: "anna@example.com", billing_fullname: "Anna Ritira" }
  const { data } = await callShop("POST", "/orders/order.json", { ...item, ...ways, ...buyer })
  await show(page, `orders/${(data as unknown as { order_id: string }).order_id}`)
  await page.locator(".order .timeline li").first().waitFor()
  await page.emulateMedia({ media: "print" })
  expect(await page.locator(".order-side").getByText("Anna Ritira").first().isVisible()).toBe(true)
})

story("a person who only reads sees an order, and no button that would refuse them", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const { shop, token } = running().credentials
  const made = await fetch(`${running().url}/control/v1/people/person.json`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" },
    body: `shop=${shop}&email=reads@negozio.example&name=Rina&role=reads`
  })
  const { url } = (await made.json()) as { url: string }
  await page.goto("about:blank")
  await page.goto(url)
  await page.getByRole("heading", { name: "Today" }).waitFor()
  await show(page, "orders")
  await page.locator(rows).first().waitFor()
  expect(await page.locator(rows).getByRole("checkbox").count()).toBe(0)
  await openOrder(page, 3)
  expect(await page.locator(".page").getByRole("button").allTextContents()).toEqual(
    expect.not.arrayContaining(["More", "Edit", "Add", "Mark as delivered"])
  )
  await page.getByRole("button", { name: "Print" }).waitFor()
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("an order's page and its dialogs have no violation", screen, async (page) => {
    await openOrder(page, 3, 1)
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
    await page.getByRole("button", { name: "Edit tracking" }).click()
    await page.getByRole("dialog").getByLabel("Tracking number").waitFor()
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "More" }).click()
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
    await page.keyboard.press("Escape")
  })
})

/** What a person does on the API page, in a real browser at the widths of a desk and of a phone. */

import { Result } from "effect"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configOf } from "../src/config/config.ts"
import { type Running, serve } from "../src/start/serve.ts"
import { type Browser, browse, type Happened, openBrowser, whyNoBrowser } from "./browser.ts"
import { keptLog } from "./given.ts"

const why = whyNoBrowser()
let browser: Browser
let running: Running
beforeAll(async () => {
  const flags = ["--memory", "--demo", "--demo-orders", "200", "--port", "0"]
  if (why !== undefined) return
  browser = await openBrowser()
  running = await serve(Result.getOrThrow(configOf(flags, {})), { log: keptLog() })
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
})

interface Screen {
  readonly width: number
  readonly at?: string
  readonly dark?: boolean
}

/** Runs a case where there is a browser; elsewhere its name and the reason are printed. */
const inBrowser = (name: string, { at = "", ...screen }: Screen, test: (page: Page) => Promise<void>) =>
  it(name, async () => {
    if (why !== undefined) return console.log(`not run: ${name}, ${screen.width} px wide: ${why}`)
    const happened = await browse(browser, `${running.url}/docs${at}`, screen, test)
    expect(happened).toEqual({ elsewhere: [], errors: [] } satisfies Happened)
  })

const list = "GET/v1.1/orders/list.json"
const customer = "GET/v1.1/clients/client.json"
const create = "POST/v1.1/orders/order.json"
const at = (operation: string, tag = "orders"): string => `#tag/${tag}/${operation}`

/** Opens the request of an operation. */
const openRequest = async (page: Page, operation: string) => {
  await page.locator(`[id$="${operation}"] button:has-text("Test Request")`).click()
}

/** The kinds of bodies by their names on the page, with their content types. */
const kinds = { JSON: "application/json", "Form URL Encoded": "application/x-www-form-urlencoded" }

const chooseBody = async (page: Page, kind: string) => {
  const dialog = page.locator("[role=dialog]")
  await dialog.getByRole("button", { name: /^(JSON|Form URL Encoded|Multipart Form)$/ }).click()
  await page.getByRole("option", { name: kind, exact: true }).click()
}

/** Sends the request that is open, and gives the answer once a person sees that it is a success. */
const send = async (page: Page) => {
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().includes("/v1.1/")),
    page.locator("[role=dialog]").getByRole("button", { name: /^send/i }).first().click()
  ])
  await expectInView(page, "200 OK")
  return { answer: await response.json(), request: response.request() }
}

const expectInView = async (page: Page, text: string, within = page.locator("[role=dialog]")) => {
  const place = within.getByText(text).first()
  await place.waitFor()
  const box = (await place.boundingBox())!
  const { height, width } = page.viewportSize()!
  expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).not.toContain(false)
}

/** What runs in the page is text: the types of a browser are not among ours. */
const expectNothingCutOff = async (page: Page, parts: string) =>
  expect(
    await page.evaluate(`[...document.querySelectorAll("${parts}")]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => one.tagName + " " + one.scrollWidth)`)
  ).toEqual([])
const requestAndAnswer = "[role=dialog], [role=dialog] main"

/** The order itself, asked for without the page. */
const orderOf = async (orderID: string) => {
  const { exchange, key } = running.credentials
  const headers = { key: key!, exchange: exchange! }
  return (await fetch(`${running.url}/v1.1/orders/order.json?orderID=${orderID}`, { headers })).json()
}

describe.each([1280, 390])("on a page %i px wide", (width) => {
  inBrowser("the first click reads a list", { width, at: at(list) }, async (page) => {
    await page.locator(`[id$="${list}"]`).getByText("Limits: 100000 calls").waitFor()
    await openRequest(page, list)
    const { answer, request } = await send(page)
    expect(Object.fromEntries(new URL(request.url()).searchParams)).toMatchObject({ status: "1", limit: "20" })
    await expectInView(page, answer[0].orderID)
    await expectNothingCutOff(page, requestAndAnswer)
  })

  inBrowser("the first click reads a customer of this shop", { width, at: at(customer, "customers") }, async (page) => {
    await openRequest(page, customer)
    const { answer, request } = await send(page)
    expect(new URL(request.url()).searchParams.get("id")).toBe(answer.id)
  })

  inBrowser("orders are created from a form and from JSON", { width, at: at(create) }, async (page) => {
    await openRequest(page, create)
    for (const [kind, type] of Object.entries(kinds)) {
      await chooseBody(page, kind)
      const { answer, request } = await send(page)
      expect(await request.headerValue("content-type")).toContain(type)
      expect(await orderOf(answer.order_id)).toMatchObject({ orderID: answer.order_id })
      await expectInView(page, answer.order_id)
      await expectNothingCutOff(page, requestAndAnswer)
    }
  })

  inBrowser("a search finds a parameter, in the dark", { width, dark: true }, async (page) => {
    await expectBackground(page, "dark")
    if (width < 1000) await page.getByRole("button", { name: /menu/i }).first().click()
    await page.getByText("Search", { exact: true }).first().click()
    await page.keyboard.type("quantity")
    // The hits are a list that scrolls; which of them come first is Scalar's choice.
    const hit = page.getByRole("option").getByText("/v1.1/inventory/inventory.json").first()
    await hit.scrollIntoViewIfNeeded()
    await expectInView(page, "/v1.1/inventory/inventory.json", page.getByRole("option"))
  })

  inBrowser(
    "it is light for all others, fits the screen, and begins with what holds for all",
    { width },
    async (page) => {
      await expectBackground(page, "light")
      for (const name of ["Credentials", "Answers and errors", "Limits", "Retries", "Events"])
        await page.getByRole("heading", { name, exact: true }).first().waitFor()
      await expectNothingCutOff(page, "html")
    }
  )
})

const expectBackground = async (page: Page, expected: "dark" | "light") => {
  await page.getByRole("heading", { name: "Bottega" }).first().waitFor()
  const color = await page.evaluate("getComputedStyle(document.body).backgroundColor")
  const [red = 0] = (String(color).match(/\d+/g) ?? []).map(Number)
  expect(red < 128 ? "dark" : "light").toBe(expected)
}

/** What a person does on the API page, in a real browser at the widths of a desk and of a phone. */

import { Result } from "effect"
import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configOf } from "../src/config/config.ts"
import { type Running, serve } from "../src/start/serve.ts"
import {
  type Browser,
  browse,
  type Happened,
  openBrowser,
  type Screen,
  stepTimeoutMs,
  whyNoBrowser
} from "./browser.ts"
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

/**
 * Runs a case where there is a browser; elsewhere its name and the reason are printed. A page takes seconds of CPU time to
 * load, so a case looks at all that one load shows.
 */
const inBrowser = (
  name: string,
  { at = "", ...screen }: Screen & { readonly at?: string },
  test: (page: Page) => Promise<void>
) =>
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
  // What is above it may still grow, and the page may still scroll.
  await expect.poll(() => sidesInView(page, place)).not.toContain(false)
}

/** Which sides of a place are in view: left, top, right and bottom. */
const sidesInView = async (page: Page, place: Locator): Promise<ReadonlyArray<boolean>> => {
  const { height, width } = page.viewportSize()!
  const box = (await place.boundingBox())!
  return [box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]
}

/** What runs in the page is text: the types of a browser are not among ours. */
const expectNothingCutOff = (page: Page, parts: string) =>
  expect
    .poll(() =>
      page.evaluate(`[...document.querySelectorAll("${parts}")]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => one.tagName + " " + one.scrollWidth)`)
    )
    .toEqual([])
const requestAndAnswer = "[role=dialog], [role=dialog] main"

/** The order itself, asked for without the page. */
const orderOf = async (orderID: string) => {
  const { exchange, key } = running.credentials
  const headers = { key: key!, exchange: exchange! }
  return (await fetch(`${running.url}/v1.1/orders/order.json?orderID=${orderID}`, { headers })).json()
}

/** What a search has to find, by what is typed: parameters at any depth, their titles, and topics. */
const found: Readonly<Record<string, ReadonlyArray<string>>> = {
  quantity: ["/v1.1/orders/order.json", "/v1.1/inventory/batchInventory.json", "/v1.1/inventory/inventory.json"],
  "postal code": ["/v1.1/useraccount/address.json"],
  "429": ["Limits: 429 and 509"],
  idempotency: ["Retries: Idempotency-Key"]
}

/** Runs without the description: a page of its own, whose errors are expected. */
const withoutDescription = async (test: (page: Page) => Promise<void>) => {
  const page = await browser.newPage()
  page.setDefaultTimeout(stepTimeoutMs)
  try {
    await page.route("**/openapi.json", (route) => route.fulfill({ status: 503, body: "" }))
    await page.goto(`${running.url}/docs`)
    await test(page)
  } finally {
    await page.close()
  }
}

const sections = ["Credentials", "Answers and errors", "Limits: 429 and 509", "Retries: Idempotency-Key", "Events"]

/** Keeps the description back until it is released. */
const withheld = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = (page: Page) => page.route("**/openapi.json", (route) => promise.then(() => route.continue()))
  return { before: async (page: Page) => void (await before(page)), release: resolve }
}

it("says that it could not be loaded, with the address of the description", async () => {
  if (why !== undefined) return console.log(`not run: it says that it could not be loaded: ${why}`)
  await withoutDescription(async (page) => {
    await page.getByText("The API page could not be loaded.").waitFor()
    expect(await page.locator("#loading a").getAttribute("href")).toBe("openapi.json")
  })
})

describe.each([1280, 390])("on a page %i px wide", (width) => {
  const { before, release } = withheld()
  const all =
    "it says that it loads, begins with what holds for all, reads with one click, follows the theme, finds parameters and topics, and creates orders from a form and from JSON"
  inBrowser(all, { width, at: at(list), before }, async (page) => {
    const heading = page.getByRole("heading", { name: "Bottega" }).first()
    const line = page.getByText("Loading the API …")
    await line.waitFor()
    expect(await heading.count()).toBe(0)
    release()
    await heading.waitFor()
    await line.waitFor({ state: "detached" })
    await expectBackground(page, "light")
    for (const name of sections) await page.getByRole("heading", { name, exact: true }).first().waitFor()
    await expectNothingCutOff(page, "html")
    await page.locator(`[id$="${list}"]`).getByText("Limits: 100000 calls").waitFor()
    await openRequest(page, list)
    const { answer, request } = await send(page)
    expect(Object.fromEntries(new URL(request.url()).searchParams)).toMatchObject({
      status: `${answer[0].status}`,
      limit: "20"
    })
    await expectInView(page, answer[0].orderID)
    await expectNothingCutOff(page, requestAndAnswer)
    // What a request is filled with does not depend on the width of the page.
    if (width >= 1000) await expectOwnCustomer(page)
    await page.emulateMedia({ colorScheme: "dark" })
    await expectBackground(page, "dark")
    await goTo(page, at(create))
    await expectEveryStatus(page)
    await search(page, width < 1000)
    await expectOrdersCreated(page)
  })
})

/** Leaves the request that is open for another operation. */
const goTo = async (page: Page, place: string) => {
  await page.keyboard.press("Escape")
  await page.locator("[role=dialog]").waitFor({ state: "hidden" })
  await page.evaluate(`location.assign("${place}")`)
}

const expectOrdersCreated = async (page: Page) => {
  await openRequest(page, create)
  for (const [kind, type] of Object.entries(kinds)) {
    await chooseBody(page, kind)
    const { answer, request } = await send(page)
    expect(await request.headerValue("content-type")).toContain(type)
    expect(await orderOf(answer.order_id)).toMatchObject({ orderID: answer.order_id })
    await expectInView(page, answer.order_id)
    await expectNothingCutOff(page, requestAndAnswer)
  }
}

/** Goes on to the request of a customer, whose first click reads one of this shop. */
const expectOwnCustomer = async (page: Page) => {
  await goTo(page, at(customer, "customers"))
  await openRequest(page, customer)
  const { answer, request } = await send(page)
  expect(new URL(request.url()).searchParams.get("id")).toBe(answer.id)
}

/** Searches for each of {@link found}, and closes what it opened. */
const search = async (page: Page, isNarrow: boolean) => {
  const menu = page.getByRole("button", { name: /menu/i }).first()
  if (isNarrow) await menu.click()
  await page.getByText("Search", { exact: true }).first().click()
  // What is typed before the field has the focus is lost.
  await page.locator("input:focus").waitFor()
  for (const [words, hits] of Object.entries(found)) {
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type(words)
    for (const text of hits) {
      // The hits are a list that scrolls; which of them come first is Scalar's choice.
      await page.getByRole("option").getByText(text).first().scrollIntoViewIfNeeded()
      await expectInView(page, text, page.getByRole("option"))
    }
  }
  await page.keyboard.press("Escape")
  await page.getByRole("option").first().waitFor({ state: "hidden" })
  if (isNarrow) await menu.click()
}

const expectEveryStatus = async (page: Page) => {
  const operation = page.locator(`[id$="${create}"]`)
  await operation.getByText("What is ordered; at least one item.").waitFor()
  const tabs = ["200", "400", "422", "509"].map((status) => operation.getByRole("tab", { name: status }))
  // The page may still move to the operation, so the last tab is looked for until all are in view with it.
  const sides = async () => {
    await tabs.at(-1)!.scrollIntoViewIfNeeded()
    return (await Promise.all(tabs.map((tab) => sidesInView(page, tab)))).flat()
  }
  await expect.poll(sides).not.toContain(false)
  await expectNothingCutOff(page, ".tab-list")
  expect(await operation.getByText("for tools that take over one scheme only").count()).toBe(0)
}

const expectBackground = async (page: Page, expected: "dark" | "light") => {
  await page.getByRole("heading", { name: "Bottega" }).first().waitFor()
  const shown = async () => {
    const color = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    const [red = 0] = (String(color).match(/\d+/g) ?? []).map(Number)
    return red < 128 ? "dark" : "light"
  }
  await expect.poll(shown).toBe(expected)
}

/** What people do with webhooks, real-time endpoints and events in the console, in a real browser. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect } from "vitest"
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

/** What the receiver answers, and how often it was called. */
const receiving = { status: 500, calls: 0 }
const receiver = createServer((request, response) => {
  receiving.calls++
  request.resume()
  request.on("end", () => {
    response.statusCode = receiving.status
    response.end(receiving.status === 200 ? "taken" : "TypeError: client.name is undefined")
  })
})
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve)))
afterAll(() => {
  receiver.close()
  receiver.closeAllConnections()
})

const begun = (page: Page) => page.locator(rows).first().waitFor()
const madeWebhook = async (name: string): Promise<string> => {
  const { data } = await callShop("POST", "/webhook/webhook.json", { url: receiverUrl(), type: "101", name })
  return data.id
}
const madeCustomer = (name: string) =>
  callShop("POST", "/clients/client.json", {
    fullname: name,
    email: `${name.toLowerCase().replace(" ", ".")}@example.com`
  })

/** Begins to follow events as `bottega listen` does. */
const listening = async (signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  const { shop, token } = running().credentials
  const address = `${running().url}/control/v1/follow.json?shop=${shop}&topics=events`
  const { body } = await fetch(address, { headers: { authorization: `Bearer ${token}` }, signal })
  return body!
}

/** The name of the first event in a stream that was sent again. */
const repeatedIn = async (body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | undefined> => {
  let text = ""
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    const line = text.split("\n").find((one) => one.includes('"replay":true'))
    if (line !== undefined) return /"name":"([^"]+)"/.exec(line)?.[1]
  }
  return undefined
}

story("a handler failed: its attempts, then sent again, and who listens has it", desk, async (page) => {
  receiving.status = 500
  const id = await madeWebhook("Accounts that fail")
  await begun(page)
  await show(page, `webhooks/${id}`)
  await page.getByText("No deliveries yet").waitFor()
  await madeCustomer("Carla Neri")
  const row = page.locator(".delivery").first()
  await row.getByText("500").waitFor()
  await row.locator("summary").click()
  await row.getByText("TypeError: client.name is undefined").first().waitFor()
  receiving.status = 200
  const end = new AbortController()
  // What is sent again from here on is in the stream: its answer begins once the server has its place.
  const heard = repeatedIn(await listening(end.signal))
  await row.getByRole("button", { name: "Send again" }).click()
  await row.getByText("taken").waitFor()
  await row.locator("summary").getByText("Delivered").waitFor()
  expect(await heard).toBe("customer.created")
  end.abort()
})

story("a webhook is made, and its secret is shown until it is put away", desk, async (page) => {
  receiving.status = 200
  await begun(page)
  await show(page, "webhooks/-/create")
  await page.getByLabel("URL").or(page.getByLabel("Sent to")).fill(receiverUrl())
  await page.getByLabel("Event").selectOption({ label: "customer.created" })
  await page.getByLabel("Name").fill("Made in the console")
  await page.getByRole("button", { name: "Send" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText(/^whsec_/).waitFor()
  // A click beside it does not lose it.
  await page.mouse.click(5, 400)
  await dialog.getByRole("button", { name: "I have saved it" }).click()
  await expect.poll(() => hashOf(page)).toMatch(/\/webhooks\/[0-9a-f]{24}$/)
  await page.getByRole("button", { name: "Send a test event" }).click()
  await page.getByText("The receiver answered the test event with 200.").waitFor()
  await page.getByRole("button", { name: "Pause" }).click()
  await page.getByText("This webhook is paused").waitFor()
  await page.getByRole("button", { name: "Let it go on" }).click()
  await page.getByText("This webhook is paused").waitFor({ state: "detached" })
  await page.getByRole("button", { name: "New secret" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click()
  await page
    .getByRole("dialog")
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "I have saved it" }).click()
})

story("all of a period is sent again", desk, async (page) => {
  receiving.status = 200
  const id = await madeWebhook("Accounts of a period")
  await begun(page)
  await show(page, `webhooks/${id}`)
  await page.getByText("No deliveries yet").waitFor()
  await madeCustomer("Dario Blu")
  await page.locator(".delivery").first().getByText("Delivered").waitFor()
  const before = receiving.calls
  await page.getByRole("button", { name: "Send a period again" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Send a period again" }).click()
  await page
    .getByRole("status")
    .getByText(/sent again$/)
    .waitFor()
  await expect.poll(() => receiving.calls).toBeGreaterThan(before)
})

story("a real-time endpoint is made with its secret, paused, and removed", desk, async (page) => {
  await begun(page)
  await show(page, "realtime")
  await page.getByRole("link", { name: "New for coupons" }).click()
  await page.getByRole("heading", { level: 1, name: "New endpoint for coupons" }).waitFor()
  await page.getByLabel("Address").fill(receiverUrl())
  await page.getByLabel("Name").fill("Loyalty points")
  await page.getByRole("button", { name: "Send" }).click()
  await page
    .getByRole("dialog")
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole("button", { name: "I have saved it" }).click()
  const card = page.locator(".plate").filter({ hasText: "Loyalty points" })
  await card.getByText("In order").waitFor()
  await card.getByRole("button", { name: "Pause" }).click()
  await card.getByText("No order asks it until it continues.").waitFor()
  await card.getByRole("button", { name: "Remove" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await card.waitFor({ state: "detached" })
})

story("an event of the shop appears while it happens", desk, async (page) => {
  await begun(page)
  const followed = page.waitForResponse(/follow\.json\?.*after=/)
  await show(page, "follow")
  await page.getByText("Nothing has happened since this page was opened").waitFor()
  await followed
  await madeCustomer("Elena Viola")
  const row = page.locator(".delivery").filter({ hasText: "customer.created" })
  await row.locator("summary").click()
  await row.getByText(/elena\.viola@example\.com/).waitFor()
})

story("who only reads sees a webhook, and no button that refuses", desk, async (page) => {
  const id = await madeWebhook("Seen by a reader")
  const person = { email: "reads@example.com", name: "Reader", role: "reads" }
  const { url } = (await callControl("POST", "/people/person.json", person)).data
  await page.goto("about:blank")
  await page.goto(url)
  // A link leads to the page of today.
  await page.getByRole("heading", { level: 1 }).waitFor()
  await show(page, `webhooks/${id}`)
  await page.getByRole("heading", { name: "Seen by a reader" }).waitFor()
  await page.getByText("No deliveries yet").waitFor()
  expect(await page.locator("main button:not(.tab)").count()).toBe(0)
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing, and nothing is wider than the screen", screen, async (page) => {
    receiving.status = 500
    const id = await madeWebhook(`Looked at, ${screen.width}`)
    await callShop("POST", "/realtimeshippings/realtimeshipping.json", { url: receiverUrl(), name: "Courier" })
    await begun(page)
    await show(page, `webhooks/${id}`)
    await page.getByText("No deliveries yet").waitFor()
    await madeCustomer(`Looked ${screen.width}`)
    await page.locator(".delivery summary").first().click()
    await page.getByText("TypeError").first().waitFor()
    await expectSound(page, "webhook")
    await page.getByRole("button", { name: "Send a period again" }).click()
    await expectSound(page, "period")
    await page.keyboard.press("Escape")
    for (const place of ["webhooks", "realtime", "follow"]) {
      await show(page, place)
      await page.locator("h1").first().waitFor()
      await expectSound(page, place)
    }
  })
})

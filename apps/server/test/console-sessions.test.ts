/** What becomes of a page whose session ends, in a real browser. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import {
  codeOfOwner,
  desk,
  hashOf,
  rows,
  running,
  screens,
  show,
  soundOf,
  story,
  withConsole
} from "./console-given.ts"

withConsole(10)

/** Fills a form, and sends it after the session has ended. */
const sendTooLate = async (page: Page, title: string) => {
  await page.locator(rows).first().waitFor()
  await show(page, "pages/-/create")
  await page.getByLabel("Title").first().fill(title)
  await page.getByLabel("Content").fill("<p>Written for an hour</p>")
  await page.context().clearCookies()
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByRole("dialog", { name: "Your session has ended" }).waitFor()
}

/** Sends the form again, which has what was typed. */
const sendAgain = async (page: Page, title: string) => {
  await page.getByRole("dialog").waitFor({ state: "detached" })
  expect(await page.getByLabel("Content").inputValue()).toBe("<p>Written for an hour</p>")
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
}

story("what was typed is sent after signing in again with a code", desk, async (page) => {
  await sendTooLate(page, "One")
  await page.getByLabel("Or paste the link or its code here:").fill("0".repeat(64))
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("alert").getByText("The code is unknown").waitFor()
  await page.getByLabel("Or paste the link or its code here:").fill(await codeOfOwner())
  await page.getByRole("button", { name: "Sign in" }).click()
  await sendAgain(page, "One")
})

story("what was typed is sent after signing in again in another tab", desk, async (page) => {
  await sendTooLate(page, "Two")
  const other = await page.context().newPage()
  await other.goto(`${running().url}/console`)
  await other.locator("nav.menu").waitFor()
  await other.close()
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await sendAgain(page, "Two")
})

story("another person finds nothing of it", desk, async (page) => {
  await sendTooLate(page, "Three")
  await page.getByLabel("Or paste the link or its code here:").fill((await running().signIn())!)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  expect(await page.getByLabel("Content").inputValue()).toBe("")
})

story("a page that could not be read is read again", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await page.context().clearCookies()
  await show(page, "coupons")
  await page.getByRole("dialog", { name: "Your session has ended" }).waitFor()
  await page.getByLabel("Or paste the link or its code here:").fill(await codeOfOwner())
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.locator(rows).first().waitFor()
})

story("an operation that only key sets may call ends no session", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "payments/-/create")
  await page.getByLabel("Label").fill("By bank")
  await page.locator("#field-callback_url").fill("https://shop.example/{orderid}")
  const looked = page.waitForResponse((response) => response.url().endsWith("/control/v1/session.json"))
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByRole("alert").getByText("Only a valid key set").waitFor()
  expect((await looked).status()).toBe(200)
  expect(await page.getByLabel("Label").inputValue()).toBe("By bank")
  expect(await page.getByRole("dialog").count()).toBe(0)
})

for (const screen of screens)
  story(`the dialog has no violation, ${screen.width} pixels wide`, screen, async (page) => {
    await sendTooLate(page, "Four")
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
  })

const empty = { ...desk, at: "" }
story("the browser's way back leaves the console", empty, async (page) => {
  await page.getByRole("heading", { name: "Today" }).waitFor()
  expect(await hashOf(page)).toMatch(/today$/)
  await page.goBack()
  expect(page.url()).toBe("about:blank")
})

/** What people do with mails, their templates and the shop's texts in the console, in a real browser. */
import { describe, expect } from "vitest"
import { callShop, desk, expectSound, rows, screens, show, story, withConsole } from "./console-given.ts"

withConsole()

story("a mail's text is changed, seen about a real order, and made the built-in one again", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  const { data } = await callShop("GET", "/orders/list.json?limit=1&nodes=short_id")
  const order = (data as unknown as ReadonlyArray<{ readonly orderID: string; readonly short_id: string }>)[0]!
  await show(page, "emails")
  await page.getByRole("link", { name: "Order shipped" }).click()
  await page.frameLocator("iframe.mail").getByText("Track your parcel").waitFor()
  await page.getByLabel("Subject").fill("On its way: {{ order.number }}")
  await page.getByLabel("Message").fill("<h1 style='color: #a00'>Parcel {{ order.number }}</h1><script>1</script>")
  await page.getByRole("button", { name: "Preview" }).click()
  await page.frameLocator("iframe").first().getByText("Parcel {{ order.number }}").waitFor()
  await page.getByRole("button", { name: "HTML" }).click()
  await page.getByLabel("Message").fill("<h1 style='color: #a00'>Parcel {{ order.number }}</h1>")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Own text").waitFor()
  await page.getByRole("combobox", { name: "Order", exact: true }).fill(order.orderID)
  await page.frameLocator("iframe.mail").getByText(`Parcel ${order.short_id}`).waitFor()
  await page.getByRole("button", { name: "Back to the built-in text" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Back to the built-in text" }).click()
  await page.getByText("Built-in text", { exact: true }).waitFor()
})

story("a mail is read as it was sent, and sent again", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "mail")
  await page.locator(rows).first().getByRole("link").click()
  await page.getByText("It is kept and was not sent").waitFor()
  // The frame is drawn after the page, and is empty until then.
  const shown = page.frameLocator("iframe.mail").locator("body")
  await expect.poll(async () => (await shown.textContent())!.length).toBeGreaterThan(50)
  await page.getByRole("button", { name: "Send again" }).click()
  await page.getByRole("status").getByText("The mail is in the queue").waitFor()
})

story("a legal text and a page are written with their preview", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "legal")
  await page.getByRole("button", { name: "Cookies" }).click()
  await page.getByLabel("Content").fill("<h2>Only what is needed</h2>")
  await page.getByRole("button", { name: "Preview" }).click()
  await page.frameLocator("iframe.mail").getByRole("heading", { name: "Only what is needed" }).waitFor()
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("The text is saved").waitFor()
  expect(JSON.stringify((await callShop("GET", "/legal/cookies.json")).data)).toContain("Only what is needed")
  await show(page, "pages/-/create")
  await page.getByLabel("Title").fill("How we sew")
  await page.getByLabel("Content").fill("<p>By hand.</p>")
  await page.getByRole("button", { name: "Preview" }).click()
  await page.frameLocator("iframe.mail").getByText("By hand.").waitFor()
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByRole("heading", { name: "How we sew" }).waitFor()
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing, and nothing is wider than the screen", screen, async (page) => {
    await page.locator(rows).first().waitFor()
    for (const place of ["emails", "legal", "pages/-/create"]) {
      await show(page, place)
      await page.locator("h1").first().waitFor()
      await expectSound(page, place)
    }
    await show(page, "emails/5")
    await page.locator("iframe.mail").waitFor()
    await expectSound(page, "template")
    await show(page, "mail")
    await page.locator(rows).first().getByRole("link").click()
    await page.locator("iframe.mail").waitFor()
    await expectSound(page, "mail")
  })
})

/** What somebody sees whose link was used or has expired, in a real browser: another link can be asked for, on a phone and in both languages. */
import { expect } from "vitest"
import { desk, screens, soundOf, story, withConsole } from "./console-given.ts"

withConsole()

const code = `${"a".repeat(24)}-${"0".repeat(64)}`
const sound = { violations: [], isWithinScreen: true }

for (const screen of screens)
  story(`offers another link, ${screen.width} pixels wide`, { ...screen, at: `#${code}` }, async (page) => {
    const ask = page.getByRole("button", { name: "Send me a new link" })
    await ask.waitFor()
    expect(page.url()).not.toContain(code)
    expect(await soundOf(page)).toEqual(sound)
    await page.getByLabel("Language").selectOption({ label: "Italiano" })
    await page.getByRole("button", { name: "Inviami un nuovo link" }).waitFor()
    expect(await soundOf(page)).toEqual(sound)
    const sent = page.waitForRequest((request) => request.url().endsWith("/control/v1/session/link.json"))
    await page.getByRole("button", { name: "Inviami un nuovo link" }).click()
    expect((await sent).postData()).toContain(code)
    await page.getByRole("status").getByText("invitarti di nuovo").waitFor()
    expect(await page.getByRole("button", { name: "Inviami un nuovo link" }).count()).toBe(0)
    expect(await soundOf(page)).toEqual(sound)
  })

story("offers none for a code of the operator", { ...desk, at: `#${"0".repeat(64)}` }, async (page) => {
  await page.getByRole("alert").waitFor()
  expect(await page.getByRole("button", { name: "Send me a new link" }).count()).toBe(0)
})

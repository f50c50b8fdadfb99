/** Customers in the console: consents, gift cards, the export of a person's data and its erasure. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { desk, hashOf, rows, running, screens, show, soundOf, story, withConsole } from "./console-given.ts"

withConsole()

interface Listed {
  readonly id: string
  readonly fullname: string
  readonly email: string
  readonly userUID: number
}

const api = async (path: string): Promise<unknown> => {
  const { exchange, key } = running().credentials
  const answer = await fetch(`${running().url}/v1.1/${path}`, { headers: { key: key!, exchange: exchange! } })
  return answer.json()
}

const cards = async () => (await api("giftcards/list.json")) as ReadonlyArray<{ userUID: number; amount: number }>

/** The registered customers with a gift card that has credit, or with none. */
const customersWith = async (credit: boolean): Promise<ReadonlyArray<Listed>> => {
  const all = (await api("clients/list.json")) as ReadonlyArray<Listed>
  const some = new Map((await cards()).map(({ amount, userUID }) => [userUID, amount]))
  return all.filter(({ userUID }) => userUID > 0 && some.get(userUID) !== 0 && some.has(userUID) === credit)
}

const open = async (page: Page, { fullname, id }: Listed) => {
  await page.locator(rows).first().waitFor()
  await show(page, `customers/${id}`)
  await page.getByRole("heading", { level: 1, name: fullname }).waitFor()
  await page.getByRole("heading", { name: "Personal data" }).waitFor()
}

story("a person's data is exported and erased after their name was typed", desk, async (page) => {
  const person = (await customersWith(false))[0]!
  await open(page, person)
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click()
  ])
  const data = JSON.parse(readFileSync(await file.path(), "utf8")) as Readonly<Record<string, ReadonlyArray<Listed>>>
  expect(data["customers"]![0]!.email).toBe(person.email)
  await page.getByRole("button", { name: "Erase", exact: true }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("heading", { name: "What goes" }).waitFor()
  await dialog.getByRole("heading", { name: "What stays" }).waitFor()
  const erase = dialog.getByRole("button", { name: "Erase", exact: true })
  expect(await erase.isDisabled()).toBe(true)
  await dialog.getByLabel(`To continue, type ${person.fullname}`).fill(person.fullname)
  await erase.click()
  await page
    .getByRole("status")
    .getByText(/Erased: \d+ orders no longer name the person/)
    .waitFor()
  await expect.poll(() => hashOf(page)).toMatch(/customers$/)
  expect(await api(`clients/client.json?id=${person.id}`)).toMatchObject({ ok: 0 })
})

story("an erasure that a gift card forbids says so before it is tried, and is refused", desk, async (page) => {
  const person = (await customersWith(true))[0]!
  await open(page, person)
  await page.getByRole("button", { name: "Erase", exact: true }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText(/The gift card still has €/).waitFor()
  await dialog.getByLabel(`To continue, type ${person.fullname}`).fill(person.fullname)
  await dialog.getByRole("button", { name: "Erase", exact: true }).click()
  await dialog.getByRole("alert").waitFor()
  expect(await api(`clients/client.json?id=${person.id}`)).toMatchObject({ email: person.email })
})

story("a consent is recorded with the name of the person who did", desk, async (page) => {
  await open(page, (await customersWith(true))[1]!)
  const act = page.getByRole("button", { name: /^(Record|Withdraw) consent$/ })
  const text = (await act.textContent())!
  await act.click()
  await page.getByRole("dialog").getByRole("button", { name: text }).click()
  await page.getByRole("status").getByText("Saved").waitFor()
  const entry = page.locator(".timeline li").first()
  await entry.getByText(text === "Record consent" ? "Agreed" : "Withdrawn").waitFor()
  await entry.getByText(/by Demo/).waitFor()
})

story("a gift card is loaded, and its movements say when, how much and by whom", desk, async (page) => {
  const person = (await customersWith(true))[2]!
  const before = (await cards()).find(({ userUID }) => userUID === person.userUID)!.amount
  await open(page, person)
  await page.getByRole("button", { name: "Load", exact: true }).click()
  // As people type it; a browser in English drops the comma of its own input of numbers.
  await page.getByRole("dialog").getByLabel("Amount").pressSequentially("12,5")
  await page.keyboard.press("Enter")
  await page.getByRole("status").getByText("Loaded").waitFor()
  expect((await cards()).find(({ userUID }) => userUID === person.userUID)!.amount).toBe(before + 12.5)
  await page.getByRole("link", { name: "Show movements" }).click()
  await page.getByRole("cell", { name: "+€12.50" }).waitFor()
  await page.locator(".ledger tbody tr").first().getByText("Demo").waitFor()
  await page.getByRole("link", { name: person.fullname }).waitFor()
  // The list of cards says whose they are, and their pages do when they are opened from it.
  await show(page, "giftcards")
  const card = page.getByRole("row").filter({ hasText: person.fullname })
  await card
    .getByText(`€${(before + 12.5).toFixed(2)}`)
    .first()
    .waitFor()
  await card.getByRole("link").first().click()
  await page.getByRole("heading", { name: person.fullname }).waitFor()
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("a customer's page, its dialogs and a gift card have no violation", screen, async (page) => {
    const person = (await customersWith(true))[0]!
    await open(page, person)
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
    await page.getByRole("button", { name: "Erase", exact: true }).click()
    await page.getByRole("dialog").waitFor()
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
    await page.keyboard.press("Escape")
    await show(page, `giftcards/${person.userUID}`)
    await page.getByRole("heading", { name: "Movements" }).waitFor()
    expect(await soundOf(page)).toEqual({ violations: [], isWithinScreen: true })
  })
})

/** The console's two languages, in a real browser: both are offered, the choice stays, and the server is not asked for it. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { desk, expectSound, rows, show, story, withConsole } from "./console-given.ts"

withConsole()

const langOf = (page: Page) => page.evaluate("document.documentElement.lang")
/** The addresses that a page asks the server for, from now on. */
const askedBy = (page: Page): ReadonlyArray<string> => {
  const asked: Array<string> = []
  page.on("request", (request) => asked.push(request.url()))
  return asked
}
const signOut = async (page: Page) => {
  await page.locator(rows).first().waitFor()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByText("bottega console").waitFor()
}

const italian = {
  ...desk,
  before: async (page: Page) => {
    await page.addInitScript("localStorage.setItem('bottega.language', '\"it\"')")
  }
}

story("a language is chosen where one signs in, and nothing is asked of the server", desk, async (page) => {
  await signOut(page)
  expect(await langOf(page)).toBe("en")
  const asked = askedBy(page)
  await page.getByLabel("Language").selectOption({ label: "Italiano" })
  await page.getByRole("button", { name: "Accedi" }).waitFor()
  await expect.poll(() => langOf(page)).toBe("it")
  expect(asked).toEqual([])
  await expectSound(page, "signing in")
  await page.reload()
  await page.getByRole("link", { name: "Ordini", exact: true }).waitFor()
  expect(await langOf(page)).toBe("it")
})

story("folded pages in Italian have Italian names, and no sentence of the contract", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByLabel("Language").selectOption({ label: "Italiano" })
  await show(page, "brands/-/create")
  await page.getByRole("heading", { level: 1, name: "Nuova marca" }).waitFor()
  expect(await page.locator("form .help").count()).toBe(0)
  await page.getByRole("button", { name: "Invia" }).click()
  await page.getByRole("alert").getByText("1 campo da correggere").waitFor()
  await page.locator(".problem").getByText("Obbligatorio").waitFor()
  await page.getByText("Parole chiave SEO").waitFor()
  await show(page, "brands/2")
  await page.getByRole("button", { name: "Cambia visibilità" }).click()
  await page.getByRole("dialog", { name: "Cambia visibilità: Fornace Bracedoro" }).waitFor()
})

story("what fails is said in Italian, and the server's own sentence as its own", italian, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "products/999999")
  const alert = page.getByRole("alert")
  await alert.getByText("Non esiste, o non esiste più. Il server dice: «").waitFor()
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "Riprova" }).click()
  await alert.getByText("Il server non risponde. Controlla la connessione e riprova.").waitFor()
  await page.context().setOffline(false)
  await show(page, "faults/nothing")
  await page.getByRole("alert").getByText("Non esiste, o è stato eliminato.").waitFor()
})

story("drawn forms say in Italian what is wrong, at the fields alone", italian, async (page) => {
  await page.locator(rows).first().waitFor()
  await show(page, "coupons/-/create")
  await page.getByRole("button", { name: "Crea coupon" }).click()
  await page.getByRole("alert").getByText("2 campi da correggere", { exact: true }).waitFor()
  expect(await page.locator(".problem").allTextContents()).toEqual(["Obbligatorio", "Obbligatorio"])
  await show(page, "products/1")
  await page.getByLabel("Prezzo (EUR)").fill("abc")
  await page.getByRole("button", { name: "Salva" }).click()
  await page.getByRole("alert").getByText("1 campo da correggere", { exact: true }).waitFor()
  expect(await page.locator(".problem").allTextContents()).toEqual(["Scrivi un numero, per esempio 12,5"])
})

story("a part of the console that cannot be loaded is said in Italian", italian, async (page) => {
  await page.locator(rows).first().waitFor()
  await page.route("**/console/explorer-*.js", (route) => route.fulfill({ status: 404 }))
  await show(page, "explorer")
  await page.getByRole("alert").getByText("Questa parte della console non si è caricata.").waitFor()
})

story("a language is chosen in the menu of the person; what is on the page follows, and stays", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await page.getByRole("button", { name: "Account" }).click()
  const asked = askedBy(page)
  await page.getByLabel("Language").selectOption({ label: "Italiano" })
  await page.getByRole("columnheader", { name: "Cliente" }).waitFor()
  await page.getByRole("heading", { level: 1, name: "Ordini" }).waitFor()
  expect(await langOf(page)).toBe("it")
  expect(asked).toEqual([])
  await page.reload()
  await page.getByRole("heading", { level: 1, name: "Ordini" }).waitFor()
  expect(await langOf(page)).toBe("it")
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByLabel("Lingua").selectOption({ label: "English" })
  await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor()
  expect(await langOf(page)).toBe("en")
})

/** What the owner of a shop does in the console. */
import { operate, rows, type Story } from "./desk.ts"

const ship: Story = {
  name: "2 ship a paid order, see its mail",
  ...{ clicks: 4, withinMs: 15_000, at: "orders?status=1" },
  run: async (desk) => {
    const { page } = desk
    await page.locator(rows).first().waitFor()
    desk.begin()
    await desk.click(page.locator(`${rows} a`).first())
    await desk.click(desk.button("Ship"))
    await page.locator("#field-courier:focus").waitFor()
    await page.keyboard.type("BRT")
    await page.keyboard.press("Tab")
    await page.keyboard.type("877 000 111")
    await page.keyboard.press("Enter")
    await page.getByRole("status").getByText("The order is now: Sent").waitFor()
    await desk.click(page.getByRole("button", { name: "Shipped" }))
    await page.frameLocator("iframe.mail").getByText("877 000 111").first().waitFor()
    desk.lap()
  }
}

const prepare: Story = {
  name: "3 20 orders to preparation, the refused ones named",
  ...{ clicks: 3, withinMs: 5000, at: "orders" },
  run: async (desk) => {
    const { page, server } = desk
    await operate(server, "PUT", "shops/shop.json", `id=${server.shop}&transitions=guarded`)
    const pick = (at: number) => page.locator(rows).nth(at).getByRole("checkbox")
    await pick(19).waitFor()
    desk.begin()
    await desk.click(pick(0))
    await desk.click(pick(19), { modifiers: ["Shift"] })
    await desk.click(desk.button("Start preparation"))
    await page
      .getByText(/\d+ done, \d+ refused/)
      .first()
      .waitFor()
    desk.lap()
    await operate(server, "PUT", "shops/shop.json", `id=${server.shop}&transitions=any`)
  }
}

const find: Story = {
  name: "4 a caller's name to the order",
  ...{ clicks: 0, withinMs: 2000, at: "orders" },
  run: async (desk) => {
    const { page } = desk
    const buyer = (await page.locator(`${rows}:first-child td:nth-child(2)`).textContent())!
    desk.begin()
    await page.keyboard.press("ControlOrMeta+k")
    await page.getByRole("combobox", { name: "Search orders, products, customers, pages" }).fill(buyer)
    await page.getByRole("option").filter({ hasText: "Orders ·" }).first().waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/(orders|customers)\/\w+$/)
    await page.locator("h1").waitFor()
    desk.lap()
  }
}

const explain: Story = {
  name: "5 why is stock 3",
  ...{ clicks: 2, withinMs: 5000, at: "inventory" },
  run: async (desk) => {
    const { page } = desk
    await page.locator(`${rows} a`).first().waitFor()
    desk.begin()
    await desk.click(page.locator(`${rows} a`).first())
    await desk.click(page.locator(".movements").getByRole("link", { name: "Order placed" }).first())
    await page.locator(".order .timeline li").first().waitFor()
    desk.lap()
  }
}

const tryCoupon: Story = {
  name: "8 a coupon made and tried, each reason shown",
  ...{ clicks: 4, withinMs: 30_000, at: "coupons" },
  run: async (desk) => {
    const { page } = desk
    await page.locator(rows).first().waitFor()
    desk.begin()
    await desk.click(page.getByRole("link", { name: "New" }))
    await page.getByLabel("Code").fill("BENCH20")
    await page.getByLabel("Value (%)").fill("20")
    await page.getByLabel("Minimum sum (EUR)").fill("9999")
    await page.getByLabel("Only these buyers").fill("anna@example.com")
    await desk.click(desk.button("Create coupon"))
    await page.getByRole("heading", { name: "Try it on a cart" }).waitFor()
    const picker = page.locator("section.card").getByRole("combobox", { name: "Find a product" })
    await picker.fill("lino")
    await page.locator("section.card [role=option]").first().waitFor()
    await picker.press("Enter")
    await page.locator(".verdict li").nth(1).waitFor()
    desk.lap()
  }
}

interface Customer {
  readonly id: string
  readonly fullname: string
  readonly userUID: number
}

const erase: Story = {
  name: "9 a person's data exported and erased",
  ...{ clicks: 4, withinMs: 10_000, at: "customers" },
  run: async (desk) => {
    const { page } = desk
    const all = (await (await desk.call("GET", "clients/list.json")).json()) as ReadonlyArray<Customer>
    const cards = (await (await desk.call("GET", "giftcards/list.json")).json()) as ReadonlyArray<Customer>
    // A gift card would forbid the erasure.
    const holders = new Set(cards.map(({ userUID }) => userUID))
    const { fullname, id } = all.find(({ userUID }) => userUID > 0 && !holders.has(userUID))!
    await desk.show(`customers/${id}`)
    await page.getByRole("heading", { name: "Personal data" }).waitFor()
    desk.begin()
    await Promise.all([page.waitForEvent("download"), desk.click(desk.button("Export"))])
    await desk.click(desk.button("Erase"))
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel(`To continue, type ${fullname}`).fill(fullname)
    await desk.click(dialog.getByRole("button", { name: "Erase", exact: true }))
    await page
      .getByRole("status")
      .getByText(/Erased: \d+ orders no longer name the person/)
      .waitFor()
    desk.lap()
  }
}

/** In the order in which they are run; story 1 is the start of the server. */
export const shopStories: ReadonlyArray<Story> = [ship, prepare, find, explain, tryCoupon, erase]

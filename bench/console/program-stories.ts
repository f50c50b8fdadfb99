/** What someone does in the console who writes a program for the shop. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Server } from "../server.ts"
import type { Desk, Story } from "./desk.ts"

const mend: Story = {
  name: "10 a POST got 400: until its row is shown; then its body, mended and sent again",
  ...{ clicks: 2, withinMs: 300, at: "brands" },
  run: async (desk) => {
    const { page } = desk
    // A page that begins with its requests may be followed before anyone waits for that.
    const followed = page.waitForResponse(/follow\.json\?.*after=/)
    await desk.show("requests")
    await followed
    await desk.call("POST", "brands/brand.json", { name: "Bench", description: "Linen", disabled: "7" })
    desk.begin()
    const row = page.getByRole("row").filter({ hasText: "400" }).filter({ hasText: "/brand.json" }).first()
    await row.waitFor()
    desk.lap()
    await desk.click(row.getByRole("link"))
    await page.getByRole("heading", { name: "What was wrong" }).waitFor()
    await desk.click(page.getByRole("link", { name: "Edit and send again" }))
    // A person reads what was wrong before they type.
    await page.locator(".problem").waitFor()
    await page.getByLabel("Disabled").focus()
    await page.keyboard.press("y")
    await page.keyboard.press("Enter")
    await desk.button("Send").press("Enter")
    await page.getByRole("status").getByText("200").waitFor()
  }
}

/** A receiver of webhooks that fails until it is mended. */
const openReceiver = async () => {
  const state = { status: 500 }
  const receiver = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      response.statusCode = state.status
      response.end(state.status === 200 ? "taken" : "TypeError: client.name is undefined")
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  const close = () => {
    receiver.close()
    receiver.closeAllConnections()
  }
  return { state, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`, close }
}

/** Follows events as `bottega listen` does; the promise within resolves once one is repeated. */
const following = async ({ headers, shop, url }: Server, signal: AbortSignal) => {
  const address = `${url}/control/v1/follow.json?shop=${shop}&topics=events`
  const { body } = await fetch(address, { headers, signal })
  const heard = async () => {
    let text = ""
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (text.includes('"replay":true')) return
    }
  }
  return { again: heard() }
}

const deliver: Story = {
  name: "11 a handler failed: its attempts, then sent again and heard by `listen`; the longer of the two",
  ...{ clicks: 2, withinMs: 1000, at: "webhooks" },
  run: async (desk) => {
    const { page } = desk
    const receiver = await openReceiver()
    const end = new AbortController()
    try {
      const hook = { url: receiver.url, type: "101", name: "Bench" }
      const { id } = (await (await desk.call("POST", "webhook/webhook.json", hook)).json()) as { id: string }
      await desk.show(`webhooks/${id}`)
      await page.getByText("No deliveries yet").waitFor()
      await desk.call("POST", "clients/client.json", { fullname: "Carla Neri", email: "carla@example.com" })
      const row = page.locator(".delivery").first()
      await row.getByText("500").waitFor()
      const { again } = await following(desk.server, end.signal)
      desk.begin()
      await desk.click(row.locator("summary"))
      await row.getByText("TypeError: client.name is undefined").first().waitFor()
      desk.lap()
      receiver.state.status = 200
      await desk.click(row.getByRole("button", { name: "Send again" }))
      await Promise.all([row.getByText("taken").waitFor(), again])
      desk.lap()
    } finally {
      end.abort()
      receiver.close()
    }
  }
}

/** Chooses the key set with which the bench calls, as a keyboard does. */
const chooseOwn = async ({ page, server }: Desk) => {
  await page.getByLabel("Program").selectOption(server.headers["key"]!)
}

const refuseMost: Story = {
  name: "12 429 on purpose, and back",
  ...{ clicks: 2, at: "faults" },
  run: async (desk) => {
    const { page } = desk
    await chooseOwn(desk)
    const limit = page.locator(".limits li").filter({ hasText: "Updates of orders, pictures" })
    desk.begin()
    await desk.click(limit.getByRole("button", { name: "Use up" }))
    await limit.getByText("5 / 5").waitFor()
    await expectStatus(desk, "gallery/list.json", 429)
    await desk.click(limit.getByRole("button", { name: "Give back" }))
    await limit.getByText("0 / 5").waitFor()
    await expectStatus(desk, "gallery/list.json", 200)
    desk.lap()
  }
}

const fail: Story = {
  name: "12 503 on purpose, and back",
  ...{ clicks: 2, at: "faults" },
  run: async (desk) => {
    const { page } = desk
    await chooseOwn(desk)
    desk.begin()
    await desk.click(page.getByRole("button", { name: "The next call is refused: 503" }))
    await page.getByText("Faults are on: 1 rule makes calls fail on purpose.").waitFor()
    await expectStatus(desk, "brands/list.json", 503)
    await desk.click(page.locator(".bars").getByRole("button", { name: "Turn all off" }))
    await page.locator(".bars").waitFor({ state: "detached" })
    desk.lap()
  }
}

const expire: Story = {
  name: "12 an expired coupon on purpose, and back",
  ...{ clicks: 2, at: "clock", isOperator: true },
  run: async (desk) => {
    const { page } = desk
    const coupons = page.getByRole("combobox", { name: "Coupons" })
    const option = coupons.locator("option").filter({ hasText: "LINO15" })
    await coupons.selectOption({ value: (await option.getAttribute("value"))! })
    desk.begin()
    await desk.click(desk.button("Let it expire"))
    await page.getByText(/The clock is moved: it is/).waitFor()
    await desk.click(page.locator(".bars").getByRole("button", { name: "Back to real time" }))
    await page.locator(".bars").waitFor({ state: "detached" })
    desk.lap()
  }
}

const expectStatus = async (desk: Desk, path: string, status: number): Promise<void> => {
  const answer = await desk.call("GET", path)
  if (answer.status !== status) throw new Error(`${path}: ${answer.status}, not ${status}`)
}

/** In the order in which they are run; the last one moves the clock. */
export const programStories: ReadonlyArray<Story> = [mend, deliver, refuseMost, fail, expire]

/** The server of the guide about real-time endpoints answers as the guide says. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Bottega } from "@bottega/client"
import { embedded } from "@bottega/service"
import { expect, it } from "vitest"

const guide = readFileSync(join(import.meta.dirname, "../../../../docs/guides/real-time-endpoints.md"), "utf8")
const program = /^```js\n(.*?)^```/ms.exec(guide)![1]!

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  await once(server.close(), "close")
  return port
}

it("takes the code, and quotes the option, that are signed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-guide-"))
  const store = await embedded({ allowPrivateUrls: true })
  const api = new Bottega(store)
  const port = await freePort()
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`
  const coupons = await api.realtime.createCoupon({ url: at("coupons"), name: "Friends" })
  const rates = await api.realtime.createShipping({ url: at("rates"), name: "Rates" })
  writeFileSync(join(folder, "server.mjs"), program)
  const SECRETS = `${coupons.secret} ${rates.secret}`
  const server = spawn(process.execPath, ["server.mjs"], { cwd: folder, env: { PORT: String(port), SECRETS } })
  try {
    const ended = once(server, "exit").then(() => Promise.reject(new Error("the program of the guide ended")))
    await Promise.race([once(server.stdout, "data"), ended])
    const cart = (price: number) => [{ sku: "MUG-1", quantity: 2, price }]
    // A machine that stands still for two seconds makes an answer late, and the next one comes.
    const poll = { timeout: 60_000, interval: 200 }
    const check = (code: string, price: number) => () => api.coupons.check({ code, item_id: cart(price) })
    await expect.poll(check("FRIENDS", 30), poll).toEqual({ usable: true, amount: 6, reasons: [] })
    const reasons = ["it is not a coupon of this shop", "Friends: from 50 euros on"]
    await expect.poll(check("FRIENDS", 20), poll).toEqual({ usable: false, amount: 0, reasons })
    await expect.poll(check("OTHER", 30), poll).toMatchObject({ usable: false })
    const quoted = () => api.realtime.quote({ country: "IT", items: cart(30) })
    await expect.poll(quoted, poll).toMatchObject({ options: [{ id: "standard", cost: 6.9, eta: "2 days" }] })
    const unsigned = await fetch(at("coupons"), { method: "POST", body: "{}" })
    expect(unsigned.status).toBe(401)
  } finally {
    server.kill()
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

/** Starts that are alike: the same shop, instant and seed give the same answers, byte for byte. */
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, describe, expect, it } from "vitest"
import { environment, main, session } from "./shell.ts"

const shop = join(import.meta.dirname, "../../../packages/service/test/maintenance/format-1.ndjson")
const alike = ["--memory", "--workbench", "--seed", shop, "--now", "2027-03-01T09:00:00Z", "--random-seed", "7"]

describe("bottega serve --seed --now --random-seed", () => {
  const { end, folder, run } = session()
  afterAll(end)

  /** What a fresh server answers to the same calls, and its credentials. */
  const answersOf = async (name: string) => {
    const ready = join(folder, name)
    const flags = [...alike, "--port", "0", "--ready-file", ready, "--log-level", "silent"]
    const server = spawn(process.execPath, [main, "serve", ...flags], {
      cwd: folder,
      env: environment,
      stdio: "ignore"
    })
    const ended = new Promise((resolve) => server.on("exit", resolve))
    try {
      while (!existsSync(ready)) {
        if ((server.exitCode ?? server.signalCode) !== null)
          throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}`)
        await setTimeout(20)
      }
      const { controlUrl: _, pid: __, url, ...credentials } = JSON.parse(readFileSync(ready, "utf8"))
      const { exchange, key, token } = credentials
      const call = async (method: string, path: string, form?: string) => {
        const headers = {
          ...(path.startsWith("/control") ? { authorization: `Bearer ${token}` } : { key, exchange }),
          "content-type": "application/x-www-form-urlencoded"
        }
        const answer = await fetch(url + path, { method, headers, ...(form === undefined ? {} : { body: form }) })
        return (await answer.text()).replaceAll(url, "")
      }
      const order =
        "shipping_flag=not_required&billing_email=anna@example.com&item_id[0][sku]=MUG-1&item_id[0][price]=1&item_id[0][quantity]=1&shipping_method=Pick-up&shipping_cost=0&payment_method=bank_transfer"
      const answers = [
        await call("GET", "/v1.1/orders/list.json"),
        await call("POST", "/v1.1/brands/brand.json", "name=Acme"),
        await call("POST", "/v1.1/orders/order.json", order),
        await call("POST", "/v1.1/orders/order.json", order),
        await call("GET", "/v1.1/orders/list.json"),
        await call("GET", "/v1.1/coupons/coupon.json?uid=999"),
        await call("POST", "/control/v1/keys/key.json", `shop=${credentials.shop}&permission=read`),
        await call("GET", `/control/v1/keys/list.json?shop=${credentials.shop}`),
        await call("PUT", "/control/v1/clock.json", "forward_seconds=60"),
        await call("POST", "/v1.1/orders/order.json", order),
        await call("GET", `/control/v1/snapshots/list.json?shop=${credentials.shop}`)
      ]
      return { answers, credentials }
    } finally {
      server.kill("SIGTERM")
      await ended
    }
  }

  it("answers the same calls with the same bytes at each start", async () => {
    const [first, second] = [await answersOf("one"), await answersOf("other")]
    expect(second).toEqual(first)
    const [before = "", brand, order = ""] = first.answers
    expect([before, brand]).toEqual([expect.stringContaining("1_6b0137c6b81d0"), expect.stringContaining('"uid":1')])
    // 2027-03-01T09:00:00Z is the second 0x6b83fe90.
    expect(order).toContain(`_${(Date.UTC(2027, 2, 1, 9) / 1000).toString(16)}`)
    expect(first.answers.at(-3)).toContain('"now":"2027-03-01T09:01:00.000Z"')
  })

  it.each([
    [["--now", "2027-03-01T09:00:00Z", "--workbench"], "--now needs --memory."],
    [["--now", "2027-03-01T09:00:00Z", "--memory"], "--now needs --workbench or --demo."],
    [["--random-seed", "7", "--memory"], "--random-seed needs --now."],
    [["--now", "tomorrow"], "--now must be an instant from 1970 to 2099, such as 2026-01-31T09:00:00Z."],
    [["--seed", "absent.ndjson", "--demo"], "--seed and --demo open two shops; use only one."]
  ])("%j is refused", async (flags, sentence) => {
    const { code, err } = await run(["serve", ...flags])
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)])
  })
})

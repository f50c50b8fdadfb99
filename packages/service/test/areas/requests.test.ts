/** Requests that are kept: erasures and moves of the clock. */
import { opened } from "@bottega/service"
import { afterEach, expect, it, vi } from "vitest"

afterEach(() => void vi.useRealTimers())

it("are shown a minute after an erasure, although the clock was ahead then and has returned", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const { store } = await opened()
  const { exchange, key, shop, token } = store
  const operate = async (method: string, path: string, parameters: Record<string, string> = {}) => {
    const text = new URLSearchParams(parameters).toString()
    const [query, body] = method === "GET" ? [text, undefined] : ["", text]
    const headers = { authorization: `Bearer ${token}` }
    return JSON.parse(
      await (await store.transport({ method, path: `/control/v1${path}`, query, headers, body })).text()
    )
  }
  const sentAfter = async (seconds: number) => {
    vi.setSystemTime(vi.getMockedSystemTime()!.getTime() + seconds * 1000)
    const path = "/v1.1/brands/brand.json"
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const sent = { method: "POST", path, query: "", headers: { key, exchange, ...form }, body: "name=Acme" }
    await (await store.transport(sent)).text()
    const [last] = await operate("GET", "/requests/list.json", { shop, path: "brand.json" })
    return (await operate("GET", "/requests/request.json", { shop, requestId: last.requestId })).body
  }
  expect(await sentAfter(0)).toBe("name=Acme")
  await operate("PUT", "/clock.json", { forward_seconds: "86400" })
  await operate("DELETE", "/customers/data.json", { shop, email: "nobody@example.com" })
  await operate("DELETE", "/clock.json")
  expect(await sentAfter(1)).toBe(null)
  expect(await sentAfter(60)).toBe("name=Acme")
  await store.close()
})

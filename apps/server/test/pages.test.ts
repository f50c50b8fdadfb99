import { expect, test } from "vitest"
import type { HttpCall } from "../src/http/http-call.ts"
import type { Page, Shared } from "../src/http/shared.ts"
import { kept } from "../src/pages/kept.ts"
import { makePages } from "../src/pages/pages.ts"
import { given, keptLog } from "./given.ts"

const failing = (times: number) => {
  let calls = 0
  const make = async () => {
    if (++calls <= times) throw new Error("no file can be opened")
    return "made"
  }
  return { make, calls: () => calls }
}

test("what was made is kept, and a failure is not", async () => {
  const { calls, make } = failing(2)
  const made = kept(make)
  await expect(Promise.all([made(), made()])).rejects.toThrow("no file")
  await expect(made()).rejects.toThrow("no file")
  expect([await made(), await made(), await Promise.all([made(), made()])]).toEqual(["made", "made", ["made", "made"]])
  expect(calls()).toBe(3)
})

test("/openapi.json is answered after a failure, and made once, with the address of each request", async () => {
  const { calls, make } = failing(1)
  const shared = { log: keptLog() } as unknown as Shared
  const answer = makePages(shared, {}, async () => [await make(), "!"]).get("/openapi.json")!
  const asked = (base: string) =>
    new Promise<Page | undefined>((resolve) => {
      const call = {
        shared,
        base,
        requestId: "a",
        query: "",
        request: { headers: {} },
        show: resolve,
        fail: () => resolve(undefined)
      }
      answer(call as unknown as HttpCall)
    })
  expect(await asked("http://a")).toBeUndefined()
  const shown = await asked("http://a")
  expect(String(shown?.body)).toBe("madehttp://a!")
  // The very bytes: they are not copied for each reader.
  expect((await asked("http://a"))?.body).toBe(shown?.body)
  expect(String((await asked('http://"'))?.body)).toBe('madehttp://\\"!')
  // The pages of invented addresses make room for each other.
  for (let n = 0; n < 8; n++) await asked(`http://${n}`)
  const again = await asked("http://a")
  expect(again?.body).not.toBe(shown?.body)
  expect(again?.body).toEqual(shown?.body)
  expect(calls()).toBe(2)
})

test("/ leads to the API page, on each listener, whatever is asked for with it", async () => {
  for (const surface of [undefined, "shop", "control"] as const) {
    const server = await given({ surface })
    for (const method of ["GET", "HEAD"] as const) {
      const { headers, statusCode } = await server.app.inject({ method, url: "/?a=b" })
      expect([statusCode, headers["location"]]).toEqual([302, "docs"])
    }
    const { headers, statusCode } = await server.app.inject({ method: "POST", url: "/" })
    expect([statusCode, headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"])
    const url = await server.listen(0, "127.0.0.1")
    const page = await fetch(url)
    expect([page.status, page.url, page.headers.get("content-type")]).toEqual([
      200,
      `${url}/docs`,
      expect.stringContaining("text/html")
    ])
    await server.close()
  }
})

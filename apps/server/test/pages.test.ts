import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { makeDescription } from "../src/docs/description.ts"
import { kept } from "../src/docs/kept.ts"
import { given } from "./given.ts"

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

test("the description is made after a failure, once, and an address keeps nothing of it", async () => {
  const { calls, make } = failing(1)
  const describe = makeDescription(async () => [await make(), "x".repeat(1_000_000), "!"])
  await expect(describe("http://a", "")).rejects.toThrow("no file")
  const bodyOf = async (base: string, accepted?: string) => {
    const { bytes, headers, parts } = await describe(base, accepted)
    expect(bytes).toBe(Buffer.concat(parts).length)
    return { body: Buffer.concat(parts), headers, parts }
  }
  for (const [base, shown] of [
    ["http://a", "http://a"],
    ['http://"', 'http://\\"'],
    [`http://${"ü".repeat(500)}`, `http://${"ü".repeat(500)}`]
  ] as const) {
    const whole = `made${shown}${"x".repeat(1_000_000)}${shown}!`
    expect(String((await bodyOf(base)).body)).toBe(whole)
    const packed = await bodyOf(base, "br, gzip")
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" })
    // Checks the sum and the length that stand at its end, too.
    expect(String(gunzipSync(packed.body))).toBe(whole)
  }
  expect(calls()).toBe(2)
})

test("a thousand invented hosts share every part that is larger than an address", async () => {
  const describe = makeDescription(async () => ["a".repeat(10_000), "b".repeat(100_000), "c"])
  for (const accepted of ["", "gzip"]) {
    const own = new Set<Buffer>()
    for (let n = 0; n < 1000; n++)
      for (const part of (await describe(`http://host-${n}`, accepted)).parts) own.add(part)
    const shared = (await describe("http://a", accepted)).parts.filter((part) => own.has(part))
    const bytes = [...own].reduce((sum, part) => sum + (shared.includes(part) ? 0 : part.length), 0)
    expect(bytes / 1000).toBeLessThan(64)
  }
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

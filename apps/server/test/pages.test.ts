import { expect, test } from "vitest"
import type { HttpCall } from "../src/http/http-call.ts"
import type { Page, Shared } from "../src/http/shared.ts"
import { kept } from "../src/pages/kept.ts"
import { makePages } from "../src/pages/pages.ts"
import { keptLog } from "./given.ts"

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

test("/openapi.json is answered after a failure, and made once", async () => {
  const { calls, make } = failing(1)
  const shared = { log: keptLog() } as unknown as Shared
  const answer = makePages(shared, {}, make).get("/openapi.json")!
  const asked = () =>
    new Promise<Page | undefined>((resolve) => {
      const call = { shared, requestId: "a", show: resolve, fail: () => resolve(undefined) }
      answer(call as unknown as HttpCall)
    })
  expect(await asked()).toBeUndefined()
  const shown = await asked()
  expect(String(shown?.body)).toBe("made")
  // The very bytes: they are not copied for each reader.
  expect((await asked())?.body).toBe(shown?.body)
  expect(calls()).toBe(2)
})

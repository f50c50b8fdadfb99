/** A recording: an archive by the published schema, without secrets, within its bounds, and whole after each write. */
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { record } from "@bottega/service/recording"
import { afterEach, expect, it, vi } from "vitest"
import { earlier, recorded, wrongOf } from "./recordings.ts"

const ends: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const recording = async (options: Parameters<typeof recorded>[0] = {}) => {
  const made = await recorded(options)
  let hasEnded = false
  const end = async () => {
    if (!hasEnded) await made.end()
    hasEnded = true
  }
  ends.push(made.remove, end)
  return { ...made, end, read: () => JSON.parse(readFileSync(made.file, "utf8")) }
}

it("is an archive of what was sent and answered, in turn", async () => {
  const { call, end, read, store } = await recording()
  await call("POST", "/brands/brand.json", { name: "Acme" })
  await call("GET", "/orders/list.json", { cursor: "x" })
  await call("GET", "/nowhere.json")
  await end()
  const archive = read()
  expect(wrongOf(archive)).toEqual([])
  expect(archive.log).toMatchObject({ version: "1.2", creator: { name: "bottega", version: "1" } })
  const [made, listed, nowhere] = archive.log.entries
  expect(made.request).toMatchObject({ method: "POST", url: "http://127.0.0.1:8080/v1.1/brands/brand.json" })
  expect(made.request.postData).toMatchObject({ mimeType: "application/x-www-form-urlencoded", text: "name=Acme" })
  expect(JSON.parse(made.response.content.text)).toEqual({ uid: expect.any(Number) })
  expect(made.response.headers.map(({ name }: { name: string }) => name)).toContain("X-Request-Id")
  expect(listed).toMatchObject({
    request: { queryString: [{ name: "cursor", value: "x" }] },
    response: { status: 400 }
  })
  // A path without an operation has no caller.
  expect(nowhere).toBeUndefined()
  for (const secret of [store.exchange, store.key, store.token]) expect(JSON.stringify(archive)).not.toContain(secret)
})

it("can be read by its owner alone, also where others could read the file that it replaces", async () => {
  const { file } = await recording()
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it("strikes secrets out, and shows other codes", async () => {
  const { call, end, read } = await recording()
  await call("POST", "/webhooks/webhook.json", { url: "https://x.example/", topics: "order.created", token: "hidden" })
  await call("DELETE", "/orders/order.json", { orderID: "x", authorization_code: "hidden", code: "SPRING" })
  await end()
  const text = JSON.stringify(read())
  expect(text).not.toContain("hidden")
  expect(text).not.toContain("whsec")
  expect(text).toContain("SPRING")
})

it("is whole after each write, while it goes on", async () => {
  const { call, read } = await recording()
  for (let n = 1; n <= 3; n++) {
    await call("POST", "/brands/brand.json", { name: `Brand ${n}` })
    await vi.waitFor(() => expect(read().log.entries).toHaveLength(n), { timeout: 60_000 })
  }
})

it("leaves out bodies that are too long, and says so", async () => {
  const { call, end, read } = await recording()
  await call("POST", "/brands/brand.json", { name: "x".repeat(70_000) })
  await end()
  const archive = read()
  expect(wrongOf(archive)).toEqual([])
  expect(archive.log.entries[0].request).toMatchObject({ bodySize: -1, postData: { comment: expect.any(String) } })
  expect(archive.log.entries[0].request.postData).not.toHaveProperty("text")
})

it("ends before its file would be larger than its bound, and stays readable", async () => {
  const maxBytes = 20_000
  const { call, end, ended, file, read } = await recording({ maxBytes })
  for (let n = 0; n < 40; n++) {
    await call("POST", "/brands/brand.json", { name: `Brand ${n}` })
    if (n % 4 === 0) await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(100), { timeout: 60_000 })
  }
  await end()
  expect(ended).toEqual(["the file has reached its largest size"])
  expect(statSync(file).size).toBeLessThanOrEqual(maxBytes)
  expect(wrongOf(read())).toEqual([])
})

it("stays readable when a write fails, and lets the file go", async () => {
  const { call, ended, file, read } = await recording()
  await call("POST", "/brands/brand.json", { name: "Written" })
  await vi.waitFor(() => expect(read().log.entries).toHaveLength(1), { timeout: 60_000 })
  const other = await open(file)
  const handles = Object.getPrototypeOf(other)
  await other.close()
  const { write } = handles
  let used: FileHandle | undefined
  vi.spyOn(handles, "write").mockImplementationOnce(async function (this: FileHandle, bytes, at, _length, position) {
    used = this
    await write.call(this, bytes, at, 100, position)
    throw new Error("the disk is full")
  })
  await call("POST", "/brands/brand.json", { name: "Lost" })
  await vi.waitFor(() => expect(used?.fd).toBe(-1), { timeout: 60_000 })
  expect(ended).toEqual(["the file cannot be written: the disk is full"])
  expect(read().log.entries).toHaveLength(1)
  vi.restoreAllMocks()
})

it("changes no file before it begins, and none that is not a recording", async () => {
  const { call, file, service, recording: first } = await recording()
  await first.close()
  const options = { version: "1", maxBytes: 1e6, origin: () => "", onEnd: () => {} }
  writeFileSync(file, earlier)
  const second = await record(service.requests, file, options)
  await call("GET", "/brands/list.json")
  expect(readFileSync(file, "utf8")).toBe(earlier)
  await second.begin()
  await second.close()
  expect(JSON.parse(readFileSync(file, "utf8")).log.entries).toHaveLength(1)
  writeFileSync(file, "SQLite format 3")
  await expect(record(service.requests, file, options)).rejects.toThrow("is not a recording of a server")
  expect(readFileSync(file, "utf8")).toBe("SQLite format 3")
})

it("is refused a file that another one writes to, whose end lets it go", async () => {
  const { call, file, read, recording: first, service } = await recording()
  await call("POST", "/brands/brand.json", { name: "Kept" })
  await vi.waitFor(() => expect(read().log.entries).toHaveLength(1), { timeout: 60_000 })
  const options = { version: "1", maxBytes: 1e6, origin: () => "", onEnd: () => {} }
  await expect(record(service.requests, file, options)).rejects.toThrow("another server records to it")
  expect(read().log.entries).toHaveLength(1)
  await first.close()
  const second = await record(service.requests, file, options)
  await second.begin()
  await second.close()
  expect(read().log.entries).toEqual([])
})

it("holds a bounded number of characters that wait, and counts what it leaves out", async () => {
  const { call, end, read } = await recording()
  const name = "x".repeat(60_000)
  const calls = Array.from({ length: 200 }, () => call("POST", "/brands/brand.json", { name }))
  await Promise.all(calls)
  await end()
  const { comment, entries } = read().log
  const leftOut = Number(/^(\d+) requests were left out/.exec(comment)?.[1] ?? 0)
  expect(entries.length + leftOut).toBe(200)
})

it("forgets a person who is erased before it was written", async () => {
  const { call, end, operate, read, store } = await recording()
  await call("POST", "/customers/customer.json", { email: "erased@example.com", name: "A", surname: "B" })
  await operate("DELETE", "/customers/data.json", { shop: store.shop, email: "erased@example.com" })
  await end()
  expect(JSON.stringify(read())).not.toContain("erased@")
})

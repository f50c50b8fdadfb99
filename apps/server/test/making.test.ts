/** What answers hold while they are being made: counted in bytes, in shares of which others have theirs. */
import { get } from "node:http"
import { afterEach, expect, test } from "vitest"
import { makeLoads, maxLoads } from "../src/http/loads.ts"
import { WaitingShares } from "../src/http/waiting.ts"
import { given, opened } from "./given.ts"

const MiB = 1024 * 1024
const products = { count: 24, characters: 300_000 }

let close = async () => {}
afterEach(() => close())

/** A server with a bound on the bytes of answers being made, and the most that they held. */
const bounded = async (making: number) => {
  const loads = makeLoads({ ...maxLoads, making })
  let peak = 0
  const add = loads.making.add.bind(loads.making)
  loads.making.add = (owner, amount) => {
    add(owner, amount)
    peak = Math.max(peak, loads.making.taken)
  }
  const server = await given({ loads })
  const [one, two] = [await opened(server), await opened(server)]
  const port = Number(new URL(await server.listen(0, "127.0.0.1")).port)
  close = server.close
  const create = (headers: Readonly<Record<string, string>>, code: string, description: string) =>
    server.app.inject({
      method: "POST",
      url: "/v1.1/products/product.json",
      headers,
      payload: { code, title: "a", price: 1, description }
    })
  for (let n = 0; n < products.count; n++)
    expect((await create(one.writing, `P${n}`, "d".repeat(products.characters))).statusCode).toBe(200)
  await create(two.writing, "Q", "short")
  return { loads, server, one, two, port, peak: () => peak }
}

const path = "/v1.1/products/paginated_list.json?limit=1000&nodes=description"

test("concurrent long pages of one key set hold no more than its share together, and all are answered whole", async () => {
  const { loads, peak, one, port } = await bounded(16 * MiB)
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: one.reading })
    return [answer.status, ((await answer.json()) as Array<unknown>).length]
  }
  const answers = await Promise.all(Array.from({ length: 20 }, read))
  expect(answers).toEqual(Array.from({ length: 20 }, () => [200, products.count]))
  // One page of two products at a time may be beyond the share, for one that holds nothing.
  expect(peak()).toBeLessThan(8 * MiB + 2 * 4 * (products.characters + 1000))
  expect(peak()).toBeGreaterThan(2 * MiB)
  await expect.poll(() => [loads.making.taken, loads.making.waiting]).toEqual([0, 0])
})

test("readers who take nothing hold no more either, and those who wait leave with their connection", async () => {
  const { loads, peak, one, port, server, two } = await bounded(16 * MiB)
  const requests = Array.from({ length: 40 }, () =>
    get({ port, path, headers: { ...one.reading } }, (answer) => answer.pause()).on("error", () => {})
  )
  await expect.poll(() => loads.making.waiting).toBeGreaterThan(20)
  expect(peak()).toBeLessThan(8 * MiB + 2 * 4 * (products.characters + 1000))
  const other = await server.app.inject({ url: path, headers: two.reading })
  expect([other.statusCode, other.json()]).toEqual([200, [expect.objectContaining({ description: "short" })]])
  for (const request of requests) request.destroy()
  await expect.poll(() => [loads.making.taken, loads.making.waiting, loads.calls.taken]).toEqual([0, 0, 0])
})

test("owners that wait are granted one after the other, and the calls of each in their order", async () => {
  const shares = new WaitingShares(10)
  expect([shares.take("a", 8), shares.take("a", 1)]).toEqual([true, false])
  const granted: Array<string> = []
  const wait = (name: string, amount: number) => shares.wait(name[0]!, amount, () => granted.push(name))
  for (const name of ["a1", "a2", "b1", "b2"]) wait(name, 3)
  const stop = wait("a3", 1)
  // An owner that holds nothing never waits.
  await expect.poll(() => granted).toEqual(["b1"])
  stop()
  shares.give("a", 8)
  await expect.poll(() => granted).toEqual(["b1", "a1"])
  expect([shares.taken, shares.waiting, shares.take("a", 1)]).toEqual([6, 2, false])
  shares.give("b", 3)
  await expect.poll(() => granted).toEqual(["b1", "a1", "a2", "b2"])
  expect([shares.taken, shares.waiting]).toEqual([9, 0])
})

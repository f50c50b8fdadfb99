/**
 * What tools make of the description: two linters find nothing wrong with it, and the clients of three generators compile and
 * create orders in a running store. A test is repeated when the description or a tool has changed.
 */
import { randomUUID } from "node:crypto"
import { contract } from "@bottega/domain/areas"
import { afterAll, expect, test } from "vitest"
import { clients, fingerprintOf, once, prepare, redocly, spectral, useClient } from "../../../tools/openapi-clients.ts"
import { kept } from "../src/docs/kept.ts"
import { documentOf } from "../src/openapi/document.ts"
import { given, opened } from "./given.ts"

const mark = fingerprintOf(JSON.stringify(documentOf(contract)))
/** The tools are installed over the network the first time. */
const maxInstallMs = 300_000

/** A store that listens, with the tools beside it; made when a test needs it. */
const started = kept(async () => {
  isStarted = true
  const server = await given()
  const url = await server.listen(0, "127.0.0.1")
  await prepare(await (await fetch(`${url}/openapi.json`)).text())
  return { ...server, url, pair: (await opened(server)).writing }
})

let isStarted = false
afterAll(async () => {
  if (isStarted) await (await started()).close()
})

const repeated = (name: string, run: (store: Awaited<ReturnType<typeof started>>) => Promise<void>) =>
  test(name, () => once(name, mark, async () => run(await started())), maxInstallMs)

repeated("spectral finds no error", async () => {
  expect((await spectral()).errors).toEqual([])
})

repeated("redocly finds no error and fewer than 10 warnings", async () => {
  const { errors, warnings } = await redocly()
  expect(errors).toEqual([])
  expect(warnings.length, warnings.join("\n")).toBeLessThan(10)
})

for (const name of clients)
  repeated(`a client by ${name} compiles and creates orders`, async ({ app, pair, url }) => {
    const printed = await useClient(name, [url, pair.key, pair.exchange])
    const lines = printed.trim().split("\n")
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      const [orderID, total] = line.split(" ")
      const read = await app.inject({ url: `/v1.1/orders/order.json?orderID=${orderID}`, headers: pair })
      expect([read.statusCode, String(read.json().total)]).toEqual([200, total])
    }
  })

test("a test that passed is not repeated until something changes, and one that failed is", async () => {
  const name = "a test of nothing"
  const [one, other] = [randomUUID(), randomUUID()]
  let runs = 0
  const fails = () => Promise.reject(new Error("failed"))
  const passes = async () => void runs++
  await expect(once(name, one, fails)).rejects.toThrow("failed")
  await once(name, one, passes)
  await once(name, one, fails)
  await once(name, other, passes)
  expect(runs).toBe(2)
})

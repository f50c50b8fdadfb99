/** Checks that a defect in one operation is found, with a request that shows it. */
import { pathOf } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, makeService } from "@bottega/service"
import { adapters } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime } from "effect"
import { expect, it } from "vitest"
import { reproduced } from "../../src/fuzz/reproduced.ts"
import { fuzz } from "../../src/fuzz/run.ts"
import { changes } from "../../src/sample.ts"

const token = "t".repeat(32)
const broken = changes.find(({ endpoint }) => endpoint.method === "DELETE")!
const defect = `A defect of DELETE ${pathOf(broken.endpoint)}.`

/** A server in memory with an operation that fails, so many times. */
const planted = async (id: string, times = Number.POSITIVE_INFINITY) => {
  const runtime = ManagedRuntime.make(adapters[0]!.open("", allCollections))
  const service = await runtime.runPromise(makeService({ tokenDigest: digest(token), policies, onDefect: () => {} }))
  const operations = service.operations.map((operation) => {
    const handle = operation.handle as unknown as (input: never) => unknown
    const planted = (input: never) => (times-- > 0 ? Effect.die("planted") : handle(input))
    return operation.id === id ? { ...operation, handle: planted as unknown as typeof operation.handle } : operation
  })
  const server = createServer({ ...service, operations }, { log: makeLog({ level: "silent" }) })
  const url = await server.listen(0, "127.0.0.1")
  return { url, stop: () => server.drain(0).then(() => runtime.dispose()) }
}

it("finds an operation that fails", async () => {
  const { stop, url } = await planted(broken.id)
  const maxHeldMs = 60_000
  const run = await fuzz({
    url,
    token,
    requests: 100,
    maxRequests: 40_000,
    reached: ({ findings }) => findings.all().some(({ what }) => what === defect),
    seed: 1,
    maxHeldMs,
    lanes: 4,
    perStage: 1500,
    show: async () => {}
  })
  const sentences = await reproduced(run, { url, again: async () => url, maxHeldMs, maxReproduced: 1 })
  await stop()
  expect(run.findings.all().map(({ what }) => what)).toContain(defect)
  expect(sentences.find((sentence) => sentence.includes(defect))).toContain("DELETE /v1.1/")
  expect(run.tally.times(broken.id, 200)).toBe(0)
})

/** How often the fuzzer's own client sends a call before it gives up. */
const tries = 4

it("opens a shop again if the server failed at first", async () => {
  const { stop, url } = await planted("shops.create", tries)
  const { findings, tally } = await fuzz({
    ...{ url, token, requests: 20, maxRequests: 20, reached: () => true, seed: 1 },
    ...{ maxHeldMs: 60_000, lanes: 4, perStage: 1500, show: async () => {} }
  })
  await stop()
  expect(tally.requests).toBeGreaterThanOrEqual(20)
  expect(findings.all()).toEqual([])
})

/** What `/readyz` and `/metrics` say of background work. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { WorkerReport } from "@bottega/service"
import { Effect, Result } from "effect"
import { expect, test } from "vitest"
import { configOf } from "../src/config/config.ts"
import { serve } from "../src/start/serve.ts"
import { given, keptLog } from "./given.ts"

const onTime: WorkerReport = {
  ...{ name: "sweeper", runs: 3, failures: 1, totalMs: 1500, lastSuccess: 1_800_000_000_000 },
  ...{ holdsLease: true, failing: 0, lateSince: undefined }
}
const late: WorkerReport = {
  ...{ name: "mail", runs: 7, failures: 7, totalMs: 0, lastSuccess: undefined },
  ...{ holdsLease: false, failing: 7, lateSince: 1_800_000_000_000 }
}

const shown = async (...workers: ReadonlyArray<WorkerReport>) => {
  const server = await given({ workers: () => workers })
  const [ready, metrics] = [await server.app.inject("/readyz"), await server.app.inject("/metrics")]
  await server.close()
  return { ready: [ready.statusCode, ready.json()], metrics: metrics.body }
}

test("a server whose workers are on time is ready, and no more is said", async () => {
  expect((await shown(onTime)).ready).toEqual([200, { status: "ready" }])
})

test("a server with a worker that is late stays ready, and names it", async () => {
  const since = "2027-01-15T08:00:00.000Z"
  expect((await shown(onTime, late)).ready).toEqual([
    200,
    { status: "ready", late: [{ worker: "mail", since, failures: 7 }] }
  ])
})

test("the metrics count the runs of each worker, and say which one this process holds", async () => {
  const { metrics } = await shown(onTime, late)
  for (const line of [
    'bottega_worker_runs_total{worker="sweeper"} 3',
    'bottega_worker_failures_total{worker="mail"} 7',
    'bottega_worker_seconds_total{worker="sweeper"} 1.5',
    'bottega_worker_last_success_timestamp_seconds{worker="sweeper"} 1800000000',
    'bottega_worker_holds_lease{worker="sweeper"} 1',
    'bottega_worker_holds_lease{worker="mail"} 0',
    'bottega_worker_late{worker="mail"} 1'
  ])
    expect(metrics.split("\n")).toContain(line)
  expect(metrics).not.toContain('bottega_worker_last_success_timestamp_seconds{worker="mail"}')
  expect(metrics.match(/^# TYPE bottega_worker_runs_total counter$/gm)).toHaveLength(1)
})

test("a queue that stands still is named by a server that stays ready, and the metrics count what it held", async () => {
  const mail = {
    waiting: 3,
    oldest: Date.now() - 60_000,
    standingSince: 1_800_000_000_000,
    ended: { sent: 5, failed: 1 }
  }
  const server = await given({ backlogs: Effect.succeed({ mail, other: { ...mail, standingSince: undefined } }) })
  const [ready, metrics] = [await server.app.inject("/readyz"), await server.app.inject("/metrics")]
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: "ready", standing: [{ queue: "mail", since: "2027-01-15T08:00:00.000Z", waiting: 3 }] }
  ])
  for (const line of [
    'bottega_queue_waiting{queue="mail"} 3',
    'bottega_queue_standing{queue="mail"} 1',
    'bottega_queue_standing{queue="other"} 0',
    'bottega_queue_ended_total{queue="mail",as="sent"} 5'
  ])
    expect(metrics.body.split("\n")).toContain(line)
  await server.close()
})

test("the metrics are shown while the store does not say what waits", async () => {
  const server = await given({ backlogs: Effect.fail("no store") })
  expect((await server.app.inject("/metrics")).body).toContain("process_uptime_seconds")
  await server.close()
})

test("a server that was started runs its workers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-workers-"))
  const config = Result.getOrThrow(configOf(["--port", "0", "--data", join(folder, "shop.db")], {}))
  const running = await serve(config, { log: keptLog() })
  const metrics = async () => (await fetch(`${running.url}/metrics`)).text()
  await expect.poll(metrics, { timeout: 60_000 }).toContain('bottega_worker_runs_total{worker="sweeper"} 1')
  await running.stop()
  rmSync(folder, { recursive: true })
})

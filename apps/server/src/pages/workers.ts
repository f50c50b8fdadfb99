/** What the server shows of background work: in `/readyz` the workers that are late, in `/metrics` the counts of all. */
import type { WorkerReport } from "@bottega/service"

/**
 * The answer of a ready server. Late workers are named and the server stays ready: all servers of a store have the same ones,
 * and taking them all out of service would turn a delay into an outage.
 */
export const readyText = (workers: ReadonlyArray<WorkerReport>): string => {
  const late = workers.flatMap(({ failing, lateSince, name }) =>
    lateSince === undefined ? [] : [{ worker: name, since: new Date(lateSince).toISOString(), failures: failing }]
  )
  return JSON.stringify({ status: "ready", ...(late.length > 0 ? { late } : {}) })
}

/** Lines in the format of Prometheus. */
export const workerLines = (workers: ReadonlyArray<WorkerReport>): string =>
  families
    .map(([name, type, help, sampleOf]) => {
      const samples = workers.flatMap((worker) => {
        const value = sampleOf(worker)
        return value === undefined ? [] : [`${name}{worker="${worker.name}"} ${value}\n`]
      })
      return samples.length === 0 ? "" : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join("")}`
    })
    .join("")

type Family = readonly [
  name: string,
  type: "counter" | "gauge",
  help: string,
  sampleOf: (worker: WorkerReport) => number | undefined
]

const families: ReadonlyArray<Family> = [
  ["bottega_worker_runs_total", "counter", "Runs that ended in this process.", ({ runs }) => runs],
  ["bottega_worker_failures_total", "counter", "Runs that failed in this process.", ({ failures }) => failures],
  ["bottega_worker_seconds_total", "counter", "Time that runs took in this process.", ({ totalMs }) => totalMs / 1000],
  [
    "bottega_worker_last_success_timestamp_seconds",
    "gauge",
    "When any process last finished a run, as far as this one knows.",
    ({ lastSuccess }) => (lastSuccess === undefined ? undefined : lastSuccess / 1000)
  ],
  [
    "bottega_worker_holds_lease",
    "gauge",
    "Whether this process is running the worker.",
    ({ holdsLease }) => Number(holdsLease)
  ],
  [
    "bottega_worker_late",
    "gauge",
    "Whether a success is long overdue, in any process.",
    ({ lateSince }) => Number(lateSince !== undefined)
  ]
]

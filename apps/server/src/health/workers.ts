/**
 * How the server shows background work: late workers and queues that stand still in `/readyz`, and the counts of all workers,
 * of their queues and of slow work in `/metrics`.
 */
import type { Backlog, Backlogs, KindReport, WorkerReport } from "@bottega/service"

/**
 * The answer of a ready server. Late workers, and queues that stand still, are named and the server stays ready: all servers of a store have the same ones,
 * and taking them all out of service would turn a delay into an outage.
 */
export const readyText = (workers: ReadonlyArray<WorkerReport>, queues: Backlogs = {}): string => {
  const late = workers.flatMap(({ failing, lateSince, name }) =>
    lateSince === undefined ? [] : [{ worker: name, since: new Date(lateSince).toISOString(), failures: failing }]
  )
  const standing = Object.entries(queues).flatMap(([queue, { standingSince, waiting }]) =>
    standingSince === undefined ? [] : [{ queue, since: new Date(standingSince).toISOString(), waiting }]
  )
  return JSON.stringify({
    status: "ready",
    ...(late.length > 0 ? { late } : {}),
    ...(standing.length > 0 ? { standing } : {})
  })
}

/** Lines in the format of Prometheus: the counts of workers, and of slow work. */
export const workerLines = (workers: ReadonlyArray<WorkerReport>, slow: ReadonlyArray<KindReport>): string =>
  [
    ...families.map((family) => familyLines(family, "worker", workers, ({ name }) => name)),
    ...slowFamilies.map((family) => familyLines(family, "kind", slow, ({ kind }) => kind))
  ].join("")

/** The same of the queues that workers have: what waits, for how long, and what became of the rest. */
export const backlogLines = (queues: Backlogs): string => {
  const rows = Object.entries(queues)
  const now = Date.now()
  const ended = rows.flatMap(([queue, { ended }]) =>
    Object.entries(ended).map(([as, count]) => `bottega_queue_ended_total{queue="${queue}",as="${as}"} ${count}\n`)
  )
  const name = ([queue]: (typeof rows)[number]) => queue
  return [
    ...queueFamilies(now).map((family) => familyLines(family, "queue", rows, name)),
    ended.length === 0
      ? ""
      : `# HELP bottega_queue_ended_total What this process has taken out of a queue, by how it ended; what is retried goes in again.\n# TYPE bottega_queue_ended_total counter\n${ended.join("")}`
  ].join("")
}

const queueFamilies = (now: number): ReadonlyArray<Family<[string, Backlog]>> => [
  [
    "bottega_queue_waiting",
    "gauge",
    "What waits in a queue of the store; counting ends at 1000.",
    ([, { waiting }]) => waiting
  ],
  [
    "bottega_queue_oldest_seconds",
    "gauge",
    "The age of the oldest that waits.",
    ([, { oldest }]) => (oldest === undefined ? 0 : Math.max(0, (now - oldest) / 1000))
  ],
  [
    "bottega_queue_standing",
    "gauge",
    "Whether something is due but nothing has been done for five minutes.",
    ([, { standingSince }]) => Number(standingSince !== undefined)
  ],
  [
    "bottega_queue_broken",
    "gauge",
    "The receivers of a queue that accept nothing at present and are tried with one delivery at a time; counting ends at 1000.",
    ([, { broken }]) => broken
  ]
]

const familyLines = <Row>(
  [name, type, help, sampleOf]: Family<Row>,
  label: string,
  rows: ReadonlyArray<Row>,
  nameOf: (row: Row) => string
): string => {
  const samples = rows.flatMap((row) => {
    const value = sampleOf(row)
    return value === undefined ? [] : [`${name}{${label}="${nameOf(row)}"} ${value}\n`]
  })
  return samples.length === 0 ? "" : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join("")}`
}

type Family<Row> = readonly [
  name: string,
  type: "counter" | "gauge",
  help: string,
  sampleOf: (row: Row) => number | undefined
]

const families: ReadonlyArray<Family<WorkerReport>> = [
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

const slowFamilies: ReadonlyArray<Family<KindReport>> = [
  ["bottega_slow_waiting", "gauge", "Jobs of slow work that wait for their turn.", ({ waiting }) => waiting],
  ["bottega_slow_running", "gauge", "Jobs of slow work that run.", ({ running }) => running],
  ["bottega_slow_processes", "gauge", "Processes or threads for slow work.", ({ workers }) => workers],
  [
    "bottega_slow_refused_total",
    "counter",
    "Jobs that were refused because their key set had too much waiting.",
    ({ refused }) => refused
  ],
  [
    "bottega_slow_replaced_total",
    "counter",
    "Processes or threads that crashed or had to be stopped.",
    ({ replaced }) => replaced
  ]
]

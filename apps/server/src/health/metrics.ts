/** The server's own counts, as text in the format of Prometheus. */
import { monitorEventLoopDelay } from "node:perf_hooks"

/** Counts of one method on one path. */
export class RouteCounts {
  readonly method: string
  readonly path: string
  readonly statuses = new Map<number, number>()
  readonly buckets = new Float64Array(bounds.length)
  count = 0
  seconds = 0

  constructor(method: string, path: string) {
    this.method = method
    this.path = path
  }

  /** Counts an answer and its duration in milliseconds. */
  add(status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.count++
    this.seconds += ms / 1000
    for (let index = bounds.length - 1; index >= 0 && ms <= bounds[index]! * 1000; index--) this.buckets[index]!++
  }
}

/** Upper bounds of the buckets that durations are counted in, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The counts of one process. */
export interface Metrics {
  /** The counts of a route, the same ones for each listener that has it. */
  readonly route: (method: string, path: string) => RouteCounts
  /** Requests that have begun and are not answered. */
  inFlight: number
  readonly text: (more: Readonly<Record<string, number>>) => string
  readonly stop: () => void
}

/** Starts counting. */
export const makeMetrics = (): Metrics => {
  const routes = new Map<string, RouteCounts>()
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const metrics: Metrics = {
    route: (method, path) => {
      const name = `${method} ${path}`
      const counts = routes.get(name) ?? new RouteCounts(method, path)
      routes.set(name, counts)
      return counts
    },
    inFlight: 0,
    text: (more) => {
      const memory = process.memoryUsage()
      const gauges = {
        bottega_requests_in_flight: metrics.inFlight,
        bottega_event_loop_delay_mean_seconds: lateness(delay.mean),
        bottega_event_loop_delay_p99_seconds: lateness(delay.percentile(99)),
        bottega_event_loop_delay_max_seconds: lateness(delay.max),
        process_resident_memory_bytes: memory.rss,
        nodejs_heap_size_used_bytes: memory.heapUsed,
        process_uptime_seconds: process.uptime(),
        ...more
      }
      delay.reset()
      return `${[...requestLines([...routes.values()]), ...Object.entries(gauges).flatMap(gaugeLines)].join("\n")}\n`
    },
    stop: () => delay.disable()
  }
  return metrics
}

/** Milliseconds between the ticks by which the event loop is watched. */
const resolution = 20

/**
 * The lateness of a tick in seconds, from the nanoseconds since the previous one; 0 if there was none since the last
 * reading.
 */
const lateness = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolution / 1000) || 0

const gaugeLines = ([name, value]: [string, number]): ReadonlyArray<string> => [
  `# TYPE ${name} gauge`,
  `${name} ${value}`
]

const requestLines = (all: ReadonlyArray<RouteCounts>): ReadonlyArray<string> => {
  const routes = all.filter(({ count }) => count > 0)
  const total = "bottega_http_requests_total"
  const duration = "bottega_http_request_duration_seconds"
  return [
    `# HELP ${total} Requests answered.`,
    `# TYPE ${total} counter`,
    ...routes.flatMap((route) =>
      [...route.statuses].map(([status, count]) => `${total}{${labels(route)},status="${status}"} ${count}`)
    ),
    `# HELP ${duration} Time until an answer was handed over.`,
    `# TYPE ${duration} histogram`,
    ...routes.flatMap((route) => [
      ...bounds.map((bound, index) => `${duration}_bucket{${labels(route)},le="${bound}"} ${route.buckets[index]}`),
      `${duration}_bucket{${labels(route)},le="+Inf"} ${route.count}`,
      `${duration}_sum{${labels(route)}} ${route.seconds}`,
      `${duration}_count{${labels(route)}} ${route.count}`
    ])
  ]
}

const labels = ({ method, path }: RouteCounts): string => `method="${method}",route="${path}"`

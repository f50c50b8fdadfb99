/** Sends the load that a file describes with autocannon, and prints the measurements; runs as a process of its own. */
import { readFileSync } from "node:fs"
import autocannon from "autocannon"

const { connections, duration, headers, method, requests, url } = JSON.parse(readFileSync(process.argv[2]!, "utf8"))
const result = await autocannon({
  url,
  connections,
  duration,
  headers,
  requests: requests.map((one: object) => ({ method, ...one }))
})
console.log(
  JSON.stringify({
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    count: result.requests.total,
    bad: result.non2xx + result.errors + result.timeouts
  })
)

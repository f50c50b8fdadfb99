/** Loaded into a server before it starts; sends its parent the length of the event loop's turns and the memory. */

import { monitorEventLoopDelay } from "node:perf_hooks"

let [hold, busy, peak] = [0, 0, 0]
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
let then = performance.now()
let spent = cpu()

// Between two ticks is one turn, or several short ones.
setInterval(() => {
  const [now, used] = [performance.now(), cpu()]
  hold = Math.max(hold, now - then)
  busy = Math.max(busy, used - spent)
  peak = Math.max(peak, process.memoryUsage.rss())
  then = performance.now()
  spent = cpu()
}, 1).unref()

process.on("message", () => {
  const rss = process.memoryUsage.rss()
  process.send?.({ hold, busy, p99: delays.percentile(99) / 1e6, peak: Math.max(peak, rss), rss })
  delays.reset()
  hold = busy = peak = 0
})
process.channel?.unref()

/**
 * Milliseconds of CPU time of the event loop's thread, which do not advance while other programs have the processor.
 */
function cpu(): number {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

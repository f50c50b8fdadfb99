// What a test file costs, printed at its end (`npm test -- <filters> --cpu`): CPU time of its worker from the load of its modules on, of the
// whole process with its collections and transformations, and of the child processes that have ended meanwhile.
import { readFileSync } from "node:fs"
import { afterAll, expect } from "vitest"

/** A tick of Linux's clock for processes. */
const tickMs = 10

/** The CPU time of ended children, which only Linux says. */
const childrenMs = (): number => {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)!.split(" ")
    return (Number(fields[13]) + Number(fields[14])) * tickMs
  } catch {
    return Number.NaN
  }
}

const sumMs = ({ system, user }: NodeJS.CpuUsage): number => (user + system) / 1000

const usedMs = () => ({
  worker: sumMs(process.threadCpuUsage()),
  process: sumMs(process.cpuUsage()),
  children: childrenMs()
})

const before = usedMs()
afterAll(() => {
  const after = usedMs()
  const of = (name: keyof typeof after) => `${name} ${((after[name] - before[name]) / 1000).toFixed(1)} s`
  console.log(`cpu: ${expect.getState().testPath}: ${of("worker")}, ${of("process")}, ${of("children")}`)
})

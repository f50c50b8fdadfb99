/** Real threads as the lane holds them: what they answer, and what becomes of one that ends, fails or takes too much. */
import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { cleaning } from "../../src/html/kind.ts"
import { maxTags } from "../../src/html/limits.ts"
import type { Kind } from "../../src/slow/kind.ts"
import { Lane, type LaneOptions } from "../../src/slow/lane.ts"

const lanes = new Set<Lane>()
afterEach(() => {
  for (const lane of lanes) lane.close()
  lanes.clear()
})
const open = <In, Out>(kind: Kind<In, Out>, options: LaneOptions = {}) => {
  const lane = new Lane(options)
  lanes.add(lane)
  const run = (input: In, signal?: AbortSignal): Promise<Out | string> =>
    Effect.runPromise(
      Effect.catch(lane.run(kind, { shop: "a", keySet: "k" }, input), ({ reason }) => Effect.succeed(reason)),
      signal === undefined ? {} : { signal }
    )
  return { run, report: () => lane.report[0]! }
}

/** A kind whose thread runs this code for each `input`. */
const thread = (code: string): Kind<string, string> => {
  const source = `import { parentPort } from "node:worker_threads"
    const answer = (done) => parentPort.postMessage({ done, rssBytes: 0 })
    parentPort.on("message", ({ input }) => { ${code} })
    parentPort.postMessage({ ready: true })`
  return {
    name: "test",
    program: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    runsIn: "thread",
    costMs: () => 1,
    deadlineMs: 1e6,
    maxMiB: 16,
    overMemory: "takes too much memory"
  }
}

it("cleans HTML in a thread, which ends when there is none", async () => {
  const { report, run } = open(cleaning, { idleMs: 1 })
  expect(await Promise.all(["<b>a</b><script>x</script>", "<i>b", "c < d"].map((html) => run(html)))).toEqual([
    { html: "<b>a</b>" },
    { html: "<i>b</i>" },
    { html: "c &lt; d" }
  ])
  await expect.poll(() => report().workers).toBe(0)
  expect(report().replaced).toBe(0)
  expect(await run("<p>e")).toEqual({ html: "<p>e</p>" })
})

it("refuses what takes more memory than it may, and does the next job in another thread", async () => {
  const { report, run } = open(
    thread(`if (input !== "much") return answer(input)
      for (const all = []; ; ) all.push(Array.from({ length: 1e5 }, Math.random))`)
  )
  expect(await run("much")).toBe("takes too much memory")
  expect(await run("next")).toBe("next")
  expect(report().replaced).toBe(1)
})

it("gives up a job whose caller leaves, in the middle of it", async () => {
  const { report, run } = open(thread(`while (input === "endless") {}\nanswer(input)`), { maxRunning: 1 })
  const caller = new AbortController()
  const left = run("endless", caller.signal)
  await expect.poll(() => report().running).toBe(1)
  const next = run("next")
  caller.abort()
  await expect(left).rejects.toThrow()
  expect(await next).toBe("next")
})

it("says what became of a thread that throws, ends or cannot be started", async () => {
  const { run } = open(
    thread(`if (input === "throw") throw new Error("failed")\nif (input === "end") process.exit(3)\nanswer(input)`)
  )
  expect(await Promise.all(["throw", "end", "next"].map((input) => run(input)))).toEqual(["crashed", "crashed", "next"])
  const missing = open({ ...thread(""), program: new URL("file:///nowhere.js") })
  expect(await missing.run("a")).toBe("crashed")
})

it("expects a text to take as long as its tags and its bytes make it", () => {
  const costs = ["", "<b>".repeat(1000), "a".repeat(1024 * 1024), "<b>".repeat(maxTags)].map(cleaning.costMs)
  expect(costs).toEqual(costs.toSorted((one, other) => one - other))
  // What is refused before it is parsed is cheap again.
  expect(cleaning.costMs("<".repeat(1024 * 1024))).toBe(costs[2])
})

it("does not load the sanitiser into the thread that answers requests", async () => {
  for (const name of ["html/kind", "html/limits", "engine/decide/restricted", "slow/lane"])
    expect(await readFile(new URL(`../../src/${name}.ts`, import.meta.url), "utf8"), name).not.toMatch(
      /sanitize-html|from ".*html\/restricted|from "\.\/restricted/
    )
})

/** The thread that cleans HTML: other calls run meanwhile, and a text that cannot be cleaned costs no other one. */
import { readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import { Cleaner } from "../../src/html/cleaner.ts"

const until = async (holds: () => boolean) => {
  while (!holds()) await sleep(5)
}

/** A thread's program; `html` is what it is sent. */
const program = (answer: string): URL => {
  const source = `import { parentPort } from "node:worker_threads"\nparentPort.on("message", (html) => { ${answer} })`
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

it("cleans one text after another, and ends its thread when none comes", async () => {
  const cleaner = new Cleaner({ idleMs: 1 })
  const texts = ["<b>a</b><script>x</script>", "<i>b", "c < d"]
  const cleaned = await Promise.all(texts.map((html) => cleaner.clean(html, "a")))
  expect(cleaned).toEqual([{ html: "<b>a</b>" }, { html: "<i>b</i>" }, { html: "c &lt; d" }])
  await until(() => !cleaner.isStarted)
  expect(await cleaner.clean("<p>e", "a")).toEqual({ html: "<p>e</p>" })
})

it("lets the owners of texts take turns", async () => {
  const cleaner = new Cleaner({ entry: program("parentPort.postMessage({ html })") })
  const order: Array<string> = []
  const texts = ["a1", "a2", "a3", "b1", "b2", "c1"]
  await Promise.all(
    texts.map(async (html) => {
      await cleaner.clean(html, html.charAt(0))
      order.push(html)
    })
  )
  expect(order).toEqual(["a1", "b1", "a2", "b2", "a3", "c1"])
})

it("gives up a text whose caller is gone, in the middle of it and before, and cleans the next one", async () => {
  const cleaner = new Cleaner({ entry: program(`while (html === "stop") {}\nparentPort.postMessage({ html })`) })
  const [running, waiting] = [new AbortController(), new AbortController()]
  const settled: Array<string> = []
  const settle = (html: string) => () => void settled.push(html)
  cleaner.clean("stop", "a", running.signal).then(settle("stop"), settle("stop"))
  cleaner.clean("left", "a", waiting.signal).then(settle("left"), settle("left"))
  const next = cleaner.clean("next", "a")
  // This runs although the thread will never answer.
  await sleep(20)
  waiting.abort()
  running.abort()
  expect(await next).toEqual({ html: "next" })
  expect(settled).toEqual([])
})

it("refuses a text that takes more memory than it may", async () => {
  const entry = program(
    `if (html !== "much") return parentPort.postMessage({ html })\nfor (const all = []; ; ) all.push(Array.from({ length: 1e5 }, Math.random))`
  )
  const cleaner = new Cleaner({ entry, maxHeapMiB: 16 })
  const [much, next] = [cleaner.clean("much", "a"), cleaner.clean("next", "a")]
  expect(await much).toEqual({ wrong: "takes too much memory to be cleaned" })
  expect(await next).toEqual({ html: "next" })
})

it("rejects if its program fails, ends or is missing, and starts it again for the next text", async () => {
  const cleaner = new Cleaner({
    entry: program(
      `if (html === "fail") throw new Error("failed")\nif (html === "end") process.exit(3)\nparentPort.postMessage({ html })`
    )
  })
  const [fail, end, next] = ["fail", "end", "next"].map((html) => cleaner.clean(html, "a"))
  await Promise.all([
    expect(fail).rejects.toThrow("failed"),
    expect(end).rejects.toThrow("the thread ended with code 3"),
    expect(next).resolves.toEqual({ html: "next" })
  ])
  await expect(new Cleaner({ entry: new URL("file:///nowhere.js") }).clean("a", "a")).rejects.toThrow()
})

it("does not load the sanitiser into the thread that answers requests", async () => {
  for (const name of ["html/cleaner", "engine/restricted"]) {
    const source = await readFile(new URL(`../../src/${name}.ts`, import.meta.url), "utf8")
    expect(source).not.toMatch(/^import [^t].*restricted\.ts/m)
    expect(source).not.toContain("sanitize-html")
  }
})

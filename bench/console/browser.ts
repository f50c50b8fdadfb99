/** A Chromium for the console's measurements: what happens in its page, and what its processes take. */
import { existsSync } from "node:fs"
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core"
import { cpuMs } from "../finding.ts"

const executablePath = "/usr/bin/chromium"

/** Why this machine cannot measure the console; undefined if it can. */
export const whyNoBrowser = (): string | undefined =>
  existsSync(executablePath) ? undefined : `${executablePath} is missing; apt-get install chromium`

/** Starts a browser; it calls its maker's servers by itself, unless it may not. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--no-first-run",
      ...["background-networking", "component-update", "sync", "quic", "gpu"].map((name) => `--disable-${name}`)
    ]
  })

/** Opens an address with nothing kept from before, gives its page to a function, and closes it. */
export const inPage = async <A>(
  browser: Browser,
  address: string,
  width: number,
  use: (page: Page) => Promise<A>
): Promise<A> => {
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.addInitScript(observeTasks)
    await page.goto(address)
    return await use(page)
  } finally {
    await context.close()
  }
}

/** The browser reports each task of more than 50 ms. */
const observeTasks = `
  globalThis.longTasks = []
  new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask", buffered: true })
`

/** The milliseconds of the longest task of a page since the previous call; 0 if all were shorter than 50 ms. */
export const longestTask = async (page: Page): Promise<number> =>
  Math.max(0, ...((await page.evaluate("globalThis.longTasks.splice(0)")) as ReadonlyArray<number>))

/** What a page takes: totals of CPU time so far in milliseconds, and bytes. */
export interface Cost {
  /** The tasks of the page's main thread. */
  readonly taskMs: number
  /** All threads of the processes that run pages. */
  readonly rendererMs: number
  /** All processes of the browser. */
  readonly browserMs: number
  /** What is in use of the JavaScript heap after a collection. */
  readonly heapBytes: number
}

/** A meter of a page in a browser that has no other page. */
export const meterOf = async (browser: Browser, page: Page): Promise<() => Promise<Cost>> => {
  const ofBrowser = await browser.newBrowserCDPSession()
  const ofPage = await page.context().newCDPSession(page)
  await ofPage.send("Performance.enable")
  return async () => {
    const heapBytes = await heapOf(ofPage)
    const { metrics } = await ofPage.send("Performance.getMetrics")
    const { processInfo } = await ofBrowser.send("SystemInfo.getProcessInfo")
    const sum = (of: typeof processInfo) => of.reduce((total, { id }) => total + cpuMs(id), 0)
    return {
      heapBytes,
      taskMs: metrics.find(({ name }) => name === "TaskDuration")!.value * 1000,
      rendererMs: sum(processInfo.filter(({ type }) => type === "renderer")),
      browserMs: sum(processInfo)
    }
  }
}

const heapOf = async (session: CDPSession): Promise<number> => {
  await session.send("HeapProfiler.collectGarbage")
  return (await session.send("Runtime.getHeapUsage")).usedSize
}

/**
 * The console's pages while they are open for eight hours. The clock and the timers of a page run a hundred times as fast, and the
 * shop is as busy as in those hours: the pages ask, draw and wait as often as they would.
 */
import type { Browser, CDPSession, Page } from "playwright-core"
import { ask, makeBuyers, writing } from "../calls.ts"
import { table } from "../report.ts"
import { type Server, startServer } from "../server.ts"
import { openBrowser, whyNoBrowser } from "./browser.ts"
import { rows } from "./desk.ts"
import { sendPaced } from "./paced.ts"

const timesAsFast = 100
const hours = 8
/** In the time of the pages. */
const requestsPerSecond = 1
const orders = 2000
const quarters = 4
/** The limit of a try of the client. */
const callLimitMs = 30_000
const perSecond = requestsPerSecond * timesAsFast
const quarterSeconds = (hours * 3600) / quarters / timesAsFast
/** One request of so many makes an order. */
const perOrder = Math.floor((hours * 3600 * requestsPerSecond) / orders)

/** Prints what each page holds at the beginning and after each quarter; without a browser it measures nothing, and says so. */
export const consoleHours = async (): Promise<void> => {
  const why = whyNoBrowser()
  if (why !== undefined) return console.log(`console-hours: not measured: ${why}\n`)
  const server = await startServer("memory", 300)
  const browser = await openBrowser()
  try {
    await measured(browser, server)
  } finally {
    await browser.close()
    await server.stop()
  }
}

const measured = async (browser: Browser, server: Server): Promise<void> => {
  const busy = await sending(server)
  const pages = [
    await opened(browser, server, "today", ".today .plot"),
    await opened(browser, server, "orders", rows),
    await opened(browser, server, "requests", rows),
    await opened(browser, server, "orders", rows, "an order and the list in turns")
  ]
  await pages.at(-1)!.page.evaluate(inTurns(await newestOrder(server)))
  // Lists fill, and what is made once is made.
  await sendPaced(perSecond, quarterSeconds / 4, busy)
  const samples = [await sampled(pages)]
  for (let quarter = 0; quarter < quarters; quarter++) {
    await sendPaced(perSecond, quarterSeconds, busy)
    samples.push(await sampled(pages))
  }
  const said = `${hours} hours in ${quarterSeconds * quarters} s, ${requestsPerSecond} request a second, ${orders} new orders`
  const heads = samples.map((_, at) => (at === 0 ? "at first" : `${(at * hours) / quarters} h`))
  table(`the console's pages for ${said}; goal: no growth`, ["page", ...heads], rowsOf(pages, samples))
  await expectLive(pages[2]!, server)
}

/** Reads orders, and makes one now and then. */
const sending = async (server: Server) => {
  const [create] = await writing(server, 300)
  await makeBuyers(server, create!)
  const { headers, method, requests } = create!.load
  return async (n: number): Promise<void> => {
    const { body = "", path } = requests[n % requests.length]!
    const isOrder = n % perOrder === 0
    // A refusal, as on a busy machine, is a row like any other.
    const answer = isOrder
      ? await fetch(server.url + path, { method, headers: { ...server.headers, ...headers }, body })
      : await fetch(`${server.url}/v1.1/orders/list.json?limit=1`, { headers: server.headers })
    await answer.text()
  }
}

const newestOrder = async (server: Server): Promise<string> => {
  const [first] = (await (await ask(server, "/v1.1/orders/list.json?limit=1")).json()) as ReadonlyArray<{
    orderID: string
  }>
  return first!.orderID
}

interface Opened {
  readonly name: string
  readonly page: Page
  readonly devtools: CDPSession
  /** The calls that it has made so far. */
  readonly calls: () => number
}

/** Opens a page whose time runs fast, in a context of its own. */
const opened = async (
  browser: Browser,
  server: Server,
  place: string,
  drawn: string,
  name = place
): Promise<Opened> => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 844 } })).newPage()
  page.setDefaultTimeout(60_000)
  let calls = 0
  page.on("request", () => calls++)
  await page.addInitScript(runFast)
  await page.goto(`${server.url}/console#//${place}`)
  await page.locator(drawn).first().waitFor()
  return { name, page, devtools: await page.context().newCDPSession(page), calls: () => calls }
}

/** A server does not answer faster, so the limit of a call keeps its length. */
const runFast = `{
  const [later, each] = [globalThis.setTimeout, globalThis.setInterval]
  globalThis.setTimeout = (call, ms = 0, ...more) => later(call, ms === ${callLimitMs} ? ms : ms / ${timesAsFast}, ...more)
  globalThis.setInterval = (call, ms = 0, ...more) => each(call, ms / ${timesAsFast}, ...more)
  const begun = { date: Date.now(), ms: performance.now() }
  const [realDate, realMs] = [Date.now, performance.now.bind(performance)]
  performance.now = () => begun.ms + (realMs() - begun.ms) * ${timesAsFast}
  Date.now = () => begun.date + (realDate() - begun.date) * ${timesAsFast}
}`

/** Each minute, in the time of the page, someone looks at an order, and then at the list again. */
const inTurns = (id: string): string => `{
  const shop = location.hash.split("/").slice(0, 2).join("/")
  let turn = 0
  setInterval(() => location.assign(shop + (++turn % 2 === 0 ? "/orders" : "/orders/${id}")), 60_000)
}`

/** What a page holds after a collection. */
interface Sample {
  readonly heapBytes: number
  readonly nodes: number
  readonly listeners: number
  readonly documents: number
  readonly calls: number
}

const sampled = (pages: ReadonlyArray<Opened>): Promise<ReadonlyArray<Sample>> =>
  Promise.all(
    pages.map(async ({ calls, devtools }) => {
      await devtools.send("HeapProfiler.collectGarbage")
      const { usedSize: heapBytes } = await devtools.send("Runtime.getHeapUsage")
      const { documents, jsEventListeners: listeners, nodes } = await devtools.send("Memory.getDOMCounters")
      return { heapBytes, nodes, listeners, documents, calls: calls() }
    })
  )

const rowsOf = (pages: ReadonlyArray<Opened>, samples: ReadonlyArray<ReadonlyArray<Sample>>) =>
  pages.flatMap(({ name }, at) => {
    const of = samples.map((all) => all[at]!)
    return [
      [`${name}: heap`, ...of.map(({ heapBytes }) => `${(heapBytes / 1024 / 1024).toFixed(2)} MiB`)],
      [`${name}: nodes`, ...of.map(({ nodes }) => String(nodes))],
      [`${name}: listeners`, ...of.map(({ listeners }) => String(listeners))],
      [`${name}: documents`, ...of.map(({ documents }) => String(documents))],
      [`${name}: calls so far`, ...of.map(({ calls }) => String(calls))]
    ]
  })

/** A page that has stopped following would not grow either. */
const expectLive = async ({ page }: Opened, server: Server): Promise<void> => {
  await ask(server, "/v1.1/taxes/list.json")
  await page.locator(rows).filter({ hasText: "/taxes/list.json" }).first().waitFor()
}

/** The console in a shop of many orders: its pages, and its page of requests while 200 requests a second are answered. */
import { setTimeout } from "node:timers/promises"
import type { Browser, Page } from "playwright-core"
import { ask } from "../calls.ts"
import { cpuMs, settled } from "../finding.ts"
import { median, table } from "../report.ts"
import type { Server } from "../server.ts"
import { type Cost, inPage, longestTask, meterOf } from "./browser.ts"
import { rows } from "./desk.ts"
import { sendPaced } from "./paced.ts"

const visits = 10
const perSecond = 200
const seconds = 20

/** Measures the pages of a shop and its requests. */
export const large = async (browser: Browser, server: Server, orders: number): Promise<void> => {
  await settled(server)
  const ids = await someOrders(server, orders)
  const title = `the console with ${orders.toLocaleString("en")} orders`
  await inPage(browser, `${server.url}/console`, 1280, async (page) => {
    await page.locator(".plot").waitFor()
    table(
      `${title}: pages, each shown ${visits} times; goals 150 ms, 100 ms`,
      ["page", "the first time", "median", "the longest", "its longest task"],
      await pagesOf(browser, page, ids)
    )
    const live = await liveOf(browser, page, server, ids)
    table(
      `${title}: its page of requests at ${perSecond} requests a second for ${seconds} s`,
      ["what", "", "goal"],
      live
    )
  })
}

const someOrders = async (server: Server, orders: number): Promise<ReadonlyArray<string>> => {
  const step = Math.floor(orders / visits)
  const at = (n: number) => ask(server, `/v1.1/orders/list.json?limit=1&skip=${n * step}`)
  const found = await Promise.all(Array.from({ length: visits }, async (_, n) => (await at(n)).json()))
  return (found as ReadonlyArray<ReadonlyArray<{ orderID: string }>>).map(([one]) => one!.orderID)
}

/** What a person looks at a page before they go on; the browser loads meanwhile what other pages need. */
const glanceMs = 500

/** Shows the pages in turns, so that each is drawn again; what the heap gains meanwhile is its last row. */
const pagesOf = async (browser: Browser, page: Page, ids: ReadonlyArray<string>) => {
  const pages = [
    { name: "the list of orders", drawn: rows, placeOf: () => "orders" },
    { name: "an order", drawn: ".order .timeline li", placeOf: (n: number) => `orders/${ids[n]}` },
    { name: "today", drawn: ".today .plot", placeOf: () => "today" }
  ].map((one) => ({ ...one, times: [] as Array<number>, tasks: [] as Array<number> }))
  const meter = await meterOf(browser, page)
  let before: Cost | undefined
  for (let visit = 0; visit < visits; visit++) {
    for (const { drawn, placeOf, tasks, times } of pages) {
      await setTimeout(glanceMs)
      await longestTask(page)
      times.push((await page.evaluate(drawnAfter(placeOf(visit), drawn))) as number)
      tasks.push(await longestTask(page))
    }
    before ??= await meter()
  }
  const gained = (await meter()).heapBytes - before!.heapBytes
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [
    ...pages.map(({ name, tasks, times }) => [
      name,
      ...[times[0]!, median(times), Math.max(...times)].map(ms),
      taskText(Math.max(...tasks))
    ]),
    ["heap gained from the second round to the last", "", "", "", kib(gained)]
  ]
}

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`
/** The browser does not report shorter tasks. */
const taskText = (ms: number): string => (ms === 0 ? "below 50 ms" : `${ms.toFixed(0)} ms`)

/** Shows a page of the shop; gives the milliseconds until it is drawn whole and the browser has painted. */
const drawnAfter = (place: string, drawn: string): string => `new Promise((resolve) => {
  const began = performance.now()
  location.hash = location.hash.split("/").slice(0, 2).join("/") + "/${place}"
  const look = () => {
    const isDrawn = document.querySelector(${JSON.stringify(drawn)}) !== null && document.querySelector(".loading") === null
    requestAnimationFrame(isDrawn ? () => resolve(performance.now() - began) : look)
  }
  requestAnimationFrame(look)
})`

const liveOf = async (browser: Browser, page: Page, server: Server, ids: ReadonlyArray<string>) => {
  const followed = page.waitForResponse(/follow\.json\?.*after=/)
  await page.evaluate(`location.hash = location.hash.split("/").slice(0, 2).join("/") + "/requests"`)
  await followed
  const meter = await meterOf(browser, page)
  const read = async (n: number) => (await ask(server, `/v1.1/orders/order.json?orderID=${ids[n % ids.length]}`)).text()
  // Fills the page, which has the newest ones only.
  await sendPaced(perSecond, 5, read)
  await longestTask(page)
  const before = { ...(await meter()), serverMs: cpuMs(server.pid) }
  const began = performance.now()
  const sent = await sendPaced(perSecond, seconds, read)
  const wallMs = performance.now() - began
  const serverMs = cpuMs(server.pid) - before.serverMs
  const after = await meter()
  const share = (ms: number) => `${((ms / wallMs) * 100).toFixed(1)} % of a core`
  return [
    ["requests answered a second", ((sent / wallMs) * 1000).toFixed(0), String(perSecond)],
    ["tasks of the page, by the clock", share(after.taskMs - before.taskMs), ""],
    ["the process of the page", share(after.rendererMs - before.rendererMs), ""],
    ["all processes of the browser", share(after.browserMs - before.browserMs), "25 %"],
    ["the server", share(serverMs), ""],
    ["longest task of the page", taskText(await longestTask(page)), "100 ms"],
    ["rows in the page", String(await page.locator("table.requests tbody tr").count()), ""],
    ["heap before", kib(before.heapBytes), ""],
    ["heap gained", kib(after.heapBytes - before.heapBytes), "no growth"]
  ]
}

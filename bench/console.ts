/**
 * Measures the console in a real Chromium: the clicks and the time of what people do in a demo shop, then its pages in a shop of
 * `BENCH_ORDERS` orders (100,000 by default).
 */
import type { Browser } from "playwright-core"
import { sized } from "./beside-plain.ts"
import { inPage, openBrowser, whyNoBrowser } from "./console/browser.ts"
import { Desk, rowOf, rows, tell } from "./console/desk.ts"
import { large } from "./console/large.ts"
import { productStories } from "./console/product-stories.ts"
import { programStories } from "./console/program-stories.ts"
import { shopStories } from "./console/shop-stories.ts"
import { table } from "./report.ts"
import { startServer } from "./server.ts"

/** Prints the stories and the pages; without a browser it measures nothing, and says so. */
export const consoleBench = async (): Promise<void> => {
  const why = whyNoBrowser()
  if (why !== undefined) return console.log(`console: not measured: ${why}\n`)
  const browser = await openBrowser()
  try {
    await tellAll(browser)
    const orders = Number(process.env["BENCH_ORDERS"] ?? sized(100_000))
    const server = await startServer("sqlite", orders)
    await large(browser, server, orders)
    await server.stop()
  } finally {
    await browser.close()
  }
}

const tellAll = async (browser: Browser): Promise<void> => {
  const began = performance.now()
  const server = await startServer("memory", 300, ["--allow-private-urls"])
  const first = await inPage(browser, `${server.url}/console`, 1280, async (page) => {
    const desk = new Desk(page, server)
    await desk.click(page.getByRole("link", { name: "Orders", exact: true }))
    await page.locator(rows).first().waitFor()
    desk.longestMs = performance.now() - began
    return rowOf({ name: "1 the server is started, until the list of orders", clicks: 1, withinMs: 30_000 }, desk)
  })
  const lines = [first]
  // The erasure of a person, in a story of shops, makes the server forget the bodies that programs sent.
  for (const story of [...programStories, ...shopStories, ...productStories])
    lines.push(
      await tell(browser, server, story).catch((cause: Error) => [
        story.name,
        "",
        "",
        `failed: ${cause.message.split("\n")[0]}`,
        ""
      ])
    )
  await server.stop()
  lines.sort(([one], [other]) => Number.parseInt(one!, 10) - Number.parseInt(other!, 10))
  table("what people do in the console", ["story", "clicks", "goal", "took", "goal"], lines)
}

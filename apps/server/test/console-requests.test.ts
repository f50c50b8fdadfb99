/** What people do with the last requests in the console, in a real browser. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { callShop, desk, expectSound, rows, screens, show, story, withConsole } from "./console-given.ts"

withConsole()

/** A call of the console, which the page of requests hides. */
const own = `fetch("/control/v1/faults/list.json?shop=" + location.hash.split("/")[1], { headers: { "bottega-console": "1" } }).then((one) => one.status)`

const begunAt = async (page: Page, place: string) => {
  await page.locator(rows).first().waitFor()
  const followed = page.waitForResponse(/follow\.json\?.*after=/)
  await show(page, place)
  await page.getByRole("heading", { name: "Requests", exact: true }).waitFor()
  await followed
}

/** A brand whose making is refused for one field. */
const refused = () => callShop("POST", "/brands/brand.json", { name: "Replayed", description: "Linen", disabled: "7" })

story(
  "requests appear as they are answered, in one stream, as the filter says, and only the newest stay",
  desk,
  async (page) => {
    await begunAt(page, "requests")
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await callShop("GET", "/taxes/list.json")
    await page.getByRole("row").filter({ hasText: "/v1.1/taxes/list.json" }).waitFor()
    await page.getByRole("button", { name: "Filter" }).click()
    await page.locator("#filter-status").fill("4")
    const narrowed = page.waitForResponse(/follow\.json\?.*after=/)
    await page.getByRole("button", { name: "Apply" }).click()
    await narrowed
    await refused()
    await callShop("GET", "/taxes/list.json")
    const shown = page.locator("table.requests tbody tr")
    await shown.filter({ hasText: "/v1.1/brands/brand.json" }).first().waitFor()
    expect(await shown.filter({ hasText: "/v1.1/taxes/list.json" }).count()).toBe(0)
    const widened = page.waitForResponse(/follow\.json\?.*after=/)
    await page.getByRole("button", { name: "Remove the filter Status" }).click()
    await widened
    for (let at = 0; at < 150; at++) await callShop("GET", "/countries/list.json")
    // What the console itself asks for is hidden, and takes no room.
    for (let at = 0; at < 10; at++) expect(await page.evaluate(own)).toBe(200)
    await callShop("GET", "/countries/list.json")
    await page.locator("table.requests").waitFor()
    const others = shown.filter({ hasNotText: "/v1.1/countries/list.json" }).and(page.locator(":not(.space)"))
    await expect.poll(() => others.count(), { timeout: 60_000 }).toBe(0)
    expect(await page.locator("table.requests").getAttribute("aria-rowcount")).toBe("100")
    // The list is read once for each stream, however many requests there are.
    expect(asked.filter((path) => path === "/control/v1/requests/list.json").length).toBeLessThanOrEqual(2)
  }
)

story("a page that begins shows requests of programs that are older than a hundred of its own", desk, async (page) => {
  await page.locator(rows).first().waitFor()
  await callShop("GET", "/taxes/list.json")
  await page.evaluate(`Promise.all(Array.from({ length: 120 }, () => ${own}))`)
  await show(page, "requests")
  await page.getByRole("row").filter({ hasText: "/v1.1/taxes/list.json" }).first().waitFor()
})

story("a thousand requests are drawn a few times a second, in the elements of those that leave", desk, async (page) => {
  await begunAt(page, "requests")
  await callShop("GET", "/taxes/list.json")
  await page.getByRole("row").filter({ hasText: "/v1.1/taxes/list.json" }).first().waitFor()
  await page.evaluate(countDrawings)
  for (let sent = 0; sent < 1000; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => callShop("GET", "/countries/list.json")))
  const others = page.locator(rows).filter({ hasNotText: "/v1.1/countries/list.json" })
  await expect.poll(() => others.count(), { timeout: 60_000 }).toBe(0)
  const { drawings, frames, passedMs, rowsMade } = (await page.evaluate("globalThis.drawn()")) as Drawn
  // One at once after a pause, then each 250 ms: a slower machine draws less often.
  expect(drawings).toBeLessThanOrEqual(passedMs / 250 + 1)
  // Preact asks for a frame when a drawing has effects, which a table has while it grows to its whole length.
  expect(frames).toBeLessThanOrEqual(drawings)
  // A window of 844 px shows 20 rows; 12 more are beyond its edges.
  expect(rowsMade).toBeLessThanOrEqual(32)
  expect(await page.locator(rows).count()).toBeLessThanOrEqual(32)
})

/** What changed in the table of requests: how often, during how long, and how many elements its rows had; and the frames that were asked for. */
interface Drawn {
  readonly drawings: number
  readonly frames: number
  readonly passedMs: number
  readonly rowsMade: number
}

const countDrawings = `(() => {
  const began = performance.now()
  let [drawings, frames] = [0, 0]
  const body = document.querySelector("table.requests tbody")
  const made = new Set(body.querySelectorAll("tr:not(.space)"))
  new MutationObserver((changes) => {
    drawings++
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.localName === "tr" && node.className !== "space") made.add(node)
  }).observe(body, { attributes: true, characterData: true, childList: true, subtree: true })
  const ask = requestAnimationFrame
  globalThis.requestAnimationFrame = (callback) => {
    frames++
    return ask(callback)
  }
  globalThis.drawn = () => ({ drawings, frames, rowsMade: made.size, passedMs: performance.now() - began })
})()`

story("rows that have left the page are freed", desk, async (page) => {
  await begunAt(page, "requests")
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Performance.enable")
  const replaced = async (path: string) => {
    for (let at = 0; at < 150; at++) await callShop("GET", path)
    await expect.poll(() => page.locator(rows).filter({ hasNotText: path }).count(), { timeout: 60_000 }).toBe(0)
  }
  const nodes = async () => {
    await devtools.send("HeapProfiler.collectGarbage")
    const { metrics } = await devtools.send("Performance.getMetrics")
    return metrics.find(({ name }) => name === "Nodes")!.value
  }
  // The first requests fill a page that may still be without rows.
  for (const path of ["/brands/list.json", "/countries/list.json"]) await replaced(path)
  const before = await nodes()
  for (const path of ["/taxes/list.json", "/brands/list.json", "/countries/list.json"]) await replaced(path)
  // A row has 18 nodes, and 450 requests have left the page since.
  await expect.poll(async () => (await nodes()) - before, { timeout: 60_000 }).toBeLessThan(32 * 18)
})

story("a row that has the keyboard stays where it is until the keyboard leaves it", desk, async (page) => {
  await begunAt(page, "requests")
  await callShop("GET", "/taxes/list.json")
  const first = page.locator(rows).first()
  await first.filter({ hasText: "/taxes/list.json" }).waitFor()
  await first.getByRole("link").focus()
  for (let at = 0; at < 40; at++) await callShop("GET", "/countries/list.json")
  await page.getByRole("button", { name: "40 new requests: show" }).waitFor()
  expect(await first.textContent()).toContain("/taxes/list.json")
  await page.getByRole("button", { name: "40 new requests: show" }).click()
  await first.filter({ hasText: "/countries/list.json" }).waitFor()
})

story("a refused request is mended and sent again as its program, beside the answer before", desk, async (page) => {
  await begunAt(page, "requests")
  await refused()
  await page
    .getByRole("row")
    .filter({ hasText: "400" })
    .filter({ hasText: "/brand.json" })
    .first()
    .getByRole("link")
    .click()
  await page.getByText("Send it again as a program, and compare").click()
  await page.getByLabel("Body").fill("name=Replayed&description=Linen&disabled=0")
  await page.getByRole("button", { name: "Send and compare" }).click()
  const answers = page.locator(".replay .halves section")
  await answers.first().getByText("400").first().waitFor()
  await answers.last().getByText("200").first().waitFor()
  expect(await answers.first().locator("ins.line-gone").count()).toBeGreaterThan(0)
  expect(await answers.last().locator("ins.line-new").count()).toBeGreaterThan(0)
  await page.getByRole("button", { name: "PHP" }).click()
  await page.getByText("curl_init").waitFor()
})

describe.each(screens)("at $width px, in both themes", (screen) => {
  story("axe finds nothing, and nothing is wider than the screen", screen, async (page) => {
    await begunAt(page, "requests")
    await refused()
    const row = page.getByRole("row").filter({ hasText: "400" }).filter({ hasText: "/brand.json" }).first()
    await row.waitFor()
    await expectSound(page, "requests")
    await row.getByRole("link").click()
    await page.getByText("Send it again as a program, and compare").click()
    await page.getByRole("button", { name: "Send and compare" }).click()
    await page.locator(".replay .halves").waitFor()
    await expectSound(page, "request")
  })
})

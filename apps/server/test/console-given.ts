/** What tests of the console share: a demo shop that is served, a browser, and stories in it. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Result } from "effect"
import type { Page, Request, Response } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { configOf } from "../src/config/config.ts"
import { type Running, serve } from "../src/start/serve.ts"
import { type Browser, browse, openBrowser, type Screen, whyNoBrowser } from "./browser.ts"
import { keptLog } from "./given.ts"

const why = whyNoBrowser()
let browser: Browser
let server: Running

/**
 * Serves a demo shop and opens a browser for the stories of a file, which calls it once: files may share a worker, and its modules.
 * The shop depends on the time at which it is made; among a thousand orders there are always some that wait to be prepared or sent.
 */
export const withConsole = (orders = 1000): void => {
  beforeAll(async () => {
    if (why !== undefined) return
    const flags = ["--memory", "--demo", "--demo-orders", String(orders), "--port", "0", "--allow-private-urls"]
    browser = await openBrowser()
    server = await serve(Result.getOrThrow(configOf(flags, {})), { log: keptLog() })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
}

/** The server of the file's stories. */
export const running = (): Running => server

/** The list of orders, of whichever shop the person has. */
const orders = "#//orders"

/** Runs a story, which begins at the list of orders, where there is a browser; elsewhere its name and the reason are printed. */
export const story = (name: string, screen: Screen & { readonly at?: string }, test: (page: Page) => Promise<void>) =>
  it(name, async () => {
    if (why !== undefined) return console.log(`not run: ${name}: ${why}`)
    const { at = orders, ...rest } = screen
    const { elsewhere, errors } = await browse(browser, `${server.url}/console${at}`, rest, test)
    // A browser reports each answer that is not a success: nobody has signed in at first, and a story has a refusal.
    expect({
      elsewhere,
      errors: errors.filter((one) => !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(one))
    }).toEqual({
      elsewhere: [],
      errors: []
    })
  })

/** The screen of a desk. */
export const desk = { width: 1280 }
/** The rows of a list. */
export const rows = "table.list tbody tr:not(.space)"
/** The fragment of the page's address. */
export const hashOf = (page: Page): Promise<string> => page.evaluate("location.hash")
/**
 * Shows another page of the shop, `orders` or `products/1`, and waits until nothing is left of the page before it. A filter
 * of the same page, as in `orders?status=1`, changes its rows, for which the story waits.
 */
export const show = async (page: Page, place: string) => {
  await page.evaluate(`(() => {
    const [path] = location.hash.split("?")
    const next = path.split("/").slice(0, 2).join("/") + "/${place}"
    if (path !== next.split("?")[0]) document.querySelector("main h1")?.setAttribute("data-left", "")
    location.assign(next)
  })()`)
  await page.locator("[data-left]").waitFor({ state: "detached" })
}
/** Waits until no part of the page says that it loads. */
export const loaded = (page: Page) => expect.poll(() => page.locator(".loading").count()).toBe(0)

const axe = why === undefined ? readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8") : ""

/**
 * The rules of axe that look at colours. The dark theme changes nothing else: it is the second value of each `light-dark` in the
 * console's style, so no other rule can find something in it that it does not find in the light one.
 */
const rulesOfColours = ["color-contrast", "link-in-text-block"]

/**
 * What axe finds wrong in a page, in either theme. The page's policy lets no script in, so axe comes in through the browser's own
 * protocol, once for each load.
 */
export const violationsIn = async (page: Page): Promise<ReadonlyArray<string>> => {
  if (await page.evaluate("!('axe' in globalThis)")) await page.evaluate(axe)
  const light = await found(page, {})
  await page.emulateMedia({ colorScheme: "dark" })
  const dark = await found(page, { runOnly: rulesOfColours })
  await page.emulateMedia({ colorScheme: "light" })
  return [...light, ...dark.map((one) => `dark: ${one}`)]
}

const found = async (page: Page, options: object): Promise<ReadonlyArray<string>> => {
  const run = `axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...options })})`
  const { violations } = (await page.evaluate(run)) as {
    violations: ReadonlyArray<{ id: string; nodes: ReadonlyArray<{ html: string }> }>
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)
}

/** What is wrong in a page that anyone can find: axe's violations, and whether something is wider than the screen. */
export const soundOf = async (page: Page) => {
  await loaded(page)
  return { violations: await violationsIn(page), isWithinScreen: await page.evaluate(isWithin) }
}
const isWithin =
  "[document.documentElement, document.querySelector('main')].every((one) => one.scrollWidth <= one.clientWidth)"

/** Expects nothing of axe on a page, and nothing wider than the screen. */
export const expectSound = async (page: Page, place: string) =>
  expect([place, await soundOf(page)]).toEqual([place, { violations: [], isWithinScreen: true }])

/**
 * What a page asks for while it is shown: at first, and only after an answer. Lists of paths, in the alphabet's sequence; what is asked for
 * again is not in the second one, and what the shell asks for now and then is in neither.
 */
export const callsOf = async (page: Page, show: () => Promise<void>) => {
  const first = new Map<Request, string>()
  const later = new Set<string>()
  let isAnswered = false
  const begin = (request: Request) => {
    const path = pathOf(new URL(request.url()).pathname)
    if (path === undefined) return
    if (isAnswered) later.add(path)
    else first.set(request, path)
  }
  const answer = (response: Response) => {
    isAnswered ||= first.has(response.request())
  }
  page.on("request", begin).on("response", answer)
  await show()
  page.off("request", begin).off("response", answer)
  const paths = [...first.values()].toSorted()
  return { first: paths, later: [...later].filter((path) => !paths.includes(path)).toSorted() }
}

const pathOf = (path: string): string | undefined => {
  const [, operation] = /\/(?:control\/v1(?:\/shop\/\w+)?|v1\.1)\/(.*)\.json$/.exec(path) ?? []
  return operation === "faults/list" || operation === "clock" ? undefined : operation
}

/** What stories read of answers. */
interface Answer {
  readonly id: string
  readonly url: string
  readonly now: string
}

/** Calls the demo shop as a program does, with its key set. */
export const callShop = async (method: string, path: string, body?: Readonly<Record<string, string>>) => {
  const { exchange, key } = running().credentials
  const headers = { key: key!, exchange: exchange!, "content-type": "application/x-www-form-urlencoded" }
  const sent = body === undefined ? {} : { body: new URLSearchParams(body).toString() }
  const answer = await fetch(`${running().url}/v1.1${path}`, { method, headers, ...sent })
  return { status: answer.status, data: (await answer.json()) as Answer }
}

/** A code of the demo shop's owner. */
export const codeOfOwner = async (): Promise<string> => {
  const html = await (await fetch(`${running().url}/console`)).text()
  return /<meta name="code" content="([^"]+)"/.exec(html)![1]!
}

/** Calls an operation on the demo shop as the operator does. */
export const callControl = async (method: string, path: string, given: Readonly<Record<string, string>> = {}) => {
  const { shop, token } = running().credentials
  const sent = new URLSearchParams({ shop: shop!, ...given }).toString()
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" }
  const address = `${running().url}/control/v1${path}`
  const answer = await (method === "GET"
    ? fetch(`${address}?${sent}`, { headers })
    : fetch(address, { method, headers, body: sent }))
  return { status: answer.status, data: (await answer.json()) as Answer }
}

/** The screens on which every page is looked at, each in both themes. */
export const screens = [{ width: 1280 }, { width: 390 }] as const

/** A person at the console, whose clicks are counted. */
import type { Browser, Locator, Page } from "playwright-core"
import { ask } from "../calls.ts"
import type { Server } from "../server.ts"
import { inPage } from "./browser.ts"

/** The rows of a list. */
export const rows = "table.list tbody tr:not(.space)"

/** What a person does, and what they may need for it. */
export interface Story {
  readonly name: string
  /** The clicks that it may take; absent if it has no bound. */
  readonly clicks?: number
  /** The milliseconds that it may take, or each of its parts if it has several; absent if it has no bound. */
  readonly withinMs?: number
  /** The page that it begins at: `orders`, `products/1`. */
  readonly at: string
  readonly width?: number
  /** Signs in as the operator; others are signed in as the demo shop's owner. */
  readonly isOperator?: true
  readonly run: (desk: Desk) => Promise<void>
}

/** A page of the console, and a person who clicks in it. */
export class Desk {
  readonly page: Page
  readonly server: Server
  clicks = 0
  /** The longest part so far. */
  longestMs = 0
  #began = 0

  constructor(page: Page, server: Server) {
    this.page = page
    this.server = server
  }

  /** What was done before was preparation: neither its clicks nor its time count. */
  begin(): void {
    this.clicks = 0
    this.#began = performance.now()
  }

  /** Ends a part of the story, and begins the next. */
  lap(): void {
    const now = performance.now()
    this.longestMs = Math.max(this.longestMs, now - this.#began)
    this.#began = now
  }

  async click(what: Locator, options: Parameters<Locator["click"]>[0] = {}): Promise<void> {
    this.clicks++
    await what.click(options)
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true })
  }

  /** Shows another page of the shop. */
  async show(place: string): Promise<void> {
    await this.page.evaluate(`location.hash = location.hash.split("/").slice(0, 2).join("/") + "/${place}"`)
  }

  /** Calls the shop as a program does; the answer may be a refusal. */
  async call(method: string, path: string, body?: object): Promise<Response> {
    const headers = { ...this.server.headers, "content-type": "application/json" }
    return fetch(`${this.server.url}/v1.1/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) })
    })
  }
}

/** Changes something as the operator does. */
export const operate = (server: Server, method: string, path: string, body = ""): Promise<Response> =>
  ask(server, `/control/v1/${path}`, {
    method,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body
  })

/** Tells a story; gives the row of the table. */
export const tell = async (browser: Browser, server: Server, story: Story): Promise<ReadonlyArray<string>> => {
  const { at, isOperator, run, width = 1280 } = story
  const signIn = async () =>
    ((await (await operate(server, "POST", "session/code.json")).json()) as { url: string }).url
  const address = isOperator ? await signIn() : `${server.url}/console#//${at}`
  return inPage(browser, address, width, async (page) => {
    const desk = new Desk(page, server)
    await page.locator("main h1").first().waitFor()
    if (isOperator) await desk.show(at)
    await run(desk)
    return rowOf(story, desk)
  })
}

/** The row of a story in the table. */
export const rowOf = (
  { clicks, name, withinMs }: Pick<Story, "clicks" | "name" | "withinMs">,
  taken: Pick<Desk, "clicks" | "longestMs">
): ReadonlyArray<string> => [
  name,
  String(taken.clicks),
  clicks === undefined ? "" : String(clicks),
  `${taken.longestMs.toFixed(0)} ms`,
  withinMs === undefined ? "" : `${withinMs.toLocaleString("en")} ms`
]

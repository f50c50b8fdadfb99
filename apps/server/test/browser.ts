/** A headless browser for the tests of pages: one of Debian's, where it is installed. */
import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"

export type { Browser }

/** The first one has the engine of the second without the parts of a desktop: it loads a page in two fifths of the CPU time. */
const executablePath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path))

/** Why this machine cannot run a test in a browser; undefined if it can. */
export const whyNoBrowser = (): string | undefined =>
  executablePath === undefined ? "there is no Chromium; apt-get install chromium-headless-shell" : undefined

/** What happened in a page: what it asked other servers for, and what went wrong in it. */
export interface Happened {
  readonly elsewhere: ReadonlyArray<string>
  readonly errors: ReadonlyArray<string>
}

/** Starts a browser; its temporary profile goes with it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath!,
    timeout: 3 * stepTimeoutMs,
    args: ["--no-sandbox", "--no-first-run", ...quiet]
  })

/** How a page is opened. */
export interface Screen {
  readonly width: number
  readonly dark?: boolean
  /** What happens before the address is asked for. */
  readonly before?: (page: Page) => Promise<void>
}

/** Opens an address with nothing kept from before, runs the test in its page, and gives what happened meanwhile. */
export const browse = async (
  browser: Browser,
  address: string,
  { before, dark = false, width }: Screen,
  test: (page: Page) => Promise<void>
): Promise<Happened> => {
  const viewport = { width, height: 844 }
  const context = await browser.newContext({ viewport, colorScheme: dark ? "dark" : "light" })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(stepTimeoutMs)
    const happened = watch(page, new URL(address).origin)
    await before?.(page)
    await page.goto(address)
    await test(page)
    return happened
  } finally {
    await context.close()
  }
}

/** The time that a step in a page has; it only bounds a hang. */
export const stepTimeoutMs = 60_000

/** The browser calls its maker's servers by itself, unless it may not. */
const quiet = ["background-networking", "component-update", "sync", "quic", "gpu"].map((name) => `--disable-${name}`)

const watch = (page: Page, origin: string): Happened => {
  const elsewhere: Array<string> = []
  const errors: Array<string> = []
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith("http") && asked !== origin) elsewhere.push(request.url())
  })
  page.on("pageerror", (error) => errors.push(error.message))
  // What the page's policy refuses is reported here, as is each answer that is not a success.
  page.on("console", (message) => {
    const isError = message.type() === "error" || /validation/i.test(message.text())
    if (isError) errors.push(message.text())
  })
  return { elsewhere, errors }
}

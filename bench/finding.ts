/**
 * Measures finding in a shop with a million orders and a hundred thousand products: CPU time of the server, of the first call of a
 * server that has just started on the file and of later calls that ask for something else each time.
 */
import { readdirSync, readFileSync } from "node:fs"
import { collections } from "@bottega/domain/areas"
import { productFrom, stockAfter } from "@bottega/domain/areas/products"
import { sized } from "./beside-plain.ts"
import { ask } from "./calls.ts"
import { filled, insert } from "./filled.ts"
import { median, table } from "./report.ts"
import { joinServer, type Server, startServer } from "./server.ts"

const { inventory, products } = collections

/** Makes the shop and measures. */
export const finding = async (): Promise<void> => {
  const first = await startServer("sqlite", sized(1_000_000))
  await fillProducts(first, sized(100_000))
  await first.stop()
  await measureFinding(first)
}

/** Above every uid of the demo shop. */
const firstUid = 1_000_000

/** Products that begin with the same words and SKUs; every thousandth is low. */
const fillProducts = (server: Server, size: number): Promise<void> =>
  filled(server, "sqlite", [products, inventory], size, (n) => {
    const code = codeOf(n)
    const titled = { code, title: `Linen lamp ${n % 500}`, price: 10, status: 1 as const }
    const product = productFrom(firstUid + n, titled, 1_700_000_000 + n)
    const stock = stockAfter(product, undefined, { quantity: n % 1000 === 0 ? 1 : 50 })
    return [insert(products, product), insert(inventory, stock)]
  })

const codeOf = (n: number): string => `BENCH-${String(n).padStart(6, "0")}`

/** What is asked, the nth time in another way. */
const questions: Readonly<Record<string, (n: number) => string>> = {
  "an order's number": (n) => `search.json?q=${1000 + 37 * n}`,
  "a name": (n) => `search.json?q=${["rossi", "bianchi", "ferrari", "russo", "romano"][n % 5]}&limit=${10 + n}`,
  "a first and a last name": (n) => `search.json?q=anna+${["rossi", "bianchi", "ferrari"][n % 3]}&limit=${10 + n}`,
  "words of a title": (n) => `search.json?q=linen+lamp+${n}`,
  "the beginning of a SKU": (n) => `search.json?q=bench-0${String(n).padStart(2, "0")}`,
  "a page of the stock": (n) => `inventory/levels.json?limit=${50 + n}`,
  "SKUs whose stock is below a number": (n) => `inventory/levels.json?below=5&limit=${50 + n}`,
  "orders by day, ten weeks": (n) => `orders/days.json?from=2025-${monthOf(n)}-${dayOf(n)}&to=2025-${monthOf(n + 2)}-28`
}
const twoDigits = (n: number): string => String(n).padStart(2, "0")
const dayOf = (n: number): string => twoDigits(1 + (n % 28))
const monthOf = (n: number): string => twoDigits(1 + (n % 10))
const warmCalls = 40

/** Measures a server's store, once its orders are summed by day. */
const measureFinding = async (ended: Server): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const [name, question] of Object.entries(questions)) {
    const server = { ...(await joinServer(ended)), shop: ended.shop }
    await settled(server)
    const cold = await costOf(server, question(0))
    const warm: Array<number> = []
    for (let n = 1; n <= warmCalls; n++) warm.push(await costOf(server, question(n)))
    rows.push([name, ...[cold, median(warm), Math.max(...warm)].map((ms) => `${ms.toFixed(1)} ms`)])
    await server.stop()
  }
  table("finding: CPU time of the server", ["what", "first call", "later calls", "the longest of them"], rows)
}

/** Waits until the server has nothing else to do: its start, and sums that are still to be made, are not what is measured. */
export const settled = async ({ pid }: Server): Promise<void> => {
  for (let quiet = 0; quiet < 3; ) {
    const before = cpuMs(pid)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    quiet = cpuMs(pid) - before < 20 ? quiet + 1 : 0
  }
}

const costOf = async (server: Server, question: string): Promise<number> => {
  const before = cpuMs(server.pid)
  await (await ask(server, `/control/v1/${question}&shop=${server.shop}`)).text()
  return cpuMs(server.pid) - before
}

/** The CPU time of all threads of a process so far, in milliseconds; the kernel counts it in nanoseconds here. */
export const cpuMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadMs(pid, thread), 0)

const threadMs = (pid: number, thread: string): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6
  } catch {
    // The thread has ended.
    return 0
  }
}

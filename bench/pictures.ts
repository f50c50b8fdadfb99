/** Measures the effect of many large pictures at once on a server: its event loop, its memory, and that of its decoders. */
import { readdirSync, readFileSync } from "node:fs"
import sharp from "sharp"
import { table } from "./report.ts"
import { type Server, startServer } from "./server.ts"

/** How many arrive at once. */
const count = 20

export const pictures = async (): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const [name, bytes] of await kinds()) rows.push([name, ...(await measured(bytes))])
  table(
    `${count} pictures at once, sqlite; an event loop's p99 of 50 ms is the bound`,
    [
      "picture",
      "size",
      "answers",
      "all within",
      "p99",
      "most work in a turn",
      "server grew by",
      "decoders took",
      "a read within"
    ],
    rows
  )
  const status = await killed()
  console.log(`A decoder killed in the middle of a picture: ${status.join(", ")}\n`)
}

const MiB = 1024 * 1024
type Kind = readonly [name: string, bytes: Buffer]

const kinds = async (): Promise<ReadonlyArray<Kind>> => {
  const [width, height] = [8660, 5773]
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const
  const small = sharp({ create: { width: 1200, height: 800, channels: 3, background: "#000", noise } })
  const raw = await small.resize(width, height).removeAlpha().raw().toBuffer()
  const whole = () => sharp(raw, { raw: { width, height, channels: 3 } })
  const padded = Buffer.alloc(9 * MiB)
  ;(await whole().resize(3000).jpeg({ quality: 90 }).toBuffer()).copy(padded)
  return [
    ["9 MiB of JPEG", padded],
    ["50 megapixels of JPEG", await whole().jpeg({ quality: 70 }).toBuffer()],
    ["the same, progressive", await whole().jpeg({ quality: 70, progressive: true }).toBuffer()],
    ["50 megapixels of PNG", await whole().threshold().png({ compressionLevel: 3 }).toBuffer()],
    ["50 megapixels of WebP", await whole().webp({ quality: 70, effort: 0 }).toBuffer()],
    ["50 megapixels of AVIF", await whole().avif({ quality: 45, effort: 0 }).toBuffer()]
  ]
}

const measured = async (bytes: Buffer): Promise<ReadonlyArray<string>> => {
  const server = await startServer("sqlite", 0, ["--no-throttle"], true)
  await send(
    server,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
      .png()
      .toBuffer()
  )
  const { rss } = await server.watch()
  const decoders = peakOf(server.pid)
  const reads = readsOf(server)
  const begun = performance.now()
  const statuses = await Promise.all(Array.from({ length: count }, (_, at) => send(server, distinct(bytes, at))))
  const ms = performance.now() - begun
  const slowest = await reads()
  const seen = await server.watch()
  await server.stop()
  return [
    `${(bytes.length / MiB).toFixed(1)} MiB`,
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${all.length} × ${status}`).join(", "),
    `${(ms / 1000).toFixed(1)} s`,
    `${seen.p99.toFixed(1)} ms`,
    `${seen.busy.toFixed(0)} ms`,
    `${((seen.peak - rss) / MiB).toFixed(0)} MiB`,
    `${decoders().toFixed(0)} MiB`,
    `${slowest.toFixed(0)} ms`
  ]
}

/** The same picture with other bytes behind it, so that the store has not got it already. */
const distinct = (bytes: Buffer, at: number): Buffer =>
  bytes.length === 9 * MiB
    ? Buffer.concat([bytes.subarray(0, -4), Buffer.from([at, 1, 1, 1])])
    : Buffer.concat([bytes, Buffer.from([at])])

const send = async ({ headers, url }: Server, bytes: Buffer): Promise<number> => {
  const body = `{"base64":"${bytes.toString("base64")}"}`
  const response = await fetch(`${url}/v1.1/gallery/image.json`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body
  })
  await response.text()
  return response.status
}

/** Reads a small list again and again; gives the longest that one took, in milliseconds. */
const readsOf = ({ headers, url }: Server): (() => Promise<number>) => {
  let [slowest, isOver] = [0, false]
  const all = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await (await fetch(`${url}/v1.1/store/info.json`, { headers: { ...headers } })).text()
      slowest = Math.max(slowest, performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return async () => {
    isOver = true
    await all
    return slowest
  }
}

/** Watches the processes that a server started; returns their peak memory together, in MiB. */
const peakOf = (pid: number): (() => number) => {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(
      peak,
      childrenOf(pid).reduce((sum, child) => sum + residentOf(child), 0)
    )
  }, 50)
  return () => {
    clearInterval(timer)
    return peak
  }
}

const childrenOf = (pid: number): ReadonlyArray<string> =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const children = readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")
    return children.split(" ").filter((child) => child !== "")
  })

const residentOf = (pid: string): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Kills the decoder while a picture is being decoded; gives the statuses of that picture and of the one behind it. */
const killed = async (): Promise<ReadonlyArray<number>> => {
  const server = await startServer("sqlite", 0, ["--no-throttle"], true)
  const [, bytes] = (await kinds()).at(-2)!
  await send(server, distinct(bytes, 0))
  const answers = [send(server, distinct(bytes, 1)), send(server, distinct(bytes, 2))]
  await new Promise((resolve) => setTimeout(resolve, 400))
  for (const child of childrenOf(server.pid)) process.kill(Number(child), "SIGKILL")
  const statuses = await Promise.all(answers)
  await server.stop()
  return statuses
}

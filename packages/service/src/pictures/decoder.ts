/**
 * The program of a decoder process: it is sent one path after another, and answers each with what the picture is. Native
 * code decodes what strangers sent, so a crash, a leak or an endless loop must end this process and nothing else.
 */
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { constants, setPriority } from "node:os"
import { headerOf } from "./headers/header.ts"
import { overLimits } from "./limits.ts"
import type { BoundedJob, Decoded, Reply } from "./protocol.ts"

const reply = (answer: Reply): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(answer, undefined, undefined, () => resolve())
  })

const decode = async ({ maxRssBytes, path, thumbnailPath }: BoundedJob): Promise<Decoded> => {
  const bytes = await readFile(path)
  const header = headerOf(bytes)
  const wrong = typeof header === "string" ? header : overLimits(header)
  if (typeof header === "string" || wrong !== undefined) return { wrong: wrong ?? "" }
  const { shownOf } = await import("./thumbnail.ts")
  const shown = await shownOf(bytes).catch(() => undefined)
  if (shown === undefined) return { wrong: `is a damaged ${header.type.slice("image/".length)} picture` }
  if (process.memoryUsage.rss() > maxRssBytes) return { wrong: tooMuch(maxRssBytes) }
  const { height, thumbnail, width } = shown
  await writeFile(thumbnailPath, thumbnail, { mode: 0o600 })
  const digest = createHash("sha256").update(thumbnail).digest("hex")
  return { type: header.type, width, height, thumbnail: { digest, size: thumbnail.length } }
}

const answer = async (job: BoundedJob): Promise<void> => {
  try {
    await reply({ decoded: await decode(job), rssBytes: process.memoryUsage.rss() })
  } catch (error) {
    await reply({ failed: String(error) })
  }
}

/** Ends at once, whatever native code is doing. */
const end = (): void => void process.kill(process.pid, "SIGKILL")

let limitBytes = Number.POSITIVE_INFINITY

/** Decoding runs on another thread, so this one can watch what it takes. */
const watchMemory = (): void => {
  setInterval(() => {
    const rssBytes = process.memoryUsage.rss()
    if (rssBytes > limitBytes) void reply({ decoded: { wrong: tooMuch(limitBytes) }, rssBytes }).then(end)
  }, 50).unref()
}
const tooMuch = (bytes: number): string => `takes more than ${bytes / 1024 / 1024} MiB to decode`

/** Requests are answered before pictures are decoded, and where memory runs out this process is the one to go. */
const standBack = async (): Promise<void> => {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    await writeFile("/proc/self/oom_score_adj", "1000")
  } catch {
    // Only Linux has the second, and no system needs to allow the first.
  }
}

await standBack()
watchMemory()
process.on("message", (job: BoundedJob) => {
  limitBytes = job.maxRssBytes
  void answer(job)
})
// Nobody asks any more: the server has ended, however that came.
process.on("disconnect", end)

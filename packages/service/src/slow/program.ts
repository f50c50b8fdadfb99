/** The worker's side of slow work: a program that takes one job after another, and answers each. */
import { writeFile } from "node:fs/promises"
import { constants, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"

/** The message to a worker. */
export interface Sent<In> {
  readonly input: In
  readonly maxBytes: number
}

/**
 * The answer of a worker: the outcome and the memory that it holds, or that it took too much, or that it could not
 * start the job.
 */
export type Answer =
  | { readonly done: unknown; readonly rssBytes: number }
  | { readonly overMemory: true }
  | { readonly failed: string }

/** What a worker says once, before any answer: its program is loaded, and jobs run from now on. */
export interface Ready {
  readonly ready: true
}

/** Makes this thread or process a worker that does `work` for every job that it is sent. */
export const serve = <In>(work: (input: In) => unknown): void => {
  const answer = async ({ input }: Sent<In>): Promise<Answer> => {
    try {
      return { done: await work(input), rssBytes: parentPort === null ? process.memoryUsage.rss() : 0 }
    } catch (error) {
      return { failed: String(error) }
    }
  }
  if (parentPort === null) serveProcess(answer)
  else serveThread(answer)
}

const serveThread = <In>(answer: (sent: Sent<In>) => Promise<Answer>): void => {
  // Linux gives each thread a priority of its own; elsewhere this would lower that of the whole server.
  if (process.platform === "linux") lowerPriority()
  parentPort!.on("message", async (sent: Sent<In>) => parentPort!.postMessage(await answer(sent)))
  parentPort!.postMessage({ ready: true } satisfies Ready)
}

const serveProcess = <In>(answer: (sent: Sent<In>) => Promise<Answer>): void => {
  lowerPriority()
  // If memory runs out, the system ends this process first. Only Linux has the file.
  writeFile("/proc/self/oom_score_adj", "1000").catch(() => {})
  const reply = (message: Answer | Ready) =>
    new Promise<void>((resolve) => void process.send?.(message, undefined, undefined, () => resolve()))
  /** Ends at once, whatever native code is doing. */
  const end = (): void => void process.kill(process.pid, "SIGKILL")
  let maxBytes = Number.POSITIVE_INFINITY
  const isOver = () => process.memoryUsage.rss() > maxBytes
  // Native code works on another thread, so this one can watch its memory.
  setInterval(() => void (isOver() && reply({ overMemory: true }).then(end)), 50).unref()
  process.on("message", async (sent: Sent<In>) => {
    maxBytes = sent.maxBytes
    const made = await answer(sent)
    await reply("done" in made && isOver() ? { overMemory: true } : made)
  })
  // The server has ended, for whatever reason.
  process.on("disconnect", end)
  reply({ ready: true })
}

/** Requests are answered before slow work is done. */
const lowerPriority = (): void => {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The system may forbid it.
  }
}

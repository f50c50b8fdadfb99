/** The ready file of a server: which file it replaces, and which one it removes. */
import { existsSync, readFileSync, rmSync, statSync } from "node:fs"
import type { Log } from "../log/log.ts"

/** Fails if a file is neither empty nor the ready file of a server. */
export const requireReady = (file: string): void => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0 || (size < maxReadyBytes && /^\{"url":.*,"pid":\d+\}\n$/.test(readFileSync(file, "utf8")))) return
  throw new Error("it exists and is not the ready file of a server; name another file, or move it away")
}

/** More than a ready file has. */
const maxReadyBytes = 64 * 1024

/**
 * Removes the ready file, unless another server has replaced it. Requests in progress are finished even if it cannot be
 * removed.
 */
export const removeReady = (file: string, own: string, log: Log): void => {
  try {
    if (existsSync(file) && readFileSync(file, "utf8") === own) rmSync(file, { force: true })
  } catch (error) {
    log.warn("the ready file cannot be removed", { file, reason: (error as Error).message })
  }
}

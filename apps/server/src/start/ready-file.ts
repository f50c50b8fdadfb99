/** The ready file of a server: which file it replaces, and which one it removes. */
import { existsSync, readFileSync, rmSync, statSync } from "node:fs"
import { connect } from "node:net"
import { writeWhole } from "../config/credentials.ts"
import type { Log } from "../log/log.ts"

/**
 * Removes the file of an earlier server, so that nobody takes it for this start's. Returns what a start that fails calls: it writes
 * the file again if its server still runs. Fails if the file is neither empty nor the ready file of a server.
 */
export const removeFormer = (file: string): (() => Promise<void>) => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const text = size < maxReadyBytes && size > 0 ? readFileSync(file, "utf8") : ""
  if (size > 0 && !/^\{"url":.*,"pid":\d+\}\n$/.test(text))
    throw new Error("it exists and is not the ready file of a server; name another file, or move it away")
  rmSync(file, { force: true })
  return async () => {
    if (text !== "" && (await isServed(JSON.parse(text).url)) && !existsSync(file)) writeWhole(file, text)
  }
}

/** Whether something accepts connections at an address of this machine. A pid tells less: containers and time reuse it. */
const isServed = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port, protocol } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, "")
    const socket = connect({ host, port: Number(port || (protocol === "https:" ? 443 : 80)), timeout: maxConnectMs })
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.on("connect", () => end(true))
    socket.on("timeout", () => end(false))
    socket.on("error", () => end(false))
  })

/** A server on this machine accepts at once; the address of another machine may never answer. */
const maxConnectMs = 1000

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

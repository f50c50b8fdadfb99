/** One recording at a time writes to a file, whichever process it belongs to. */
import type { FileHandle } from "node:fs/promises"
import { rm } from "node:fs/promises"
import type { Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isRefused, listenAt } from "../engine/receive/process-socket.ts"

/** Claims a file until the returned function is called, or this process ends; fails if another recording has claimed it. */
export const claim = async (handle: FileHandle): Promise<() => void> => {
  const file = await handle.stat({ bigint: true })
  const server = file.isFile() ? await claimed(join(tmpdir(), `bottega-recording-${file.dev}-${file.ino}`)) : undefined
  return () => void server?.close()
}

/** Undefined where there are no sockets in folders; then nobody notices the other recording. */
const claimed = async (path: string): Promise<Server | undefined> => {
  for (;;) {
    try {
      return await listenAt(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") return undefined
    }
    if (!(await isRefused(path))) throw new Error("another server records to it; name another file")
    await rm(path, { force: true })
  }
}

/** The content of a message on its way to a server, which may be withdrawn up to its last byte. */
import { Readable } from "node:stream"

/**
 * Whether a message may still be sent: asked when the server is about to read the content, and again before its end. A server
 * discards content without an end.
 */
export interface MaySend {
  readonly content: () => Promise<boolean>
  readonly end: () => boolean
}

/** A stream of the content. It calls `withdraw` in place of the content, or of its end, if the message may not be sent. */
export const bodyOf = (content: Buffer, maySend: MaySend, withdraw: () => void) => {
  let isBegun = false
  const begin = async () => {
    const isFree = await maySend.content().catch(() => false)
    // Asked in the same turn as the content is handed over: the process may have been stopped meanwhile.
    if (!isFree || !maySend.end()) return withdraw()
    isBegun = !stream.destroyed
    stream.push(content)
  }
  const stream = new Readable({
    read() {
      if (!isBegun) void begin()
      else if (maySend.end()) this.push(null)
      else withdraw()
    }
  })
  stream.on("error", () => {})
  return { stream, /** Whether the server may have read any of it. */ isBegun: () => isBegun }
}
